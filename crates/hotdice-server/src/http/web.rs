//! The page: what `web/` was built into, carried in the binary.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hotdice_wire::Code;
use rust_embed::{EmbeddedFile, RustEmbed};
use tower_http::compression::CompressionLayer;

use super::App;
use crate::failure::Failure;

/// The built page. Without optimisation it is read from its folder, so that a new build of it shows at once.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Built;

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
        .layer(CompressionLayer::new())
}

/// Returns the page, which finds out by its address what to show.
async fn page(headers: HeaderMap) -> Response {
    answer("index.html", &headers, StatusCode::OK)
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path != "index.html" && Built::get(&path).is_some() {
        return answer(&path, &headers, StatusCode::OK);
    }
    if path.starts_with("api/") || !wants_page(&headers) {
        return nothing_here();
    }
    answer("index.html", &headers, StatusCode::NOT_FOUND)
}

fn answer(path: &str, headers: &HeaderMap, status: StatusCode) -> Response {
    let Some(file) = Built::get(path) else {
        return nothing_here();
    };
    let tag = tag(&file);
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
    (status, fixed, file.data.into_owned()).into_response()
}

/// Tells whether a file is a page or a worker, for which a policy counts. The others are parts of one, and the policy would be a fifth of the
/// smaller ones.
fn runs_by_itself(path: &str) -> bool {
    !path.starts_with(LASTING) || path.contains("worker")
}

/// Returns a weak tag: what is sent may be compressed.
fn tag(file: &EmbeddedFile) -> HeaderValue {
    let sum = file.metadata.sha256_hash();
    let digits: String = sum[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::try_from(format!("W/\"{digits}\""));
    tag.expect("digits and quotes are allowed in a header")
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
    use std::path::{Path as FilePath, PathBuf};

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
        let entries = std::fs::read_dir(path).unwrap();
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
            let content = Sha256::digest(std::fs::read(web.join(&name)).unwrap());
            sum.update(format!("{}  {name}\n", hex(&content)));
        }
        let built = std::fs::read_to_string(web.join("dist/sources.sha256")).unwrap();
        assert_eq!(
            hex(&sum.finalize()),
            built.trim(),
            "web/dist is older than web/src: run `npm ci && npm run build` in web/"
        );
    }

    #[test]
    fn the_page_allows_itself_nothing_from_elsewhere() {
        let page = Built::get("index.html").unwrap();
        let page = std::str::from_utf8(&page.data).unwrap();
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
}
