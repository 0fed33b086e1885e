//! Compresses the built page once, so that the program carries it small and sends it without further work.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let variable = |name| std::env::var_os(name).expect("cargo sets it for build scripts");
    let page = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let out = PathBuf::from(variable("OUT_DIR"));
    println!("cargo::rerun-if-changed={}", page.display());
    let mut list = "&[\n".to_owned();
    // Programs of a development build read the folder instead, so that a new build of the page shows at once.
    if variable("PROFILE") == "release" {
        for (number, file) in files(&page)?.iter().enumerate() {
            let name = file.strip_prefix(&page).expect("it was found there");
            let name = name
                .to_str()
                .expect("the page's names are ASCII")
                .replace('\\', "/");
            let packed = out.join(format!("{number}.gz"));
            let mut encoder = GzEncoder::new(File::create(&packed)?, Compression::best());
            io::copy(&mut File::open(file)?, &mut encoder)?;
            encoder.finish()?;
            list += &format!("    ({name:?}, include_bytes!({packed:?})),\n");
        }
    }
    fs::write(out.join("page.rs"), list + "]\n")
}

/// Returns all files under a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
