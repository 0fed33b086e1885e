//! Programs at the table: what they choose, what they refuse, and what their games add up to.

mod capabilities;
mod choices;
mod estimates;
mod ledger;
mod levels;
mod memory;
mod own_rules;
mod playing;
mod quick;
mod refusals;
mod tournaments;
mod toy;
