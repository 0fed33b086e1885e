//! A library that solves whatever is asked for, and remembers it as long as the test runs.

use std::collections::HashMap;
use std::sync::Mutex;

use hotdice_bots::{AnySolved, Library, Limited, Limits, Task, Uncached, Unsolvable};

#[derive(Default)]
pub(crate) struct Memory {
    known: Mutex<HashMap<String, AnySolved>>,
}

impl Library for Memory {
    fn obtain(&self, task: &dyn Task, limits: &Limits<'_>) -> Result<AnySolved, Unsolvable> {
        let mut known = self.known.lock().expect("no test panics while it solves");
        let key = task.key().to_string();
        if let Some(known) = known.get(&key) {
            return Ok(known.clone());
        }
        let memory = 1 << 30;
        let within = Limits {
            memory,
            ..Limits::NONE
        };
        let solved = Limited::new(&Uncached, within).obtain(task, limits)?;
        known.insert(key, solved.clone());
        Ok(solved)
    }
}
