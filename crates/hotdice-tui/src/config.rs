//! The config file: settings, keys and house rules, in TOML. Whatever else people write into it stays as it is.

use std::fmt;
use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item, Key, Table, TableLike, TomlError, Value};

use crate::settings::{NamedRules, Setting, UserSettings};

/// What the file is called.
pub const FILE: &str = "config.toml";

/// What a new file begins with.
const HEAD: &str = "# Hot Dice. docs/terminal.md says what can be set here.\n\n";

/// What a new file ends with.
const TAIL: &str = "
# [keys]
# roll = \"space\"
# bank = \"x\"

# [rules]
# \"our Friday Farkle\" = \"farkle(target=5000,opening=500)\"
";

/// Something in a config file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The line, from 1 on.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub words: String,
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{FILE}, line {line}: {}", self.words),
            None => write!(f, "{FILE}: {}", self.words),
        }
    }
}

impl std::error::Error for ConfigProblem {}

/// Reads a config file: everything that can be used, and what cannot.
#[must_use]
pub fn read(text: &str) -> (UserSettings, Vec<ConfigProblem>) {
    let mut reading = Reading {
        text,
        settings: UserSettings::default(),
        problems: Vec::new(),
    };
    match Document::parse(text) {
        Ok(document) => reading.read(document.as_table()),
        Err(error) => reading.problems.push(broken(text, &error)),
    }
    (reading.settings, reading.problems)
}

/// Writes changed settings into the text of a config file, or into a new one if it is empty.
///
/// # Errors
/// When the text is no TOML.
pub fn write(text: &str, settings: &UserSettings) -> Result<String, ConfigProblem> {
    let mut document: DocumentMut = text.parse().map_err(|error| broken(text, &error))?;
    let (before, _) = read(text);
    for setting in Setting::ALL {
        if setting.value(&before) != setting.value(settings) {
            put(
                document.as_table_mut(),
                setting.key(),
                value(setting, settings),
            );
        }
    }
    write_rules(&mut document, &before.rules, &settings.rules);
    if text.trim().is_empty() {
        return Ok(format!("{HEAD}{document}{TAIL}"));
    }
    Ok(document.to_string())
}

fn write_rules(document: &mut DocumentMut, before: &[NamedRules], now: &[NamedRules]) {
    let changed = now.iter().filter(|rules| !before.contains(rules));
    let is_gone = |old: &&NamedRules| now.iter().all(|rules| rules.name != old.name);
    let gone: Vec<&NamedRules> = before.iter().filter(is_gone).collect();
    for rules in changed {
        let table = document
            .as_table_mut()
            .entry("rules")
            .or_insert_with(|| Item::Table(Table::new()));
        if let Some(table) = table.as_table_like_mut() {
            put(table, &rules.name, rules.line.as_str().into());
        }
    }
    if let Some(table) = document.get_mut("rules").and_then(Item::as_table_like_mut) {
        for rules in gone {
            table.remove(&rules.name);
        }
    }
}

/// Puts a value into a table; blanks and comments around the old one stay.
fn put(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

fn value(setting: Setting, settings: &UserSettings) -> Value {
    match setting.value(settings).as_str() {
        _ if setting == Setting::Name => settings.name.as_str().into(),
        word @ ("on" | "off") if setting.is_switch() => (word == "on").into(),
        word => word.into(),
    }
}

fn broken(text: &str, error: &TomlError) -> ConfigProblem {
    ConfigProblem {
        line: error.span().map(|span| line_at(text, span.start)),
        words: error.message().trim().replace('\n', ", "),
    }
}

fn line_at(text: &str, place: usize) -> usize {
    let before = text.as_bytes().iter().take(place);
    before.filter(|byte| **byte == b'\n').count() + 1
}

/// A config file that is being read.
struct Reading<'a> {
    text: &'a str,
    settings: UserSettings,
    problems: Vec<ConfigProblem>,
}

impl Reading<'_> {
    fn read(&mut self, document: &Table) {
        for (name, item) in document {
            let place = span(document, name, item);
            let mut settings = Setting::ALL.into_iter();
            match (settings.find(|setting| setting.key() == name), name) {
                (Some(setting), _) => {
                    let read = set(setting, &mut self.settings, item);
                    self.note(place, read);
                }
                (None, "keys") => self.read_keys(item, place),
                (None, "rules") => self.read_rules(item, place),
                _ => self.note(place, Err(format!("there is no setting {name:?}"))),
            }
        }
    }

    fn read_keys(&mut self, item: &Item, place: Option<Range<usize>>) {
        for (action, key, place) in self.texts("keys", item, place) {
            let set = self.settings.keys.set(&action, &key);
            self.note(place, set.map_err(|error| error.to_string()));
        }
    }

    fn read_rules(&mut self, item: &Item, place: Option<Range<usize>>) {
        for (name, line, place) in self.texts("rules", item, place) {
            let read = NamedRules::new(&name, &line);
            let read = read.map(|rules| self.settings.rules.push(rules));
            self.note(place, read);
        }
    }

    /// Returns the texts of a table, with where they stand.
    fn texts(
        &mut self,
        table: &str,
        item: &Item,
        place: Option<Range<usize>>,
    ) -> Vec<(String, String, Option<Range<usize>>)> {
        let Some(entries) = item.as_table_like() else {
            self.note(place, Err(format!("{table} has to be a table: [{table}]")));
            return Vec::new();
        };
        let mut texts = Vec::new();
        for (name, item) in entries.iter() {
            let place = span(entries, name, item);
            match item.as_str() {
                Some(text) => texts.push((name.to_owned(), text.to_owned(), place)),
                None => self.note(place, Err(format!("{name:?} needs a text in quotes"))),
            }
        }
        texts
    }

    fn note(&mut self, place: Option<Range<usize>>, read: Result<(), String>) {
        if let Err(words) = read {
            let line = place.map(|place| line_at(self.text, place.start));
            self.problems.push(ConfigProblem { line, words });
        }
    }
}

fn span(table: &dyn TableLike, name: &str, item: &Item) -> Option<Range<usize>> {
    table.key(name).and_then(Key::span).or_else(|| item.span())
}

/// Sets what an item says, unless it cannot be.
fn set(setting: Setting, settings: &mut UserSettings, item: &Item) -> Result<(), String> {
    let key = setting.key();
    if setting == Setting::Name {
        let name = item
            .as_str()
            .ok_or_else(|| format!("{key} needs a text in quotes"))?;
        let name = UserSettings::read_name(name);
        settings.name = name.map_err(|error| format!("{key}: {error}"))?;
        return Ok(());
    }
    let word = match item.as_bool() {
        Some(on) if setting.is_switch() => if on { "on" } else { "off" }.to_owned(),
        _ if setting.is_switch() => return Err(format!("{key} is true or false")),
        _ => match (item.as_str(), item.as_integer()) {
            (Some(word), _) => word.to_owned(),
            (None, Some(number)) => number.to_string(),
            _ => return Err(format!("{key} needs a text in quotes")),
        },
    };
    let mut tried = settings.clone();
    let mut words = Vec::new();
    loop {
        if setting.value(&tried) == word {
            *settings = tried;
            return Ok(());
        }
        words.push(setting.value(&tried));
        setting.turn(&mut tried, true);
        if tried == *settings {
            return Err(format!(
                "{key} is {word:?}, but can be {}",
                words.join(", ")
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Characters, Colours, Pace, Theme};

    fn problems(text: &str) -> Vec<String> {
        let (_, problems) = read(text);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn everything_is_read() {
        let (settings, problems) = read(
            "name = \"Ada\"\npace = \"quick\" # not too slow\ncolours = 256\ntheme = \"light\"\ncharacters = \"ascii\"\n\
             bell = true\n[keys]\nroll = \"space\"\n[rules]\n\"our Friday Farkle\" = \"farkle(target=5000)\"\n",
        );
        assert_eq!(problems, []);
        assert_eq!(settings.name, "Ada");
        assert_eq!(settings.pace, Pace::Quick);
        assert_eq!(settings.colours, Colours::Extended);
        assert_eq!(settings.theme, Theme::Light);
        assert_eq!(settings.characters, Characters::Ascii);
        assert!(settings.bell && settings.mouse);
        assert_eq!(settings.rules[0].line, "farkle(target=5000)");
        let mut keys = crate::key_map::KeyMap::default();
        keys.set("roll", "space").unwrap();
        assert_eq!(settings.keys, keys);
    }

    #[test]
    fn problems_name_the_line_and_the_key_and_spoil_nothing_else() {
        let text = "pace = \"fast\"\n\ncolors = \"none\"\nmouse = 1\nbell = true\n[keys]\ndance = \"x\"\nroll = \"ctrl-r\"\n\
                    bank = 1\n[rules]\nfarkle = \"farkle\"\nmine = \"fargle\"\n";
        let said = problems(text);
        for (said, begins) in said.iter().zip([
            "config.toml, line 1: pace is \"fast\", but can be usual, slow, off, quick",
            "config.toml, line 3: there is no setting \"colors\"",
            "config.toml, line 4: mouse is true or false",
            "config.toml, line 9: \"bank\" needs a text in quotes",
            "config.toml, line 7: nothing has a key called \"dance\"",
            "config.toml, line 8: there is no key \"ctrl-r\"",
            "config.toml, line 11: \"farkle\" is the name of a game",
            "config.toml, line 12: there is no game \"fargle\"",
        ]) {
            assert!(said.starts_with(begins), "{said}");
        }
        assert_eq!(said.len(), 8);
        let (settings, _) = read(text);
        assert!(settings.bell);
        assert_eq!(settings.pace, Pace::Usual);
    }

    #[test]
    fn a_broken_file_is_left_alone() {
        let text = "bell = true\npace = \n";
        assert!(problems(text)[0].starts_with("config.toml, line 2: "));
        assert!(write(text, &UserSettings::default()).is_err());
    }

    #[test]
    fn comments_and_unknown_lines_stay() {
        let text = "# mine\npace = \"fast\"   # broken\nbell = false # quiet\nlater = 1\n\n[keys]\nroll = \"space\"\n";
        let (mut settings, _) = read(text);
        assert_eq!(write(text, &settings).unwrap(), text);
        settings.bell = true;
        settings.theme = Theme::Dark;
        settings.rules = vec![NamedRules::new("ours", "pig(target=50)").unwrap()];
        let written = write(text, &settings).unwrap();
        assert_eq!(
            written,
            "# mine\npace = \"fast\"   # broken\nbell = true # quiet\nlater = 1\ntheme = \"dark\"\n\n[keys]\nroll = \"space\"\n\n\
             [rules]\nours = \"pig(target=50)\"\n"
        );
        assert_eq!(read(&written).0, settings);
        settings.rules.clear();
        assert!(!write(&written, &settings).unwrap().contains("ours"));
    }

    #[test]
    fn a_new_file_reads_back() {
        let mut settings = UserSettings {
            name: "Ada".to_owned(),
            mouse: false,
            ..UserSettings::default()
        };
        let written = write("", &settings).unwrap();
        assert!(written.starts_with("# Hot Dice"), "{written}");
        assert_eq!(read(&written), (settings.clone(), Vec::new()));
        settings.mouse = true;
        settings.rules = vec![NamedRules::new("our \"game\"", "pig(target=50)").unwrap()];
        let written = write(&written, &settings).unwrap();
        assert_eq!(read(&written), (settings, Vec::new()));
    }
}
