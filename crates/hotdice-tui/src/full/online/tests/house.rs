//! A server that can be stopped and opened again, and what is behind the scenes of its players.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use hotdice_bots::Library;
use hotdice_client::Memory;
use hotdice_core::{AnyGame, Record};
use hotdice_server::bus::NoBus;
use hotdice_server::store::SqliteStore;
use hotdice_server::{Proxies, Quotas, RateLimits, Service, World, serve};
use hotdice_solve::ledger::Ledger;
use hotdice_wire::ExploreAnswer;
use tempfile::TempDir;
use tokio::sync::oneshot;

use crate::full::testing::Backdrop;
use crate::services::{Depth, Hosted, Reach, SaveSlot, SavedGame, Services, UiError};
use crate::settings::UserSettings;

/// A server on a port of its own.
pub(super) struct House {
    folder: TempDir,
    port: u16,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl House {
    pub(super) fn open() -> Self {
        let mut house = Self {
            folder: tempfile::tempdir().unwrap(),
            port: 0,
            running: None,
        };
        house.start();
        house
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Opens the server, where it was before.
    pub(super) fn start(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).unwrap();
        listener.set_nonblocking(true).unwrap();
        self.port = listener.local_addr().unwrap().port();
        let store = SqliteStore::open(&self.folder.path().join("server.sqlite"), World::system());
        let store = store.unwrap();
        let service = Service {
            world: World::system(),
            store: Arc::new(store),
            library: Backdrop::default().library(),
            rate_limits: RateLimits {
                by_address: None,
                by_token: None,
            },
            bus: Arc::new(NoBus::default()),
            quotas: Quotas::NONE,
            proxies: Proxies::default(),
            hosts: Vec::new(),
            keep_days: None,
            forget_most: false,
        };
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                let until = async { drop(stopped.await) };
                serve(listener, service, until).await.unwrap();
            });
        });
        self.running = Some((stop, thread));
    }

    /// Closes the server.
    pub(super) fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            stop.send(()).unwrap();
            thread.join().unwrap();
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What is behind the scenes of a player: a memory, a place for records, and a server to host on.
#[derive(Default)]
pub(super) struct Player {
    pub(super) backdrop: Backdrop,
    /// The records that were kept, by name.
    pub(super) records: Mutex<Vec<(String, String)>>,
    /// Where hosting leads to.
    pub(super) server: Option<String>,
}

impl Player {
    pub(super) fn hosting_at(house: &House) -> Arc<Self> {
        let server = Some(house.url());
        Arc::new(Self {
            server,
            ..Self::default()
        })
    }
}

/// The address of a server that runs already.
struct Running(String);

impl Hosted for Running {
    fn url(&self) -> &str {
        &self.0
    }

    fn addresses(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Services for Player {
    fn library(&self) -> Arc<dyn Library> {
        self.backdrop.library()
    }

    fn save_settings(&self, settings: &UserSettings) -> Result<(), UiError> {
        self.backdrop.save_settings(settings)
    }

    fn saved_games(&self) -> Result<Vec<SavedGame>, UiError> {
        self.backdrop.saved_games()
    }

    fn read_game(&self, place: &Path) -> Result<String, UiError> {
        self.backdrop.read_game(place)
    }

    fn new_game(&self, rules: &str, path: Option<PathBuf>) -> Result<Box<dyn SaveSlot>, UiError> {
        self.backdrop.new_game(rules, path)
    }

    fn resume_game(&self, place: &Path) -> Result<Box<dyn SaveSlot>, UiError> {
        self.backdrop.resume_game(place)
    }

    fn save_record(&self, name: &str, text: &str) -> Result<PathBuf, UiError> {
        let kept = (name.to_owned(), text.to_owned());
        self.records.lock().unwrap().push(kept);
        Ok(Path::new("games").join(name))
    }

    fn delete_game(&self, place: &Path) -> Result<(), UiError> {
        self.backdrop.delete_game(place)
    }

    fn explore(
        &self,
        game: &dyn AnyGame,
        depth: Depth,
        unwanted: &Arc<AtomicBool>,
    ) -> ExploreAnswer {
        self.backdrop.explore(game, depth, unwanted)
    }

    fn analyse(
        &self,
        record: &Record,
        patience: Duration,
        unwanted: &Arc<AtomicBool>,
    ) -> Result<Option<Ledger>, UiError> {
        self.backdrop.analyse(record, patience, unwanted)
    }

    fn read_note(&self, name: &str) -> Result<Option<String>, UiError> {
        self.backdrop.read_note(name)
    }

    fn write_note(&self, name: &str, text: &str) -> Result<(), UiError> {
        self.backdrop.write_note(name, text)
    }

    fn memory(&self) -> Result<Memory, UiError> {
        self.backdrop.memory()
    }

    fn remember(&self, change: &mut dyn FnMut(&mut Memory)) -> Result<(), UiError> {
        self.backdrop.remember(change)
    }

    fn host(&self, _reach: Reach) -> Result<Arc<dyn Hosted>, UiError> {
        let server = self.server.clone().ok_or("nobody hosts in this test")?;
        Ok(Arc::new(Running(server)))
    }
}
