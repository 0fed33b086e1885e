//! Where everything is kept: saved and solved games, settings, tables of servers.

use std::env;
use std::path::PathBuf;

/// Returns the folder for saved games: `$HOTDICE_DATA`, or the place that the system has for such things.
pub(crate) fn games() -> Option<PathBuf> {
    Some(data()?.join("games"))
}

/// Returns the folder for solved games.
pub(crate) fn tables() -> Option<PathBuf> {
    Some(data()?.join("tables"))
}

/// Returns the file in which a server keeps its tables.
pub(crate) fn server() -> Option<PathBuf> {
    Some(data()?.join("server.sqlite"))
}

/// Returns the file of settings.
pub(crate) fn settings() -> Option<PathBuf> {
    Some(data()?.join("settings.json"))
}

/// Returns the file that remembers servers, tables and seats.
pub(crate) fn online() -> Option<PathBuf> {
    Some(data()?.join("online.json"))
}

fn data() -> Option<PathBuf> {
    let from = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    from("HOTDICE_DATA")
        .or_else(|| {
            Some(
                from("XDG_DATA_HOME")
                    .or_else(|| from("LOCALAPPDATA"))?
                    .join("hotdice"),
            )
        })
        .or_else(|| Some(env::home_dir()?.join(".local/share/hotdice")))
}
