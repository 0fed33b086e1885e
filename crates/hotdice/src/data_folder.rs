//! Where everything is kept: saved and solved games, settings, tables of servers.

use std::env;
use std::path::PathBuf;

use hotdice_tui::config;

/// Returns the folder for saved games: `$HOTDICE_DATA`, or the place that the system has for such things.
pub(crate) fn games() -> Option<PathBuf> {
    Some(data()?.join("games"))
}

/// Returns the folder for solved games.
pub(crate) fn tables() -> Option<PathBuf> {
    Some(data()?.join("tables"))
}

/// Returns the file in which a server keeps its tables.
#[cfg(feature = "server")]
pub(crate) fn server() -> Option<PathBuf> {
    Some(data()?.join("server.sqlite"))
}

/// Returns a small file of the program.
pub(crate) fn note(name: &str) -> Option<PathBuf> {
    Some(data()?.join(name))
}

/// Returns the config file: in `$HOTDICE_DATA`, or where the system keeps such files.
pub(crate) fn config() -> Option<PathBuf> {
    let folder = variable("HOTDICE_DATA").or_else(|| {
        let system = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA"));
        let folder = system.or_else(|| Some(env::home_dir()?.join(".config")));
        Some(folder?.join("hotdice"))
    });
    Some(folder?.join(config::FILE))
}

/// Returns the file in which settings were kept before there was a config file.
pub(crate) fn settings() -> Option<PathBuf> {
    Some(data()?.join("settings.json"))
}

/// Returns the file that remembers servers, tables and seats.
pub(crate) fn online() -> Option<PathBuf> {
    Some(data()?.join("online.json"))
}

fn data() -> Option<PathBuf> {
    variable("HOTDICE_DATA")
        .or_else(|| {
            let system = variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA"));
            Some(system?.join("hotdice"))
        })
        .or_else(|| Some(env::home_dir()?.join(".local/share/hotdice")))
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}
