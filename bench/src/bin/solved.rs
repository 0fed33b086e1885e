//! Writes the tables and plots of `docs/solved.md`: `solved [SECTION]...`, all sections unless some are named.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use hotdice_bench::solved::{SECTIONS, Section, put};

fn main() -> ExitCode {
    let names: Vec<String> = env::args().skip(1).collect();
    let Some(sections) = chosen(&names) else {
        let known: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
        eprintln!("usage: solved [SECTION]...\nsections: {}", known.join(", "));
        return ExitCode::from(2);
    };
    for section in sections {
        let began = Instant::now();
        if let Err(error) = write(section) {
            eprintln!("solved: {}: {error}", section.name);
            return ExitCode::FAILURE;
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{:>12}  {seconds:>6.1} s", section.name);
    }
    ExitCode::SUCCESS
}

/// Returns the sections with these names, or all if there are none; nothing when a name is not known.
fn chosen(names: &[String]) -> Option<Vec<&'static Section>> {
    if names.is_empty() {
        return Some(SECTIONS.iter().collect());
    }
    names
        .iter()
        .map(|name| SECTIONS.iter().find(|section| section.name == name))
        .collect()
}

/// Works a section out and writes it, so that one that takes long loses nothing of those before it.
fn write(section: &Section) -> io::Result<()> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = own.with_file_name("docs");
    let made = (section.make)();
    for (name, plot) in made.plots {
        fs::create_dir_all(docs.join("solved"))?;
        fs::write(docs.join("solved").join(name), plot)?;
    }
    let path = docs.join("solved.md");
    let page = fs::read_to_string(&path)?;
    let page = put(&page, section.name, &made.table).map_err(io::Error::other)?;
    fs::write(path, page)
}
