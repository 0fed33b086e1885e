//! Several servers in a storm, and a checker of everything that they said meanwhile.
//!
//! [`Cluster`] is three real servers on one PostgreSQL and one NATS, with a [`Proxy`](hotdice_rig::Proxy) on every line. [`Guest`]s play games of
//! every family through all of them and write down what they are told, while a [`Storm`] kills, pauses, cuts and delays. Then [`check`]
//! sets the logs against the histories: no acknowledged action is lost or done twice, every stream brought every event once and in
//! order, every die is the one that was promised, every game has ended.

mod attack;
mod check;
mod cluster;
mod figures;
mod flaw;
mod guest;
mod history;
pub mod log;
mod run;
mod storm;
mod watcher;

pub use attack::{Attack, Experience, Siege, Suffered};
pub use check::{check, record_of};
pub use cluster::{Build, Cluster};
pub use figures::{Figures, Times};
pub use flaw::Flaw;
pub use guest::{Guest, Manners};
pub use history::{Answer, Heard, History, Request, Stream};
pub use log::Logs;
pub use run::{Outcome, Run};
pub use storm::{Damage, Fault, Storm, Weather};
pub use watcher::watch;
