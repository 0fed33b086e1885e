//! The API as its users meet it: requests in, answers out, a real store behind.

mod addresses;
mod bad_requests;
mod client;
mod clocks;
mod cluster;
mod compression;
mod copy;
mod daily;
mod idempotency;
mod limits;
mod linked;
mod openapi;
mod pictures;
mod play;
mod rematches;
mod resigning;
mod seats;
mod secrets;
mod snapshots;
mod starts;
mod streams;
mod subscriptions;
mod transfers;

use client::Client;
