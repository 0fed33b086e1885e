//! What a process has cost so far.

use std::time::Duration;
use std::{fs, io};

/// Time of the processor and wakings of all threads of a process, as Linux counts them.
#[derive(Clone, Copy)]
pub(crate) struct Ticks {
    /// Hundredths of a second, with those of threads that have ended.
    pub(crate) used: u64,
    /// The time on a processor of the threads that live.
    pub(crate) busy: Duration,
    /// How often one of its threads went to sleep again.
    pub(crate) awake: u64,
}

impl Ticks {
    /// Looks at a process.
    pub(crate) fn of(process: u32) -> io::Result<Self> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The name in brackets can hold spaces; time as a user and in the system are the twelfth and thirteenth after it.
        let (_, rest) = stat.rsplit_once(')').unwrap_or_default();
        let fields = rest.split_whitespace().skip(11).take(2);
        let mut ticks = Self {
            used: fields.filter_map(|field| field.parse::<u64>().ok()).sum(),
            busy: Duration::ZERO,
            awake: 0,
        };
        for thread in fs::read_dir(format!("/proc/{process}/task"))? {
            let folder = thread?.path();
            ticks.busy += busy(&fs::read_to_string(folder.join("schedstat"))?);
            ticks.awake += awake(&fs::read_to_string(folder.join("status"))?);
        }
        Ok(ticks)
    }
}

fn busy(schedstat: &str) -> Duration {
    let first = schedstat.split_whitespace().next();
    let nanoseconds = first.and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

fn awake(status: &str) -> u64 {
    let mut lines = status.lines();
    let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    count
        .and_then(|number| number.trim().parse().ok())
        .unwrap_or_default()
}
