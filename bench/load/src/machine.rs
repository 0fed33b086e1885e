//! What the machine says about processes and its disk.

use std::fs::{self, File};
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Ticks in a second of the times that the kernel tells.
const TICKS: f64 = 100.0;

/// Returns how many bytes of memory a process holds.
pub(crate) fn memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next());
    kib.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Returns how many seconds of one core a process has used.
pub(crate) fn seconds(id: u32) -> f64 {
    let stat = Stat::of(id).unwrap_or_default();
    (stat.own + stat.of_ended_children) / TICKS
}

/// Returns how many seconds of one core a process and those that it has started have used.
pub(crate) fn seconds_of_family(parent: u32) -> f64 {
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = folders.filter_map(|folder| folder.file_name().to_str()?.parse().ok());
    let stats = ids.filter_map(|id: u32| Some((id, Stat::of(id)?)));
    let family = stats.filter(|(id, stat)| *id == parent || stat.parent == parent);
    let ticks: f64 = family
        .map(|(_, stat)| stat.own + stat.of_ended_children)
        .sum();
    ticks / TICKS
}

/// What the kernel tells about a process.
#[derive(Default)]
struct Stat {
    parent: u32,
    own: f64,
    of_ended_children: f64,
}

impl Stat {
    fn of(id: u32) -> Option<Self> {
        let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name before the last bracket may hold anything.
        let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
        let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            own: ticks(11)? + ticks(12)?,
            of_ended_children: ticks(13)? + ticks(14)?,
        })
    }
}

/// Measures how long the disk takes to make 4 KiB safe.
pub(crate) fn fsync_cost() -> Result<String> {
    let path = std::env::temp_dir().join(format!("hotdice-fsync-{}", std::process::id()));
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..200 {
        let began = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(began.elapsed());
    }
    fs::remove_file(&path)?;
    times.sort();
    let micros = |time: Duration| time.as_micros();
    Ok(format!(
        "median {} µs, 99 % {} µs",
        micros(times[100]),
        micros(times[197])
    ))
}
