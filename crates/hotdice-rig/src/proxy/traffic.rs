//! One connection through a proxy.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{Meddler, Mode, Shared};

/// Both ends of a connection.
pub(super) struct Connection {
    client: TcpStream,
    server: TcpStream,
    closed: AtomicBool,
    lost_something: AtomicBool,
}

impl Connection {
    /// Begins to pass on what either end says.
    pub(super) fn start(
        client: TcpStream,
        server: TcpStream,
        shared: Arc<Shared>,
    ) -> io::Result<Arc<Self>> {
        for stream in [&client, &server] {
            stream.set_nodelay(true)?;
        }
        let (there, back) = (client.try_clone()?, server.try_clone()?);
        let meddler = (shared.meddlers)();
        let connection = Arc::new(Self {
            client,
            server,
            closed: AtomicBool::new(false),
            lost_something: AtomicBool::new(false),
        });
        let (asking, answering) = (connection.clone(), connection.clone());
        let same = shared.clone();
        thread::spawn(move || asking.pass_on(&there, &asking.server, &same, None));
        thread::spawn(move || answering.pass_on(&back, &answering.client, &shared, meddler));
        Ok(connection)
    }

    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        drop(self.client.shutdown(Shutdown::Both));
        drop(self.server.shutdown(Shutdown::Both));
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub(super) fn has_lost_something(&self) -> bool {
        self.lost_something.load(Ordering::Relaxed)
    }

    /// Passes on until one of the ends is gone.
    fn pass_on(
        &self,
        mut from: &TcpStream,
        mut to: &TcpStream,
        shared: &Shared,
        mut meddler: Option<Meddler>,
    ) {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            match shared.mode() {
                Mode::Swallow => {
                    self.lost_something.store(true, Ordering::Relaxed);
                    continue;
                }
                Mode::Delay(time) => thread::sleep(time),
                Mode::Pass | Mode::Refuse | Mode::Closed => {}
            }
            // What follows a lost piece must not arrive either.
            if self.has_lost_something() {
                break;
            }
            let passed = match &mut meddler {
                Some(meddler) => to.write_all(&meddler(&bytes[..read])),
                None => to.write_all(&bytes[..read]),
            };
            if passed.is_err() {
                break;
            }
        }
        self.close();
    }
}
