//! Compresses the built page and the description of the API once, so that the program carries them small.
//!
//! Most files are sent as they are packed here. The modules of WebAssembly are packed together instead: they have most of their code in
//! common, which gzip cannot see across its window of 32 KiB.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};

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
    let mut modules = Vec::new();
    // Programs of a development build read the folder instead, so that a new build of the page shows at once.
    if variable("PROFILE") == "release" {
        for (number, file) in files(&page)?.iter().enumerate() {
            let name = file.strip_prefix(&page).expect("it was found there");
            let name = name
                .to_str()
                .expect("the page's names are ASCII")
                .replace('\\', "/");
            if name.ends_with(".wasm") {
                modules.push((name, fs::read(file)?));
                continue;
            }
            let packed = out.join(format!("{number}.gz"));
            pack(file, &packed)?;
            list += &format!("    ({name:?}, include_bytes!({packed:?})),\n");
        }
    }
    fs::write(out.join("page.rs"), list + "]\n")?;
    pack_modules(&modules, &out)
}

/// Packs modules one behind the other, and lists their names and sizes.
fn pack_modules(modules: &[(String, Vec<u8>)], out: &Path) -> io::Result<()> {
    let mut list = "&[\n".to_owned();
    let mut plain = Vec::new();
    for (name, module) in modules {
        list += &format!("    ({name:?}, {}),\n", module.len());
        plain.extend_from_slice(module);
    }
    fs::write(out.join("modules.rs"), list + "]\n")?;
    // What is built for its size is shipped and may take seconds; otherwise somebody waits.
    let small = std::env::var("OPT_LEVEL").is_ok_and(|level| level == "s" || level == "z");
    let mut options = LzmaOptions::with_preset(if small { 9 } else { 3 });
    options.dict_size = u32::try_from(plain.len())
        .expect("modules are megabytes")
        .max(4096);
    // Code of WebAssembly is not aligned.
    options.pb = 0;
    let mut packing = LzmaWriter::new_use_header(Vec::new(), &options, Some(plain.len() as u64))?;
    packing.write_all(&plain)?;
    let packed = packing.finish()?;
    let mut unpacked = Vec::new();
    LzmaReader::new_mem_limit(&*packed, u32::MAX, None)?.read_to_end(&mut unpacked)?;
    assert!(
        unpacked == plain,
        "the modules do not come out as they went in"
    );
    fs::write(out.join("modules.lzma"), packed)
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
