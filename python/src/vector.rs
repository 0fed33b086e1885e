//! Many games at once: stepped in Rust without the GIL, arrays in and arrays out.
//!
//! What a step does is said once, in [`Batch`]; how one game is played, by a [`Kernel`]. There is one for every game
//! ([`plain`]), straight from its rules, and quicker ones for two families. A quick one is right when it cannot be told from the
//! plain one: both draw the same words for the same throws, so that with the same seed every array they write is the same to the last
//! bit. The tests compare them so, under every value of every house rule.

mod luck;
mod plain;
mod push_luck;
mod throws;
mod yatzy;

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use hotdice_core::AnyGame;
use hotdice_games::push_luck::PushLuck;
use hotdice_games::yatzy::Yatzy;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;

use self::luck::Luck;
use self::plain::Plain;
use crate::encoding::{Encoded, WithEncoded, length, with_encoded};
use crate::errors::{ClosedError, argument_error, guard, illegal, seats_error};
use crate::game::{PyGame, Rules};

/// The most games in one environment.
const MOST_GAMES: usize = 1 << 24;

/// How many games are begun to see whether anybody ever has a choice.
const TRIES: usize = 1000;

/// How one game is played, by the numbers of its actions.
pub(crate) trait Kernel: Send + Sync + 'static {
    /// Where one game stands.
    type State: Clone + Send + Sync;

    /// Returns the state before the first event.
    fn start(&self) -> Self::State;

    /// Rolls until somebody has to choose or the game is over.
    fn advance(&self, state: &mut Self::State, luck: &mut Luck);

    /// Tells whether the game is over.
    fn is_over(&self, state: &Self::State) -> bool;

    /// Returns the seat that has to choose, counted from 0.
    fn seat(&self, state: &Self::State) -> u8;

    /// Tells whether an action is legal in a state that waits for a decision.
    fn is_legal(&self, state: &Self::State, action: u16) -> bool;

    /// Applies a legal action.
    fn act(&self, state: &mut Self::State, action: u16);

    /// Writes the legal actions in rising order, and returns how many there are.
    fn legal(&self, state: &Self::State, actions: &mut [i16]) -> usize;

    /// Writes what the seat that has to choose observes.
    fn observe(&self, state: &Self::State, row: &mut [f32]);

    /// Returns the points of a seat.
    fn points(&self, state: &Self::State, seat: u8) -> i32;

    /// Returns the winners of a game that is over, a bit for each seat.
    fn winners(&self, state: &Self::State) -> u64;

    /// Writes a state in the notation of the game; nothing for kernels that keep less than that.
    fn notation(&self, _state: &Self::State) -> Option<String> {
        None
    }
}

/// The sizes of everything that is written.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    seats: usize,
    actions: usize,
    observation: usize,
    /// The most legal actions of any position.
    legal: usize,
    /// 1 or −1, where few points are good.
    sign: f32,
}

/// What a step writes, for some games in a row.
struct Out<'a> {
    observations: &'a mut [f32],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    seats: &'a mut [i32],
    legal: &'a mut [i16],
    counts: &'a mut [i32],
    points: &'a mut [i32],
}

impl<'a> Out<'a> {
    /// Splits off the first games.
    fn split(self, games: usize, sizes: &Sizes) -> (Out<'a>, Out<'a>) {
        let (observations, more_observations) =
            self.observations.split_at_mut(games * sizes.observation);
        let (rewards, more_rewards) = self.rewards.split_at_mut(games * sizes.seats);
        let (terminated, more_terminated) = self.terminated.split_at_mut(games);
        let (seats, more_seats) = self.seats.split_at_mut(games);
        let (legal, more_legal) = self.legal.split_at_mut(games * sizes.legal);
        let (counts, more_counts) = self.counts.split_at_mut(games);
        let (points, more_points) = self.points.split_at_mut(games * sizes.seats);
        let first = Out {
            observations,
            rewards,
            terminated,
            seats,
            legal,
            counts,
            points,
        };
        let rest = Out {
            observations: more_observations,
            rewards: more_rewards,
            terminated: more_terminated,
            seats: more_seats,
            legal: more_legal,
            counts: more_counts,
            points: more_points,
        };
        (first, rest)
    }
}

/// Games of any kind, side by side.
trait AnyBatch: Send + Sync {
    /// Tells whether anybody ever has a choice; without one no step would ever end.
    fn has_decisions(&self) -> bool;
    fn reset(&mut self, seed: u64, out: Out<'_>, threads: usize);
    /// Steps every game, or none: says which action of which game is not legal.
    fn step(&mut self, actions: &[i64], out: Out<'_>, threads: usize) -> Result<(), usize>;
    fn mask(&self, mask: &mut [bool], threads: usize);
    fn sample(&mut self, actions: &mut [i64], legal: &[i16], counts: &[i32]);
    /// Writes the states of all games; nothing where the kernel cannot.
    fn notations(&self) -> Option<Vec<String>>;
}

struct Batch<K: Kernel> {
    kernel: K,
    sizes: Sizes,
    games: Vec<OneGame<K::State>>,
    /// What random choices are drawn from, apart from the dice.
    coins: Luck,
}

#[derive(Clone)]
struct OneGame<S> {
    state: S,
    luck: Luck,
}

impl<K: Kernel> Batch<K> {
    fn new(kernel: K, sizes: Sizes, games: usize) -> Self {
        let game = OneGame {
            state: kernel.start(),
            luck: Luck::new(0, 0),
        };
        Self {
            kernel,
            sizes,
            games: vec![game; games],
            coins: Luck::new(0, u64::MAX),
        }
    }

    /// Does something to every game and its part of what is written, on one thread or on several.
    fn for_each(
        &mut self,
        out: Out<'_>,
        threads: usize,
        work: impl Fn(&K, &Sizes, usize, &mut OneGame<K::State>, &mut One<'_>) + Sync,
    ) {
        let (kernel, sizes) = (&self.kernel, self.sizes);
        let size = self.games.len().div_ceil(threads.max(1)).max(1);
        let mut parts = Vec::with_capacity(threads);
        let mut rest = out;
        for (number, games) in self.games.chunks_mut(size).enumerate() {
            let (first, more) = rest.split(games.len(), &sizes);
            parts.push((number * size, games, first));
            rest = more;
        }
        let run = |(first, games, out): (usize, &mut [OneGame<K::State>], Out<'_>)| {
            let Out {
                observations,
                rewards,
                terminated,
                seats,
                legal,
                counts,
                points,
            } = out;
            let rows = observations.chunks_exact_mut(sizes.observation.max(1));
            let rewards = rewards.chunks_exact_mut(sizes.seats);
            let legal = legal.chunks_exact_mut(sizes.legal);
            let points = points.chunks_exact_mut(sizes.seats);
            let each = rows.zip(rewards).zip(legal).zip(points);
            let each = each.zip(terminated).zip(seats).zip(counts).zip(games);
            for (place, (((((((row, rewards), legal), points), terminated), seat), count), game)) in
                each.enumerate()
            {
                let mut one = One {
                    row,
                    rewards,
                    terminated,
                    seat,
                    legal,
                    count,
                    points,
                };
                work(kernel, &sizes, first + place, game, &mut one);
            }
        };
        if parts.len() == 1 {
            parts.into_iter().for_each(run);
        } else {
            parts.into_par_iter().for_each(run);
        }
    }
}

/// What a step writes for one game.
struct One<'a> {
    row: &'a mut [f32],
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    seat: &'a mut i32,
    legal: &'a mut [i16],
    count: &'a mut i32,
    points: &'a mut [i32],
}

impl One<'_> {
    /// Writes where a game stands.
    #[inline]
    fn show<K: Kernel>(&mut self, kernel: &K, state: &K::State) {
        kernel.observe(state, self.row);
        *self.seat = i32::from(kernel.seat(state));
        *self.count = kernel.legal(state, self.legal) as i32;
    }
}

/// Begins a game. One that ends before anybody has a choice is begun again, so that there always is a decision to make.
#[inline]
fn begin<K: Kernel>(kernel: &K, game: &mut OneGame<K::State>) {
    game.state = kernel.start();
    kernel.advance(&mut game.state, &mut game.luck);
    while kernel.is_over(&game.state) {
        game.state = kernel.start();
        kernel.advance(&mut game.state, &mut game.luck);
    }
}

/// Steps one game by a legal action, and begins the next one when it is over.
#[inline]
fn step_one<K: Kernel>(
    kernel: &K,
    sizes: &Sizes,
    action: u16,
    game: &mut OneGame<K::State>,
    one: &mut One<'_>,
) {
    let before = if sizes.seats == 1 {
        kernel.points(&game.state, 0)
    } else {
        0
    };
    kernel.act(&mut game.state, action);
    kernel.advance(&mut game.state, &mut game.luck);
    let is_over = kernel.is_over(&game.state);
    *one.terminated = is_over;
    if sizes.seats == 1 {
        one.rewards[0] = sizes.sign * (kernel.points(&game.state, 0) - before) as f32;
    } else {
        one.rewards.fill(0.0);
    }
    if is_over {
        let winners = kernel.winners(&game.state);
        let share = 1.0 / winners.count_ones().max(1) as f32;
        for seat in 0..sizes.seats {
            one.points[seat] = kernel.points(&game.state, seat as u8);
            if sizes.seats > 1 {
                one.rewards[seat] = share * (winners >> seat & 1) as f32;
            }
        }
        begin(kernel, game);
    }
    one.show(kernel, &game.state);
}

impl<K: Kernel> AnyBatch for Batch<K> {
    fn notations(&self) -> Option<Vec<String>> {
        let states = self.games.iter().map(|game| &game.state);
        states.map(|state| self.kernel.notation(state)).collect()
    }

    fn has_decisions(&self) -> bool {
        let mut luck = Luck::new(0, 0);
        (0..TRIES).any(|_| {
            let mut state = self.kernel.start();
            self.kernel.advance(&mut state, &mut luck);
            !self.kernel.is_over(&state)
        })
    }

    fn reset(&mut self, seed: u64, out: Out<'_>, threads: usize) {
        self.coins = Luck::new(seed, u64::MAX);
        self.for_each(out, threads, |kernel, _, number, game, one| {
            game.luck = Luck::new(seed, number as u64);
            begin(kernel, game);
            one.rewards.fill(0.0);
            *one.terminated = false;
            one.points.fill(0);
            one.show(kernel, &game.state);
        });
    }

    fn step(&mut self, actions: &[i64], out: Out<'_>, threads: usize) -> Result<(), usize> {
        // All actions are looked at before anything changes: what is refused changes nothing.
        for (number, (game, action)) in self.games.iter().zip(actions).enumerate() {
            let known = u16::try_from(*action).ok();
            let known = known.filter(|action| usize::from(*action) < self.sizes.actions);
            if !known.is_some_and(|action| self.kernel.is_legal(&game.state, action)) {
                return Err(number);
            }
        }
        self.for_each(out, threads, |kernel, sizes, number, game, one| {
            step_one(kernel, sizes, actions[number] as u16, game, one);
        });
        Ok(())
    }

    fn mask(&self, mask: &mut [bool], threads: usize) {
        let row = |(game, row): (&OneGame<K::State>, &mut [bool])| {
            row.fill(false);
            let mut legal = vec![0; self.sizes.legal];
            let count = self.kernel.legal(&game.state, &mut legal);
            for action in &legal[..count] {
                if let Some(place) = row.get_mut(*action as usize) {
                    *place = true;
                }
            }
        };
        let actions = self.sizes.actions;
        if threads > 1 {
            let rows = mask.par_chunks_exact_mut(actions);
            self.games.par_iter().zip(rows).for_each(row);
        } else {
            let rows = mask.chunks_exact_mut(actions);
            self.games.iter().zip(rows).for_each(row);
        }
    }

    fn sample(&mut self, actions: &mut [i64], legal: &[i16], counts: &[i32]) {
        let rows = legal.chunks_exact(self.sizes.legal);
        for ((action, row), count) in actions.iter_mut().zip(rows).zip(counts) {
            let count = (*count).clamp(1, row.len() as i32);
            let place = self.coins.below(count as u64) as usize;
            *action = i64::from(row[place]);
        }
    }
}

/// Makes the games of an environment.
struct Make {
    seats: u8,
    games: usize,
    is_plain: bool,
}

impl WithEncoded for Make {
    type Output = (Box<dyn AnyBatch>, Sizes, &'static str);

    fn run<G: Encoded>(self, game: &G) -> Self::Output {
        let sizes = Sizes {
            seats: usize::from(self.seats),
            actions: game.action_count(),
            observation: length(&game.layout(self.seats)),
            legal: game.most_legal(),
            sign: if game.is_fewest_best() { -1.0 } else { 1.0 },
        };
        let games = self.games;
        if !self.is_plain
            && let Some(game) = game.as_any().downcast_ref::<PushLuck>()
            && let Some(quick) = push_luck::Quick::new(game, self.seats)
        {
            return (Box::new(Batch::new(quick, sizes, games)), sizes, "quick");
        }
        if !self.is_plain
            && let Some(game) = game.as_any().downcast_ref::<Yatzy>()
            && let Some(quick) = yatzy::Quick::new(game, self.seats)
        {
            return (Box::new(Batch::new(quick, sizes, games)), sizes, "quick");
        }
        let plain = Plain::new(game, self.seats);
        (Box::new(Batch::new(plain, sizes, games)), sizes, "plain")
    }
}

/// Many games of the same rules, stepped together. Every step writes into the same arrays.
#[pyclass(frozen, module = "hotdice", name = "Games")]
pub(crate) struct PyGames {
    rules: Arc<Rules>,
    sizes: Sizes,
    count: usize,
    threads: usize,
    kernel: &'static str,
    /// The games and whether they were begun; one thread at a time.
    batch: Mutex<(Box<dyn AnyBatch>, bool)>,
    observations: Py<PyArray2<f32>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    seats: Py<PyArray1<i32>>,
    legal: Py<PyArray2<i16>>,
    counts: Py<PyArray1<i32>>,
    points: Py<PyArray2<i32>>,
}

type Held<'a> = MutexGuard<'a, (Box<dyn AnyBatch>, bool)>;

impl PyGames {
    fn hold(&self) -> PyResult<Held<'_>> {
        match self.batch.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::Poisoned(held)) => Ok(held.into_inner()),
            Err(TryLockError::WouldBlock) => Err(argument_error(
                "another thread is stepping these games: give every thread games of its own",
            )),
        }
    }

    fn begun(&self) -> PyResult<Held<'_>> {
        let held = self.hold()?;
        if held.1 {
            Ok(held)
        } else {
            Err(ClosedError::new_err("reset the environment first"))
        }
    }

    /// Does something with all arrays that a step writes.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(Out<'_>) -> T + Send,
    ) -> PyResult<T> {
        let taken =
            |_| argument_error("the arrays of these games are in use elsewhere, or not writeable");
        let flat = |_| argument_error("the arrays of these games were changed in shape");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(taken)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(taken)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(taken)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(taken)?;
        let mut legal = self.legal.bind(py).try_readwrite().map_err(taken)?;
        let mut counts = self.counts.bind(py).try_readwrite().map_err(taken)?;
        let mut points = self.points.bind(py).try_readwrite().map_err(taken)?;
        let out = Out {
            observations: observations.as_slice_mut().map_err(flat)?,
            rewards: rewards.as_slice_mut().map_err(flat)?,
            terminated: terminated.as_slice_mut().map_err(flat)?,
            seats: seats.as_slice_mut().map_err(flat)?,
            legal: legal.as_slice_mut().map_err(flat)?,
            counts: counts.as_slice_mut().map_err(flat)?,
            points: points.as_slice_mut().map_err(flat)?,
        };
        if out.terminated.len() != self.count || out.legal.len() != self.count * self.sizes.legal {
            return Err(argument_error(
                "the arrays of these games were changed in shape",
            ));
        }
        Ok(py.detach(|| work(out)))
    }

    fn refusal(&self, py: Python<'_>, game: usize, action: i64) -> PyErr {
        let encoding = self.rules.encoding();
        let known = usize::try_from(action).ok();
        let known = encoding
            .ok()
            .zip(known)
            .and_then(|(encoding, id)| encoding.action(id));
        let named = known.map_or_else(|| action.to_string(), |known| format!("{action} ({known})"));
        let legal = self.legal.bind(py).readonly();
        let counts = self.counts.bind(py).readonly();
        let count = counts.get(game).copied().unwrap_or(0);
        let few: Vec<String> = (0..count.clamp(0, 12) as usize)
            .filter_map(|place| legal.get([game, place]).map(i16::to_string))
            .collect();
        let more = if count > 12 { " and others" } else { "" };
        illegal(format!(
            "game {game}: action {named} is not legal there; legal are {}{more}",
            few.join(", ")
        ))
    }
}

#[pymethods]
impl PyGames {
    #[new]
    #[pyo3(signature = (rules, count, seats=None, threads=1, kernel=None))]
    fn new(
        py: Python<'_>,
        rules: &str,
        count: usize,
        seats: Option<u8>,
        threads: usize,
        kernel: Option<&str>,
    ) -> PyResult<Self> {
        guard(|| {
            let rules = PyGame::read(rules)?;
            let seats = seats.unwrap_or_else(|| rules.game.seats().least());
            rules.game.open(seats).map_err(seats_error)?;
            rules.encoding()?;
            let is_plain = match kernel {
                None => false,
                Some("plain") => true,
                Some(other) => {
                    let why =
                        format!("there is no kernel {other:?}: leave it out, or use \"plain\"");
                    return Err(argument_error(why));
                }
            };
            if !(1..=MOST_GAMES).contains(&count) {
                let why = format!("{count} games cannot be played at once: use 1 to {MOST_GAMES}");
                return Err(argument_error(why));
            }
            if !(1..=1024).contains(&threads) {
                let why = format!("{threads} threads cannot be used: use 1 to 1024");
                return Err(argument_error(why));
            }
            let make = Make {
                seats,
                games: count,
                is_plain,
            };
            let made = with_encoded(&*rules.game, make);
            let none = "the actions of this game have no numbers yet";
            let (batch, sizes, kernel) = made.ok_or_else(|| argument_error(none))?;
            if !batch.has_decisions() {
                let why = "nobody has a choice under these rules: the first roll ends the game";
                return Err(argument_error(why));
            }
            Ok(Self {
                rules,
                sizes,
                count,
                threads,
                kernel,
                batch: Mutex::new((batch, false)),
                observations: PyArray2::zeros(py, [count, sizes.observation], false).unbind(),
                rewards: PyArray2::zeros(py, [count, sizes.seats], false).unbind(),
                terminated: PyArray1::zeros(py, [count], false).unbind(),
                seats: PyArray1::zeros(py, [count], false).unbind(),
                legal: PyArray2::zeros(py, [count, sizes.legal], false).unbind(),
                counts: PyArray1::zeros(py, [count], false).unbind(),
                points: PyArray2::zeros(py, [count, sizes.seats], false).unbind(),
            })
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame {
            rules: self.rules.clone(),
        }
    }

    /// How many games there are.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// How many seats each has.
    #[getter]
    fn seat_count(&self) -> usize {
        self.sizes.seats
    }

    /// How many actions have a number.
    #[getter]
    fn action_count(&self) -> usize {
        self.sizes.actions
    }

    /// How they are stepped: "quick" or "plain".
    #[getter]
    fn kernel(&self) -> &'static str {
        self.kernel
    }

    /// What the seat that has to choose observes, by game.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// What the last step brought, by game and seat.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether the last step ended a game; the next one has begun then.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.terminated.clone_ref(py)
    }

    /// The seat that has to choose, by game.
    #[getter]
    fn seats(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.seats.clone_ref(py)
    }

    /// The legal actions by game: the first so many as `legal_counts` says.
    #[getter]
    fn legal(&self, py: Python<'_>) -> Py<PyArray2<i16>> {
        self.legal.clone_ref(py)
    }

    /// How many actions are legal, by game.
    #[getter]
    fn legal_counts(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.counts.clone_ref(py)
    }

    /// The points of the last game that ended, by game and seat.
    #[getter]
    fn final_points(&self, py: Python<'_>) -> Py<PyArray2<i32>> {
        self.points.clone_ref(py)
    }

    /// Begins all games. Every game has dice of its own, from the seed and its number.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        guard(|| {
            let mut held = self.hold()?;
            let batch = &mut held.0;
            self.write(py, |out| batch.reset(seed, out, self.threads))?;
            held.1 = true;
            Ok(())
        })
    }

    /// Steps all games, each by one legal action; or none, if one of the actions is not legal.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        guard(|| {
            let actions = self.read_actions(actions)?;
            let mut held = self.begun()?;
            let batch = &mut held.0;
            let stepped = self.write(py, |out| batch.step(&actions, out, self.threads))?;
            stepped.map_err(|game| self.refusal(py, game, actions[game]))
        })
    }

    /// Draws a legal action for every game, each as likely as the others.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        guard(|| {
            let mut held = self.begun()?;
            let batch = &mut held.0;
            let mut actions = vec![0; self.count];
            self.write(py, |out| batch.sample(&mut actions, out.legal, out.counts))?;
            Ok(PyArray1::from_vec(py, actions))
        })
    }

    /// Returns an array with True for every legal action, by game and number.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        guard(|| {
            let held = self.begun()?;
            let batch = &held.0;
            let mask = PyArray2::zeros(py, [self.count, self.sizes.actions], false);
            let mut rows = mask.readwrite();
            let rows = rows.as_slice_mut();
            let rows = rows.map_err(|_| argument_error("the mask is not in order"))?;
            py.detach(|| batch.mask(rows, self.threads));
            Ok(mask)
        })
    }

    /// Returns the states of all games, in the notation of the game.
    fn states(&self) -> PyResult<Vec<String>> {
        guard(|| {
            let states = self.begun()?.0.notations();
            let why = "quick games keep no states: make them with kernel=\"plain\"";
            states.ok_or_else(|| argument_error(why))
        })
    }

    fn __repr__(&self) -> String {
        let line = self.rules.game.rules_line();
        format!(
            "Games({line:?}, {}, seats={})",
            self.count, self.sizes.seats
        )
    }
}

impl PyGames {
    /// Reads one action for every game. They are copied, so that nobody changes them while games are stepped.
    fn read_actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        fn copied<T: numpy::Element + Copy + Into<i64>>(
            array: &PyReadonlyArray1<'_, T>,
        ) -> Vec<i64> {
            array
                .as_array()
                .iter()
                .map(|&number| number.into())
                .collect()
        }
        let read = if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            copied(&array)
        } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            copied(&array)
        } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i16>>() {
            copied(&array)
        } else {
            let kind = actions.get_type();
            let kind = kind
                .name()
                .map_or_else(|_| "this".to_owned(), |name| name.to_string());
            let array = actions.cast::<numpy::PyUntypedArray>();
            let what = match array {
                Ok(array) => format!(
                    "an array of {} with {} dimensions",
                    array.dtype(),
                    array.ndim()
                ),
                Err(_) => kind,
            };
            return Err(argument_error(format!(
                "actions are a one-dimensional array of int64, int32 or int16, not {what}"
            )));
        };
        if read.len() != self.count {
            return Err(argument_error(format!(
                "{} actions for {} games: give one for each",
                read.len(),
                self.count
            )));
        }
        Ok(read)
    }
}
