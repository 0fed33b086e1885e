//! The modules of WebAssembly, and the page as a folder for any static host.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs, io};

use crate::report::{Lane, Outcome, finish};
use crate::{answers, cargo, root, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// A module and how it is built.
struct Built {
    name: &'static str,
    features: &'static [&'static str],
    /// Flags of the compiler beside those of all modules.
    flags: &'static [&'static str],
    /// The folder in `target`: other flags would make everything there anew.
    folder: &'static str,
}

const MODULES: [Built; 3] = [
    Built {
        name: "tables",
        features: &["--no-default-features"],
        flags: &[],
        folder: "wasm",
    },
    Built {
        name: "thinking",
        features: &[],
        flags: &[],
        folder: "wasm",
    },
    Built {
        name: "thinking-simd",
        features: &[],
        flags: &["-Ctarget-feature=+simd128"],
        folder: "wasm-simd",
    },
];

/// Builds the modules into `web/wasm`.
pub(crate) fn run() -> ExitCode {
    let mut lane = Lane::default();
    lane.step("modules", |lane| {
        if let Some(why) = missing(lane) {
            lane.say(&why);
            return Outcome::failed();
        }
        for module in &MODULES {
            let outcome = build(lane, module);
            if !matches!(outcome, Outcome::Ran { passed: true, .. }) {
                return outcome;
            }
            if let Err(error) = fs::copy(made(module), committed(module)) {
                lane.say(&format!("{}: {error}", committed(module).display()));
                return Outcome::failed();
            }
        }
        match fingerprint().map(|print| fs::write(root().join(NOTE), print)) {
            Ok(Ok(())) => Outcome::passed(),
            Ok(Err(error)) | Err(error) => {
                lane.say(&format!("{NOTE}: {error}"));
                Outcome::failed()
            }
        }
    });
    finish(&[lane])
}

/// How thoroughly modules are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// They are built anew unless nothing that they are built from has changed since.
    Changes,
    /// They are built anew.
    Everything,
}

/// Builds the modules and compares them with those that are committed.
///
/// The same compiler makes the same bytes of the same sources, wherever they lie. Another version need not; then the committed
/// modules have to answer like the program, which the tests of the modules ask for anyway. Building takes minutes, so a note is
/// kept of what the modules were built from, and of the modules: while it is right, they need not be built to be compared.
pub(crate) fn check(lane: &mut Lane, depth: Depth) {
    lane.step("modules: built from their sources", |lane| {
        if depth == Depth::Changes && is_noted() {
            lane.say("neither the modules nor what they are built from has changed since they were built");
            return Outcome::passed();
        }
        if let Some(why) = missing(lane) {
            return Outcome::Skipped(why);
        }
        let mut stale = Vec::new();
        for module in &MODULES {
            let outcome = build(lane, module);
            if !matches!(outcome, Outcome::Ran { passed: true, .. }) {
                return outcome;
            }
            if fs::read(made(module)).ok() != fs::read(committed(module)).ok() {
                stale.push(module.name);
            }
        }
        match (stale.as_slice(), compiler() == noted_compiler()) {
            ([], _) => Outcome::passed(),
            (stale, true) => {
                let stale = stale.join(", ");
                lane.say(&format!("web/wasm is not what the sources give ({stale}): run cargo xtask wasm, then npm run build in web, and commit both"));
                Outcome::failed()
            }
            (_, false) => Outcome::Skipped(format!(
                "the committed modules were built by {}, and here is {}; that they answer alike is tested",
                noted_compiler().trim(),
                compiler().trim()
            )),
        }
    });
}

/// What the committed modules were built from, as one hash.
const NOTE: &str = "testdata/wasm-sources.txt";

fn is_noted() -> bool {
    let noted = fs::read_to_string(root().join(NOTE));
    matches!((noted, fingerprint()), (Ok(noted), Ok(now)) if noted == now)
}

/// Returns one hash of the modules and of everything that they are built from: crates, versions of others, profile, flags and compiler.
fn fingerprint() -> io::Result<String> {
    let mut list = Command::new("git");
    list.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    list.args(["--", "Cargo.lock", "Cargo.toml", ".cargo", "web/wasm"]);
    list.args(["xtask/src/wasm.rs"])
        .args(crates()?)
        .args([":!crates/*/tests", ":!crates/*/benches"]);
    let paths = answer(&mut list, "")?;
    let mut hash = Command::new("git");
    let hashes = answer(hash.args(["hash-object", "--stdin-paths"]), &paths)?;
    let all = format!("{}{paths}{hashes}", compiler());
    let mut hash = Command::new("git");
    answer(hash.args(["hash-object", "--stdin"]), &all)
}

/// Returns the folders of the crates of this workspace that are built into the modules.
fn crates() -> io::Result<Vec<String>> {
    let mut tree = cargo(&["tree", "--locked", "--package", "hotdice-wasm"]);
    tree.args(["--target", TARGET, "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p}"]);
    let listed = answer(&mut tree, "")?;
    let mut names: Vec<String> = listed
        .lines()
        .filter(|line| line.contains('/'))
        .filter_map(|line| Some(format!("crates/{}", line.split(' ').next()?)))
        .collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// Returns what a command answers to an input.
fn answer(command: &mut Command, input: &str) -> io::Result<String> {
    let mut child = command
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let input = input.to_owned();
    // A thread of its own: the command may answer while it still reads, and a full pipe would stop both.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| io::ErrorKind::BrokenPipe)??;
    if !output.status.success() {
        return Err(io::Error::other(format!("{command:?} failed")));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// Says why modules cannot be built here; where rustup can, it fetches what is missing.
fn missing(lane: &Lane) -> Option<String> {
    let library = || {
        let found = Command::new("rustc")
            .args(["--print", "target-libdir", "--target", TARGET])
            .output();
        found.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir())
    };
    if !library() {
        lane.say(&format!(
            "!!! {TARGET} is missing: trying rustup target add {TARGET}"
        ));
        answers(Command::new("rustup").args(["target", "add", TARGET]));
    }
    (!library()).then(|| format!("{TARGET} is missing: rustup target add {TARGET}"))
}

fn build(lane: &Lane, module: &Built) -> Outcome {
    let mut command = cargo(&["build", "--locked", "--profile", "wasm", "--lib"]);
    command
        .args(["--package", "hotdice-wasm", "--target", TARGET])
        .args(module.features)
        .env("CARGO_TARGET_DIR", target().join(module.folder))
        .env("CARGO_ENCODED_RUSTFLAGS", flags(module).join("\x1f"));
    lane.watch(&mut command)
}

/// Flags of the compiler. Paths of this machine are left out of the module, so that every machine makes the same bytes.
fn flags(module: &Built) -> Vec<String> {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = vec![
        "--cfg".to_owned(),
        "getrandom_backend=\"custom\"".to_owned(),
        format!("--remap-path-prefix={}=hotdice", root().display()),
    ];
    if let Some(home) = cargo_home {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
    }
    flags.extend(module.flags.iter().map(|flag| (*flag).to_owned()));
    flags
}

fn made(module: &Built) -> PathBuf {
    let folder = target().join(module.folder).join(TARGET);
    folder.join("wasm/hotdice_wasm.wasm")
}

fn committed(module: &Built) -> PathBuf {
    root().join(format!("web/wasm/{}.wasm", module.name))
}

fn compiler() -> String {
    let version = Command::new("rustc").arg("--version").output();
    version.map_or_else(
        |_| String::new(),
        |version| String::from_utf8_lossy(&version.stdout).into_owned(),
    )
}

/// Returns the compiler that made the committed modules: it signs each of them.
fn noted_compiler() -> String {
    let module = fs::read(committed(&MODULES[0])).unwrap_or_default();
    let text = String::from_utf8_lossy(&module);
    let Some(at) = text.rfind("processed-by") else {
        return String::new();
    };
    let signed: String = text[at..]
        .chars()
        .filter(|each| !each.is_control())
        .collect();
    let version = compiler();
    let words = version.trim().strip_prefix("rustc ").unwrap_or_default();
    if !words.is_empty() && signed.contains(words) {
        return version;
    }
    signed
}

/// Writes the page into a folder that any static host can serve, from any path.
pub(crate) fn write_static(folder: &str) -> ExitCode {
    match copy_page(Path::new(folder)) {
        Ok(files) => {
            println!(
                "{files} files in {folder}: serve them with any static file host, for example"
            );
            println!("python3 -m http.server --directory {folder}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("xtask: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes that folder where an older one may be.
pub(crate) fn write_static_anew(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    copy_page(folder).map(drop)
}

/// What the page may do without a server: nothing but read its own files. Servers say so in a header, static hosts do not.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

fn copy_page(folder: &Path) -> io::Result<usize> {
    let dist = root().join("web/dist");
    if fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()) {
        let why = "the folder is not empty: name a new one";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    let mut files = copy_folder(&dist, folder)?;
    fs::remove_file(folder.join("sources.sha256"))?;
    files -= 1;
    let index = folder.join("index.html");
    let page = fs::read_to_string(&index)?
        .replace("<html lang=\"en\">", "<html lang=\"en\" data-server=\"none\">")
        .replace("=\"/", "=\"./")
        .replace(
            "<meta charset=\"utf-8\" />",
            &format!("<meta charset=\"utf-8\" />\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />"),
        );
    fs::write(&index, page)?;
    Ok(files)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<usize> {
    fs::create_dir_all(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files += copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
            files += 1;
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_covers_every_crate_of_the_modules() {
        let crates = crates().unwrap();
        for name in ["wasm", "api", "solve", "core"] {
            let folder = format!("crates/hotdice-{name}");
            assert!(crates.contains(&folder), "{crates:?}");
        }
        assert!(
            crates.iter().all(|folder| root().join(folder).is_dir()),
            "{crates:?}"
        );
        assert_eq!(fingerprint().unwrap(), fingerprint().unwrap());
    }
}
