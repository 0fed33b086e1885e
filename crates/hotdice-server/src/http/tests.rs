//! The surface as its users meet it: requests in, answers out, a real store behind.

mod clocks;
mod cluster;
mod copy;
mod growth;
mod guest;
mod lies;
mod play;
mod rematches;
mod repeats;
mod seats;
mod secrets;
mod streams;

use guest::Guest;
