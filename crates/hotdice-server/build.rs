//! Compresses the built page and the description of the API once, so that the program carries them small and sends them without further work.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let variable = |name| std::env::var_os(name).expect("cargo sets it for build scripts");
    let web = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../web");
    let out = PathBuf::from(variable("OUT_DIR"));
    let document = web.join("openapi.json");
    println!("cargo::rerun-if-changed={}", document.display());
    pack(&document, &out.join("openapi.json.gz"))?;
    let page = web.join("dist");
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
            pack(file, &packed)?;
            list += &format!("    ({name:?}, include_bytes!({packed:?})),\n");
        }
    }
    fs::write(out.join("page.rs"), list + "]\n")
}

fn pack(file: &Path, packed: &Path) -> io::Result<()> {
    let mut encoder = GzEncoder::new(File::create(packed)?, Compression::best());
    io::copy(&mut File::open(file)?, &mut encoder)?;
    encoder.finish()?;
    Ok(())
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
