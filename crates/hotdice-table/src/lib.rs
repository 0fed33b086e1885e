//! A match as an event log.
