//! Streaming replication: standbys that know everything a primary has acknowledged, and take its place.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{PASSWORD, Postgres, USER, cluster};
use crate::programs::finish;
use crate::{Proxy, Unavailable, patient, ports};

/// How long a standby may take to follow, or to take over.
const LONGEST_CHANGE: Duration = Duration::from_secs(30);

impl Postgres {
    /// Starts a synchronous standby: from now on nothing is acknowledged that it does not have.
    ///
    /// # Errors
    /// When it does not start or follow.
    pub fn standby(&self) -> Result<Self, Unavailable> {
        self.followed_by(ports::free(), self.address)
    }

    /// Starts a synchronous standby at the address of a server that is gone.
    ///
    /// # Errors
    /// When it does not start or follow.
    pub fn standby_at(&self, address: SocketAddr) -> Result<Self, Unavailable> {
        self.followed_by(address, self.address)
    }

    /// Starts a synchronous standby that follows through a [`Proxy`](crate::Proxy).
    ///
    /// # Errors
    /// When it does not start or follow.
    pub fn standby_through(&self, proxy: &Proxy) -> Result<Self, Unavailable> {
        self.followed_by(ports::free(), proxy.address())
    }

    fn followed_by(&self, address: SocketAddr, primary: SocketAddr) -> Result<Self, Unavailable> {
        let broken = Unavailable::broken("PostgreSQL");
        let folder = cluster::folder(&self.tools, self.parent()).map_err(&broken)?;
        self.copy_to(folder.path(), primary).map_err(&broken)?;
        let mut standby = Self {
            tools: self.tools.clone(),
            purpose: self.purpose,
            folder,
            address,
            databases: AtomicU32::new(self.databases.load(Ordering::Relaxed)),
            process: None,
        };
        standby.start_again().map_err(&broken)?;
        self.wait_for_standby().map_err(&broken)?;
        Ok(standby)
    }

    /// Copies everything into a folder, with the settings of a standby.
    fn copy_to(&self, folder: &Path, primary: SocketAddr) -> io::Result<()> {
        let (host, port) = (primary.ip(), primary.port());
        let primary = format!("host={host} port={port} user={USER} password={PASSWORD}");
        finish(&mut self.tools.basebackup(&cluster::files(folder), &primary))
    }

    /// Waits for the standby with every commit from now on.
    ///
    /// The standby was copied before and does not have this setting: it goes on alone when it is promoted. A setting
    /// reaches the processes of a server one after the other. What makes commits wait is shared memory that the
    /// checkpointer writes, which has read the settings when it carries out the checkpoint that is asked for afterwards.
    fn wait_for_standby(&self) -> io::Result<()> {
        self.sql(
            "postgres",
            "alter system set synchronous_standby_names = '*'",
        )?;
        self.sql("postgres", "select pg_reload_conf()")?;
        let state = "select coalesce(max(sync_state), '') from pg_stat_replication";
        until("the standby does not follow", || {
            Ok(self.sql("postgres", state)?.trim() == "sync")
        })?;
        self.sql("postgres", "checkpoint")?;
        Ok(())
    }

    /// Makes a standby the primary, and returns when it accepts writes.
    ///
    /// # Errors
    /// When it is none, or does not become one.
    pub fn promote(&self) -> io::Result<()> {
        self.sql("postgres", "select pg_promote(false)")?;
        until("the standby is not promoted", || {
            let standing_by = self.sql("postgres", "select pg_is_in_recovery()")?;
            Ok(standing_by.trim() == "f")
        })
    }

    /// Waits until a standby has received everything up to a place in the log of its primary.
    ///
    /// # Errors
    /// When it does not come that far.
    pub fn wait_until_received(&self, place: &str) -> io::Result<()> {
        let received = format!("select pg_last_wal_receive_lsn() >= '{}'", place.trim());
        until("the standby does not receive", || {
            Ok(self.sql("postgres", &received)?.trim() == "t")
        })
    }

    /// Waits until a standby shows everything that it has received: what is acknowledged is on its disk, and may not be replayed yet.
    ///
    /// # Errors
    /// When it does not come that far.
    pub fn wait_until_replayed(&self) -> io::Result<()> {
        let replayed = "select pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()";
        until("the standby does not replay", || {
            Ok(self.sql("postgres", replayed)?.trim() == "t")
        })
    }

    /// Kills it in the middle of everything: nothing more is written or sent, and connections break.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // The other processes notice within moments; what they send until then was committed.
            let workers = children(process.id());
            drop(process.kill());
            for worker in workers {
                let _ = kill_process(worker, Signal::KILL);
            }
        }
    }

    /// Stops the process of a standby that receives the log, so that its primary waits; what is on the line stays there.
    ///
    /// # Errors
    /// When there is none.
    pub fn pause_receiver(&self) -> io::Result<()> {
        self.signal_receiver(Signal::STOP)
    }

    /// Lets the process of a standby that receives the log go on.
    ///
    /// # Errors
    /// When there is none.
    pub fn resume_receiver(&self) -> io::Result<()> {
        self.signal_receiver(Signal::CONT)
    }

    fn signal_receiver(&self, signal: Signal) -> io::Result<()> {
        let receiver = self.sql("postgres", "select pid from pg_stat_wal_receiver")?;
        let receiver = receiver.trim().parse().ok().and_then(Pid::from_raw);
        let receiver = receiver.ok_or_else(|| io::Error::other("it receives nothing"))?;
        Ok(kill_process(receiver, signal)?)
    }

    fn parent(&self) -> &Path {
        let folder = self.folder.path();
        folder.parent().unwrap_or(folder)
    }
}

/// Returns the processes that a process has started.
fn children(id: u32) -> Vec<Pid> {
    let path = format!("/proc/{id}/task/{id}/children");
    let children = std::fs::read_to_string(path).unwrap_or_default();
    let pid = |word: &str| word.parse().ok().and_then(Pid::from_raw);
    children.split_whitespace().filter_map(pid).collect()
}

fn until(failure: &str, mut is_so: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let start = Instant::now();
    while start.elapsed() < patient(LONGEST_CHANGE) {
        if is_so()? {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(20));
    }
    Err(io::Error::other(failure.to_owned()))
}
