//! What a game and its choices were worth, worked out in the background.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hotdice_bots::oracle;
use hotdice_core::{AnyGame, Record, Turn};
use hotdice_solve::ledger::{Decision, Ledger};
use hotdice_solve::oracle::{ActionValue, Oracle};

use crate::full::screen::Cx;
use crate::job::BackgroundJob;
use crate::playthrough::Playthrough;

/// How long a game is solved unasked when somebody looks at it.
const UNASKED: Duration = Duration::from_secs(10);

/// How long it is solved when that was asked for.
const ASKED: Duration = Duration::from_secs(86_400);

/// The accounts of a game, and what its choices are worth.
pub(super) struct GameAnalysis {
    record: Record,
    game: Arc<dyn AnyGame>,
    state: AnalysisState,
    values: HashMap<usize, Vec<ActionValue>>,
    /// The moment whose choices are being valued.
    valuing: Option<(usize, BackgroundJob<Vec<ActionValue>>)>,
    unwanted: Arc<AtomicBool>,
}

/// How far an analysis is.
enum AnalysisState {
    Working(BackgroundJob<Result<Option<Analysed>, String>>),
    /// It takes longer than anybody would wait without having asked for it.
    Slow,
    Done(Analysed),
    Failed(String),
}

/// What came of an analysis.
struct Analysed {
    ledger: Ledger,
    oracle: Arc<dyn Oracle>,
}

impl GameAnalysis {
    /// Begins to analyse a game.
    pub(super) fn start(record: Record, game: Arc<dyn AnyGame>, cx: &Cx) -> Self {
        let unwanted = Arc::new(AtomicBool::new(false));
        let job = work(&record, &game, UNASKED, &unwanted, cx);
        Self {
            record,
            game,
            state: AnalysisState::Working(job),
            values: HashMap::new(),
            valuing: None,
            unwanted,
        }
    }

    /// Analyses a game that takes long, because somebody asked.
    pub(super) fn insist(&mut self, cx: &Cx) {
        if self.is_slow() {
            let job = work(&self.record, &self.game, ASKED, &self.unwanted, cx);
            self.state = AnalysisState::Working(job);
        }
    }

    /// Tells whether the game is left alone because it takes long.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self.state, AnalysisState::Slow)
    }

    /// Takes what is ready, and begins to value the choices of the moment one is at.
    pub(super) fn poll(&mut self, played: &Playthrough, at: usize, cx: &Cx) {
        if let AnalysisState::Working(job) = &mut self.state
            && let Some(found) = job.poll()
        {
            let found = found.map_err(|broken| broken.to_string()).flatten();
            self.state = match found {
                Ok(Some(analysed)) => AnalysisState::Done(analysed),
                Ok(None) => AnalysisState::Slow,
                Err(why) => AnalysisState::Failed(why),
            };
        }
        if let Some((moment, job)) = &mut self.valuing
            && let Some(found) = job.poll()
        {
            self.values.insert(*moment, found.unwrap_or_default());
            self.valuing = None;
        }
        self.value(played, at, cx);
    }

    /// Begins to value the choices of a moment, unless they are known or something else is being valued.
    fn value(&mut self, played: &Playthrough, at: usize, cx: &Cx) {
        let AnalysisState::Done(Analysed { oracle, .. }) = &self.state else {
            return;
        };
        let position = &played.moment(at).position;
        let decides = matches!(position.turn(), Turn::Decide(_));
        if !decides || self.valuing.is_some() || self.values.contains_key(&at) {
            return;
        }
        let (oracle, position) = (oracle.clone(), position.boxed_clone());
        let job = BackgroundJob::start(&cx.bell, move || oracle.action_values(&*position));
        self.valuing = Some((at, job));
    }

    /// Returns the accounts.
    pub(super) fn ledger(&self) -> Option<&Ledger> {
        match &self.state {
            AnalysisState::Done(analysed) => Some(&analysed.ledger),
            _ => None,
        }
    }

    /// Returns the decision that was made at a moment.
    pub(super) fn decision(&self, at: usize) -> Option<&Decision> {
        let mut decisions = self.ledger()?.decisions.iter();
        decisions.find(|decision| decision.event == at + 1)
    }

    /// Returns what the choices of a moment are worth, best first, once that is known.
    pub(super) fn values(&self, at: usize) -> Option<&[ActionValue]> {
        self.values.get(&at).map(Vec::as_slice)
    }

    /// Says why there are no accounts.
    pub(super) fn in_words(&self) -> Option<String> {
        match &self.state {
            AnalysisState::Working(_) => Some("Analysing …".to_owned()),
            AnalysisState::Slow => {
                Some("This game takes a while to solve: press a to analyse it.".to_owned())
            }
            AnalysisState::Failed(why) => Some(format!("No analysis: {why}")),
            AnalysisState::Done(_) => None,
        }
    }
}

impl Drop for GameAnalysis {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

fn work(
    record: &Record,
    game: &Arc<dyn AnyGame>,
    patience: Duration,
    unwanted: &Arc<AtomicBool>,
    cx: &Cx,
) -> BackgroundJob<Result<Option<Analysed>, String>> {
    let (record, game, unwanted) = (record.clone(), game.clone(), unwanted.clone());
    let services = cx.services.clone();
    BackgroundJob::start(&cx.bell, move || {
        let found = services.analyse(&record, patience, &unwanted);
        let Some(ledger) = found.map_err(|trouble| trouble.to_string())? else {
            return Ok(None);
        };
        let oracle = oracle(&*game, record.seats.len() as u8, &*services.library());
        let oracle = oracle.map_err(|why| why.to_string())?;
        Ok(Some(Analysed { ledger, oracle }))
    })
}
