//! A proxy on this machine that makes trouble when told to.

mod traffic;

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::patient;
use traffic::Connection;

/// How long a server may take to accept a connection.
const LONGEST_CONNECT: Duration = Duration::from_secs(2);

/// Changes what a server sends before a client gets it; there is one for each connection.
pub type Meddler = Box<dyn FnMut(&[u8]) -> Vec<u8> + Send>;

/// Passes connections on, well or badly.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// How connections fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Everything is passed on.
    Pass,
    /// New connections are closed at once.
    Refuse,
    /// Everything is passed on so much later.
    Delay(Duration),
    /// Everything is taken and nothing passed on.
    Swallow,
    /// The proxy is gone.
    Closed,
}

struct Shared {
    targets: Vec<SocketAddr>,
    /// How many connections were passed on.
    passed: AtomicUsize,
    meddlers: Box<dyn Fn() -> Option<Meddler> + Send + Sync>,
    mode: Mutex<Mode>,
    connections: Mutex<Vec<Arc<Connection>>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("targets", &self.targets)
            .field("mode", &self.mode())
            .finish_non_exhaustive()
    }
}

impl Proxy {
    /// Begins to pass connections on to an address.
    ///
    /// # Errors
    /// When there is no port left to listen at.
    pub fn to(target: SocketAddr) -> io::Result<Self> {
        Self::start(vec![target], Box::new(|| None))
    }

    /// Begins to pass connections on to several addresses in turn, as what stands before several servers does. One that does not
    /// answer is passed over.
    ///
    /// # Errors
    /// When there is no port left to listen at.
    pub fn to_each(targets: Vec<SocketAddr>) -> io::Result<Self> {
        Self::start(targets, Box::new(|| None))
    }

    /// Begins to pass connections on, and lets somebody meddle with what the server says.
    ///
    /// # Errors
    /// When there is no port left to listen at.
    pub fn meddling(
        target: SocketAddr,
        meddlers: impl Fn() -> Meddler + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::start(vec![target], Box::new(move || Some(meddlers())))
    }

    fn start(
        targets: Vec<SocketAddr>,
        meddlers: Box<dyn Fn() -> Option<Meddler> + Send + Sync>,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            targets,
            passed: AtomicUsize::new(0),
            meddlers,
            mode: Mutex::new(Mode::Pass),
            connections: Mutex::default(),
        });
        let accepting = shared.clone();
        thread::spawn(move || accepting.accept(&listener));
        Ok(Self { address, shared })
    }

    /// Returns where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Passes everything on from now on. Connections that have lost something are cut, because they would make no sense.
    pub fn pass(&self) {
        self.shared.enter(Mode::Pass);
        self.shared.cut(Connection::has_lost_something);
    }

    /// Cuts every connection; new ones can be made at once.
    pub fn cut(&self) {
        self.shared.cut(|_| true);
    }

    /// Turns every new connection away, and cuts those that there are.
    pub fn refuse(&self) {
        self.shared.enter(Mode::Refuse);
        self.cut();
    }

    /// Passes everything on so much later.
    pub fn delay(&self, time: Duration) {
        self.shared.enter(Mode::Delay(time));
    }

    /// Takes everything and passes nothing on, and says nothing about it.
    pub fn swallow(&self) {
        self.shared.enter(Mode::Swallow);
    }

    /// Returns how many connections there are.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.cut(|_| false);
        self.shared.connections().len()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.enter(Mode::Closed);
        self.cut();
        // Wakes whoever accepts connections, to see that it is over.
        drop(TcpStream::connect(self.address));
    }
}

impl Shared {
    fn mode(&self) -> Mode {
        *lock(&self.mode)
    }

    fn enter(&self, mode: Mode) {
        *lock(&self.mode) = mode;
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        lock(&self.connections)
    }

    fn accept(self: Arc<Self>, listener: &TcpListener) {
        while self.mode() != Mode::Closed {
            let Ok((client, _)) = listener.accept() else {
                thread::sleep(Duration::from_millis(5));
                continue;
            };
            if matches!(self.mode(), Mode::Refuse | Mode::Closed) {
                drop(client.shutdown(Shutdown::Both));
                continue;
            }
            // A server that is not there looks like one that hangs up.
            if let Some(server) = self.connect()
                && let Ok(connection) = Connection::start(client, server, self.clone())
            {
                // Those that are over hold two sockets each until they are forgotten.
                self.cut(|_| false);
                self.connections().push(connection);
            }
        }
    }

    /// Connects to whoever is next and there.
    fn connect(&self) -> Option<TcpStream> {
        let first = self.passed.fetch_add(1, Ordering::Relaxed);
        let targets = self.targets.iter().cycle();
        let next = targets.skip(first % self.targets.len().max(1));
        next.take(self.targets.len())
            .find_map(|target| TcpStream::connect_timeout(target, patient(LONGEST_CONNECT)).ok())
    }

    /// Cuts some connections, and forgets those that are over.
    fn cut(&self, which: impl Fn(&Connection) -> bool) {
        self.connections().retain(|connection| {
            if which(connection) {
                connection.close();
            }
            !connection.is_closed()
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
