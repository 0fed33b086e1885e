//! The file of settings. One that is broken is named and kept aside, never written over.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use hotdice_tui::settings::{self, UserSettings};
use tempfile::NamedTempFile;

use crate::data_folder;

/// A file of settings that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotRead {
    /// What is said where there is room for one line.
    pub(crate) short: String,
    /// The same with the place and the reason.
    pub(crate) whole: String,
}

/// Returns the settings, and what has to be said if the file is broken.
pub(crate) fn read_settings() -> (UserSettings, Option<NotRead>) {
    match data_folder::settings() {
        None => (UserSettings::default(), None),
        Some(path) => read_from(&path),
    }
}

fn read_from(path: &Path) -> (UserSettings, Option<NotRead>) {
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Default::default(),
        Err(error) => {
            let not_read = NotRead {
                short: "settings.json cannot be read: the usual settings are used".to_owned(),
                whole: format!("{} cannot be read: {error}", path.display()),
            };
            return (UserSettings::default(), Some(not_read));
        }
    };
    match settings::read(&text) {
        Ok(settings) => (settings, None),
        Err(problem) => (UserSettings::default(), Some(put_aside(path, &problem))),
    }
}

/// Moves a broken file out of the way, and says so.
fn put_aside(path: &Path, problem: &dyn std::error::Error) -> NotRead {
    let aside = free_place(path);
    let kept = match fs::rename(path, &aside) {
        Ok(()) => format!(
            "kept as {}",
            aside.file_name().unwrap_or_default().display()
        ),
        Err(error) => format!("not to be moved ({error})"),
    };
    let place = path.display();
    NotRead {
        short: format!("settings.json is broken: {kept}; all is as usual"),
        whole: format!(
            "{place} is broken ({problem}): it is {kept}, and the usual settings are used"
        ),
    }
}

/// Returns `settings.json.broken`, or the first of `settings.json.broken-2`, `-3` … that is not taken.
fn free_place(path: &Path) -> PathBuf {
    let place = |ending: String| {
        let mut place = path.as_os_str().to_owned();
        place.push(ending);
        PathBuf::from(place)
    };
    let numbered = (2..).map(|number: u32| place(format!(".broken-{number}")));
    let mut places = [place(".broken".to_owned())].into_iter().chain(numbered);
    let free = places.find(|place| !place.exists());
    free.unwrap_or_else(|| place(".broken".to_owned()))
}

/// Writes the settings.
pub(crate) fn write_settings(settings: &UserSettings) -> anyhow::Result<()> {
    let path =
        data_folder::settings().context("there is no folder for settings: set HOTDICE_DATA")?;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(settings::write(settings).as_bytes())?;
    let kept = file.persist(&path);
    kept.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_files_are_named_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        for aside in ["settings.json.broken", "settings.json.broken-2"] {
            fs::write(&path, format!("{{ {aside}")).unwrap();
            let (read, remark) = read_from(&path);
            assert_eq!(read, UserSettings::default());
            let said = remark.unwrap();
            assert!(said.whole.contains("settings.json is broken"), "{said:?}");
            assert!(
                said.whole.contains(&format!("kept as {aside},")),
                "{said:?}"
            );
            assert!(said.short.chars().count() <= 76, "{said:?}");
            let kept = fs::read_to_string(folder.path().join(aside)).unwrap();
            assert_eq!(kept, format!("{{ {aside}"));
            assert!(!path.exists());
        }
        assert_eq!(read_from(&path), (UserSettings::default(), None));
    }
}
