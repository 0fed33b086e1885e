//! What a process has cost so far.

use std::{fs, io};

/// Time of the processor and wakings of all threads of a process, as Linux counts them.
pub(crate) struct Ticks {
    /// Hundredths of a second.
    pub(crate) used: u64,
    /// How often one of its threads was woken.
    pub(crate) awake: u64,
}

impl Ticks {
    /// Looks at a process.
    pub(crate) fn of(process: u32) -> io::Result<Self> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
        // The name in brackets can hold spaces; time as a user and in the system are the twelfth and thirteenth after it.
        let (_, rest) = stat.rsplit_once(')').unwrap_or_default();
        let fields = rest.split_whitespace().skip(11).take(2);
        let used = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        Ok(Self {
            used,
            awake: awake(process)?,
        })
    }
}

fn awake(process: u32) -> io::Result<u64> {
    let mut awake = 0;
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        let status = fs::read_to_string(thread?.path().join("status"))?;
        let lines = status.lines();
        let counts = lines.filter_map(|line| {
            line.strip_prefix("voluntary_ctxt_switches:")?
                .trim()
                .parse::<u64>()
                .ok()
        });
        awake += counts.sum::<u64>();
    }
    Ok(awake)
}
