//! A queue that is fair to whoever pays, and then to their tables.
//!
//! # Why it is fair
//! Each payer has a clock that runs by the time that the jobs of that payer take, and the payer whose clock is furthest behind is
//! served next (start-time fair queueing). Somebody who comes after a pause starts at the clock of the job that began last, so that
//! nobody saves up time by keeping quiet, and whoever has asked for much is behind those who ask for something now. Of the
//! tables of one payer the same holds. How long a job takes is known only when it is done: until then its payer is charged with
//! the usual time of this queue, which is set right afterwards. A payer never has all workers, so that one is soon free for
//! somebody else even when jobs take long.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use hotdice_table::TableId;

use super::Payer;

/// How much may wait and run.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueLimits {
    /// How many jobs of one payer run at once.
    pub(super) running: usize,
    /// How many questions of one payer wait.
    pub(super) questions_of_payer: usize,
    /// How many questions wait in all.
    pub(super) questions: usize,
    /// How many jobs run at once, whoever pays.
    pub(super) workers: usize,
}

/// Whose job it is, and how it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    pub(super) payer: Payer,
    pub(super) table: Option<TableId>,
    /// Whether it is a question, of which only so many may wait. Everything else is bounded elsewhere: a table has
    /// one bot that thinks, and a stream one page that is read.
    pub(super) is_question: bool,
}

/// A job that runs: given back when it is done.
#[derive(Debug)]
pub(super) struct RunningJob {
    ticket: Ticket,
    charged: u64,
}

/// A question too many, which may be asked again after some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany {
    pub(super) retry: Duration,
}

/// A fair queue of jobs.
pub(super) struct FairQueue<T> {
    limits: QueueLimits,
    turns: VirtualClocks<Payer>,
    accounts: HashMap<Payer, PayerJobs<T>>,
    questions: usize,
    running: usize,
    /// How long jobs take here, about.
    usual: Duration,
}

/// What one payer has.
struct PayerJobs<T> {
    turns: VirtualClocks<Option<TableId>>,
    jobs: HashMap<Option<TableId>, VecDeque<(Ticket, T)>>,
    waiting: usize,
    questions: usize,
    running: usize,
}

impl<T> Default for PayerJobs<T> {
    fn default() -> Self {
        Self {
            turns: VirtualClocks::default(),
            jobs: HashMap::new(),
            waiting: 0,
            questions: 0,
            running: 0,
        }
    }
}

/// The longest and the shortest time after which somebody is told to ask again.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
const SHORTEST_RETRY: Duration = Duration::from_secs(1);

/// How much of the usual time the last job makes up: one part in so many.
const SMOOTHING: u32 = 8;

impl<T> FairQueue<T> {
    pub(super) fn new(limits: QueueLimits) -> Self {
        Self {
            limits,
            turns: VirtualClocks::default(),
            accounts: HashMap::new(),
            questions: 0,
            running: 0,
            usual: Duration::ZERO,
        }
    }

    /// Returns how many jobs wait.
    pub(super) fn waiting(&self) -> usize {
        self.accounts.values().map(|account| account.waiting).sum()
    }

    /// Adds a job. When too many questions wait in all, the last one of whoever has most of them gives way, and is returned.
    pub(super) fn push(&mut self, ticket: Ticket, job: T) -> Result<Option<T>, (TooMany, T)> {
        let mut displaced = None;
        if ticket.is_question {
            let own = self.accounts.get(&ticket.payer);
            let own = own.map_or(0, |account| account.questions);
            if own < self.limits.questions_of_payer && self.questions >= self.limits.questions {
                displaced = self.displace(own);
            }
            if own >= self.limits.questions_of_payer || self.questions >= self.limits.questions {
                return Err((self.too_many(), job));
            }
            self.questions += 1;
        }
        let account = self.accounts.entry(ticket.payer).or_default();
        account.waiting += 1;
        account.questions += usize::from(ticket.is_question);
        let jobs = account.jobs.entry(ticket.table).or_default();
        jobs.push_back((ticket, job));
        account.turns.enter(ticket.table);
        if account.running < self.limits.running {
            self.turns.enter(ticket.payer);
        }
        Ok(displaced)
    }

    /// Removes the last question of whoever has most of them, if that is more than somebody with `fewer` would have.
    fn displace(&mut self, fewer: usize) -> Option<T> {
        let accounts = self.accounts.iter();
        let most = accounts.max_by_key(|(_, account)| account.questions);
        let payer = *most.filter(|(_, account)| account.questions > fewer + 1)?.0;
        let account = self.accounts.get_mut(&payer)?;
        let question = |queue: &VecDeque<(Ticket, T)>| {
            queue.iter().rposition(|(ticket, _)| ticket.is_question)
        };
        let mut queues = account.jobs.iter_mut();
        let (table, place) = queues.find_map(|(table, queue)| Some((*table, question(queue)?)))?;
        let queue = account.jobs.get_mut(&table)?;
        let (_, job) = queue.remove(place)?;
        if queue.is_empty() {
            account.jobs.remove(&table);
            account.turns.leave(table);
        }
        account.waiting -= 1;
        account.questions -= 1;
        self.questions -= 1;
        if account.waiting == 0 {
            self.turns.leave(payer);
        }
        self.forget_idle(payer);
        Some(job)
    }

    /// Takes the job that is next.
    pub(super) fn pop(&mut self) -> Option<(RunningJob, T)> {
        let payer = self.turns.begin()?;
        let account = self.accounts.get_mut(&payer)?;
        let table = account.turns.begin()?;
        let queue = account.jobs.get_mut(&table)?;
        let (ticket, job) = queue.pop_front()?;
        if queue.is_empty() {
            account.jobs.remove(&table);
            account.turns.leave(table);
        }
        account.waiting -= 1;
        account.running += 1;
        if ticket.is_question {
            account.questions -= 1;
            self.questions -= 1;
        }
        if account.waiting == 0 || account.running >= self.limits.running {
            self.turns.leave(payer);
        }
        let charged = nanos(self.usual);
        account.turns.charge(table, charged, 0);
        self.turns.charge(payer, charged, 0);
        self.running += 1;
        Some((RunningJob { ticket, charged }, job))
    }

    /// Charges a job that is done with the time it took.
    #[expect(clippy::needless_pass_by_value, reason = "a job is finished once")]
    pub(super) fn finish(&mut self, done: RunningJob, took: Duration) {
        let RunningJob { ticket, charged } = done;
        self.running -= 1;
        self.usual = (self.usual * (SMOOTHING - 1) + took) / SMOOTHING;
        self.turns.charge(ticket.payer, nanos(took), charged);
        if let Some(account) = self.accounts.get_mut(&ticket.payer) {
            account.turns.charge(ticket.table, nanos(took), charged);
            account.turns.forget_old();
            account.running -= 1;
            if account.waiting > 0 {
                self.turns.enter(ticket.payer);
            }
        }
        self.forget_idle(ticket.payer);
    }

    /// Forgets a payer without jobs. What was charged is remembered as long as anybody else has something to do.
    fn forget_idle(&mut self, payer: Payer) {
        let is_idle = |account: &PayerJobs<T>| account.waiting == 0 && account.running == 0;
        if self.accounts.get(&payer).is_some_and(is_idle) {
            self.accounts.remove(&payer);
        }
        if self.accounts.is_empty() {
            self.turns = VirtualClocks::default();
        }
        self.turns.forget_old();
    }

    /// Says when a payer who has too many questions will have one less: all who have something to do get a worker in turn.
    pub(super) fn too_many(&self) -> TooMany {
        let payers = u32::try_from(self.accounts.len()).unwrap_or(u32::MAX);
        let workers = u32::try_from(self.limits.workers.max(1)).unwrap_or(u32::MAX);
        let retry = self.usual.saturating_mul(payers) / workers;
        TooMany {
            retry: retry.clamp(SHORTEST_RETRY, LONGEST_RETRY),
        }
    }

    /// Drops everything that waits.
    pub(super) fn clear(&mut self) {
        for account in self.accounts.values_mut() {
            account.jobs.clear();
            account.turns = VirtualClocks::default();
            (account.waiting, account.questions) = (0, 0);
        }
        self.questions = 0;
        self.turns = VirtualClocks::default();
    }
}

/// Whose turn it is, by virtual time.
struct VirtualClocks<K> {
    /// Those who have something to do, whoever is furthest behind first.
    ready: BTreeSet<(u64, K)>,
    clocks: HashMap<K, u64>,
    /// The clock of whoever began last.
    now: u64,
}

impl<K> Default for VirtualClocks<K> {
    fn default() -> Self {
        Self {
            ready: BTreeSet::new(),
            clocks: HashMap::new(),
            now: 0,
        }
    }
}

/// How many clocks are kept of those who have nothing to do.
const MAX_CLOCKS: usize = 20_000;

impl<K: Copy + Ord + Hash> VirtualClocks<K> {
    /// Notes that somebody has something to do.
    fn enter(&mut self, key: K) {
        let clock = self.clocks.entry(key).or_default();
        if !self.ready.contains(&(*clock, key)) {
            *clock = (*clock).max(self.now);
            self.ready.insert((*clock, key));
        }
    }

    /// Notes that somebody has nothing to do, or may not for now.
    fn leave(&mut self, key: K) {
        if let Some(clock) = self.clocks.get(&key) {
            self.ready.remove(&(*clock, key));
        }
    }

    /// Returns whoever is next.
    fn begin(&mut self) -> Option<K> {
        let (clock, key) = *self.ready.first()?;
        self.now = self.now.max(clock);
        Some(key)
    }

    /// Moves a clock on by some time instead of what was charged before.
    fn charge(&mut self, key: K, time: u64, before: u64) {
        let clock = self.clocks.entry(key).or_default();
        let is_ready = self.ready.remove(&(*clock, key));
        *clock = clock.saturating_add(time).saturating_sub(before);
        if is_ready {
            self.ready.insert((*clock, key));
        }
    }

    fn forget_old(&mut self) {
        if self.clocks.len() > MAX_CLOCKS {
            let ready: BTreeSet<K> = self.ready.iter().map(|(_, key)| *key).collect();
            self.clocks.retain(|key, _| ready.contains(key));
        }
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
