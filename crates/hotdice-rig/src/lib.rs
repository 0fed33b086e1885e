//! What tests of several servers stand on: a throw-away PostgreSQL and NATS, real servers that can be killed, and a proxy that makes trouble.
//!
//! Everything is made for one test and gone after it, even when the test is killed. Where a program is missing, starting it says so with
//! [`Unavailable`], and [`or_skip`] lets a test pass that could not run here, loudly.
//!
//! ```no_run
//! use hotdice_rig::{Postgres, or_skip};
//!
//! if let Some(postgres) = or_skip(Postgres::start()) {
//!     println!("{}", postgres.database()?.url());
//! }
//! # std::io::Result::Ok(())
//! ```

mod authority;
mod guarded;
mod nats;
mod node;
pub mod patience;
mod ports;
mod postgres;
mod programs;
mod proxy;
mod small_disk;
mod somebody;
mod unavailable;

pub use authority::{Authority, Certificate};
pub use guarded::Guarded;
pub use nats::Nats;
pub use node::{Node, NodeSettings};
pub use patience::patient;
pub use ports::free as free_address;
pub use postgres::{Citus, Database, Postgres};
pub use proxy::{Meddler, Proxy};
pub use small_disk::SmallDisk;
pub use unavailable::{Unavailable, or_skip};
