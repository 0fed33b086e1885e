//! The page: what `web/` was built into, carried in the binary.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Component, Path as FilePath};
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};
use hotdice_wire::Code;
use lzma_rust2::LzmaReader;
use tower_http::compression::CompressionLayer;

use super::App;
use crate::failure::Failure;

/// The built page by the names of its files, each compressed by the build script. It is empty in development builds, which read the folder.
const PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The modules of WebAssembly, by name and size, in the order in which they are packed.
const MODULES: &[(&str, usize)] = include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// The modules as browsers take them. Unpacking them costs some tenths of a second, once, when the first browser asks.
static MODULE_FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/modules.lzma"));
    let sizes = MODULES.iter().map(|(_, size)| *size);
    repack(packed, sizes).expect("the build script has unpacked it")
});

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");

/// A file of the page.
pub(super) enum PageFile {
    /// As it is sent to everybody who takes gzip, which is every browser.
    Packed(&'static [u8]),
    /// As it lies in the folder.
    Plain(Vec<u8>),
}

impl PageFile {
    fn find(path: &str) -> Option<Self> {
        if PACKED.is_empty() {
            let path = FilePath::new(path);
            let inside = path
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
            return inside.then(|| {
                fs::read(FilePath::new(FOLDER).join(path))
                    .ok()
                    .map(Self::Plain)
            })?;
        }
        if let Some(place) = module(path) {
            return Some(Self::Packed(&MODULE_FILES[place]));
        }
        let packed = PACKED.iter().find(|(name, _)| *name == path);
        packed.map(|(_, bytes)| Self::Packed(bytes))
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Packed(bytes) => bytes,
            Self::Plain(bytes) => bytes,
        }
    }

    /// Returns a weak tag: the file may be sent packed or not.
    fn tag(&self) -> HeaderValue {
        let mut hasher = DefaultHasher::new();
        self.bytes().hash(&mut hasher);
        let tag = HeaderValue::try_from(format!("W/\"{:016x}\"", hasher.finish()));
        tag.expect("digits and quotes are allowed in a header")
    }

    /// Returns what is sent, and whether it is packed.
    pub(super) fn body(self, takes_gzip: bool) -> (Cow<'static, [u8]>, bool) {
        match self {
            Self::Plain(bytes) => (bytes.into(), false),
            Self::Packed(bytes) if takes_gzip => (bytes.into(), true),
            Self::Packed(bytes) => {
                let mut plain = Vec::new();
                let unpacked = GzDecoder::new(bytes).read_to_end(&mut plain);
                unpacked.expect("the build script packed it");
                (plain.into(), false)
            }
        }
    }
}

/// Returns the place of a module in the list.
fn module(path: &str) -> Option<usize> {
    MODULES.iter().position(|(name, _)| *name == path)
}

/// Takes files of these sizes out of what they were packed in together, and packs each for itself with gzip.
fn repack(packed: &[u8], sizes: impl Iterator<Item = usize>) -> io::Result<Vec<Vec<u8>>> {
    let mut unpacking = LzmaReader::new_mem_limit(packed, u32::MAX, None)?;
    let mut files = Vec::new();
    for size in sizes {
        let file = (&mut unpacking).take(size as u64);
        let mut gzip = Vec::new();
        GzEncoder::new(file, Compression::default()).read_to_end(&mut gzip)?;
        files.push(gzip);
    }
    Ok(files)
}

/// What the page may do: nothing but talk to the server it came from.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Files under this folder have a sum of their content in their name.
const LASTING: &str = "assets/";

/// Returns the routes of the page.
pub(super) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(page))
        .route("/explore", get(page))
        .route("/check", get(page))
        .route("/me", get(page))
        .route("/daily", get(page))
        .route("/replay/{table}", get(page))
        .route("/t/{table}", get(page))
        .route("/{*path}", get(file))
        // What is packed already passes through as it is.
        .layer(CompressionLayer::new())
}

/// Returns the page, which finds out by its address what to show.
async fn page(headers: HeaderMap) -> Response {
    answer("index.html", &headers, StatusCode::OK)
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if module(&path).is_some() {
        // Whoever comes first unpacks them, and must not hold up the others. That it went wrong shows where they are looked up.
        let _ = tokio::task::spawn_blocking(|| LazyLock::force(&MODULE_FILES).len()).await;
    }
    if path != "index.html" && PageFile::find(&path).is_some() {
        return answer(&path, &headers, StatusCode::OK);
    }
    if path.starts_with("api/") || !wants_page(&headers) {
        return nothing_here();
    }
    answer("index.html", &headers, StatusCode::NOT_FOUND)
}

fn answer(path: &str, headers: &HeaderMap, status: StatusCode) -> Response {
    let Some(file) = PageFile::find(path) else {
        return nothing_here();
    };
    let tag = file.tag();
    let mut fixed = HeaderMap::new();
    fixed.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    let lasts = HeaderValue::from_static(cache_control(path));
    fixed.insert(header::CACHE_CONTROL, lasts);
    if runs_by_itself(path) {
        let policy = HeaderValue::from_static(POLICY);
        fixed.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    fixed.insert(header::ETAG, tag.clone());
    if status == StatusCode::OK && headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (status, send(file, headers, fixed)).into_response()
}

/// Sends a file to somebody, packed if they take that.
pub(super) fn send(
    file: PageFile,
    headers: &HeaderMap,
    mut fixed: HeaderMap,
) -> impl IntoResponse + use<> {
    let (body, packed) = file.body(takes_gzip(headers));
    fixed.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if packed {
        fixed.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    (fixed, body)
}

/// Tells whether whoever asks takes gzip; `gzip;q=0` says no.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(header::ACCEPT_ENCODING).iter();
    codings
        .filter_map(|codings| codings.to_str().ok())
        .flat_map(|codings| codings.split(','))
        .any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
            let refused = parts
                .filter_map(|part| part.strip_prefix("q="))
                .any(|weight| weight.parse() == Ok(0.0));
            named && !refused
        })
}

/// Tells whether a file is a page or a worker, for which a policy counts. The others are parts of one, and the policy would be a fifth of the
/// smaller ones.
fn runs_by_itself(path: &str) -> bool {
    !path.starts_with(LASTING) || path.contains("worker")
}

fn cache_control(path: &str) -> &'static str {
    if path.starts_with(LASTING) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Tells browsers from programs.
fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT);
    accepted.is_some_and(|kinds| kinds.as_bytes().windows(9).any(|part| part == b"text/html"))
}

fn nothing_here() -> Response {
    let detail = "there is nothing at this address: /api lists what there is";
    Failure::new(Code::NotFound, detail).into_response()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sha2::{Digest, Sha256};

    use super::*;

    /// What the built page depends on; `web/build/sources-sum.ts` has the same list.
    const SOURCES: [&str; 9] = [
        "build",
        "index.html",
        "package-lock.json",
        "public",
        "src",
        "svelte.config.js",
        "tsconfig.json",
        "vite.config.ts",
        "wasm",
    ];

    fn files_under(path: &FilePath) -> Vec<PathBuf> {
        if !path.is_dir() {
            return vec![path.to_owned()];
        }
        let entries = fs::read_dir(path).unwrap();
        let entries = entries.map(|entry| entry.unwrap().path());
        entries.flat_map(|path| files_under(&path)).collect()
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_page_was_built_from_its_sources() {
        let web = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let files = SOURCES.iter().flat_map(|name| files_under(&web.join(name)));
        let mut names: Vec<String> = files
            .map(|path| {
                path.strip_prefix(&web)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .replace('\\', "/")
            })
            .collect();
        names.sort();
        let mut sum = Sha256::new();
        for name in names {
            let content = Sha256::digest(fs::read(web.join(&name)).unwrap());
            sum.update(format!("{}  {name}\n", hex(&content)));
        }
        let built = fs::read_to_string(web.join("dist/sources.sha256")).unwrap();
        assert_eq!(
            hex(&sum.finalize()),
            built.trim(),
            "web/dist is older than web/src: run `npm ci && npm run build` in web/"
        );
    }

    #[test]
    fn the_page_allows_itself_nothing_from_elsewhere() {
        let (page, _) = PageFile::find("index.html").unwrap().body(false);
        let page = std::str::from_utf8(&page).unwrap();
        assert!(
            !page.contains("http://") && !page.contains("https://"),
            "{page}"
        );
        assert!(
            !page.contains("<script>") && !page.contains("<style"),
            "{page}"
        );
        // Only modules may be compiled; no text becomes a script or a style.
        assert!(!POLICY.replace("'wasm-unsafe-eval'", "").contains("unsafe"));
    }

    #[test]
    fn files_outside_the_page_are_not_found() {
        for path in [
            "../index.html",
            "/etc/hostname",
            "assets/../../package.json",
            "",
            ".",
        ] {
            assert!(PageFile::find(path).is_none(), "{path}");
        }
        assert!(PageFile::find("index.html").is_some());
    }

    #[test]
    fn gzip_goes_to_those_who_take_it() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br, GZIP;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes("") && !takes("xgzip"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn modules_come_out_as_they_went_in() {
        use std::io::Write;
        let tables = b"\0asm tables, tables, tables".repeat(300);
        let thinking = b"\0asm thinking about tables".repeat(7_000);
        let options = lzma_rust2::LzmaOptions::with_preset(3);
        let mut packing =
            lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &options, None).unwrap();
        packing.write_all(&tables).unwrap();
        packing.write_all(&thinking).unwrap();
        let packed = packing.finish().unwrap();
        let sizes = [tables.len(), thinking.len()];
        let files = repack(&packed, sizes.into_iter()).unwrap();
        let plain = files.iter().map(|gzip| {
            let mut plain = Vec::new();
            GzDecoder::new(&**gzip).read_to_end(&mut plain).unwrap();
            plain
        });
        assert_eq!(plain.collect::<Vec<_>>(), [tables, thinking]);
        assert!(repack(&packed[..packed.len() / 2], sizes.into_iter()).is_err());
    }

    #[test]
    fn a_packed_file_comes_out_as_it_went_in() {
        use std::io::Write;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(b"<p>six dice</p>").unwrap();
        let packed: &'static [u8] = encoder.finish().unwrap().leak();
        let (plain, is_packed) = PageFile::Packed(packed).body(false);
        assert_eq!((&*plain, is_packed), (&b"<p>six dice</p>"[..], false));
        assert_eq!(PageFile::Packed(packed).body(true), (packed.into(), true));
    }
}
