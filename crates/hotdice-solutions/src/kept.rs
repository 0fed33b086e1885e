//! Games of the yatzy family whose tables are too large for memory.

use std::fmt;
use std::sync::Arc;

use hotdice_bots::Unsolvable;
use hotdice_core::Notation;
use hotdice_games::yatzy::Yatzy;
use hotdice_solve::yatzy::{Kept, NotKept, Outline, Solved, Unsolved};

use crate::asking::{Asking, expected_key, key};
use crate::memory::Begun;
use crate::pages::{Draft, Pages, REMEMBERED_BYTES};
use crate::shelf::{Key, Shelf};

impl Asking<'_> {
    /// Returns a game whose table is too large for memory, from pages on the shelf, which are made first if need be.
    pub(crate) fn kept_yatzy(&self, game: &Yatzy) -> Result<Arc<Kept>, Unsolvable> {
        let key = key(game.rules_line(), "pages", 1);
        let mut work = match self.begin(&key)? {
            Begun::Known(known) => return Ok(known),
            Begun::Mine(work) => work,
        };
        let bytes = Solved::bytes_streamed(game, self.memory()).map_err(Unsolved::from)?;
        let outline = Outline::new(game, self.memory()).map_err(Unsolved::from)?;
        let no_shelf = "its table is too large for memory, and there is no folder for tables";
        let shelf = self.tables.shelf.as_ref();
        let shelf = shelf.ok_or_else(|| not_kept(&key, &no_shelf))?;
        let pages = match Pages::open(shelf, &key, outline.levels()) {
            Some(pages) => pages,
            None => {
                self.take(&mut work, bytes.into())?;
                self.make_pages(game, &outline, shelf, &key)?
            }
        };
        let outline_bytes = outline.bytes();
        let kept = outline.open(Box::new(pages));
        Ok(work.remember(kept, outline_bytes + REMEMBERED_BYTES))
    }

    fn make_pages(
        &self,
        game: &Yatzy,
        outline: &Outline,
        shelf: &Shelf,
        key: &Key,
    ) -> Result<Pages, Unsolvable> {
        let draft = Draft::begin(shelf, key, outline.levels());
        let mut draft = draft.map_err(|why| not_kept(key, &why))?;
        let size = draft.bytes() >> 20;
        let what = format!("solving {} ({size} MiB on disk)", key.rules);
        let mut expected = 0.0;
        let solved = self.watch(&what, |watch| {
            outline.solve(watch, |level, values| {
                expected = values[0];
                draft.keep(level, values)
            })
        });
        solved.map_err(|error| match error {
            NotKept::Unsolved(why) => Unsolvable::from(why),
            NotKept::Store(why) => not_kept(key, &why),
        })?;
        draft.finish().map_err(|why| not_kept(key, &why))?;
        self.figure(&expected_key(game), 0, |_| Ok(expected))?;
        let pages = Pages::open(shelf, key, outline.levels());
        pages.ok_or_else(|| not_kept(key, &"it cannot be read back"))
    }
}

fn not_kept(key: &Key, why: &dyn fmt::Display) -> Unsolvable {
    Unsolvable::NotKept {
        rules: key.rules.clone(),
        why: why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use hotdice_bots::Library;
    use hotdice_core::{Game, Seat};
    use hotdice_solve::oracle::{Certainty, Evaluator};
    use hotdice_solve::{Unwatched, Watch};

    use super::*;
    use crate::{Lookout, Tables};

    struct Nobody;

    impl Lookout for Nobody {
        fn watch(&self, _what: &str) -> Box<dyn Watch + '_> {
            Box::new(Unwatched)
        }
    }

    /// Its table takes 1,536 bytes, two of its levels 960.
    const RULES: &str = "kata(boxes=ones+twos+threes+pair+chance,saved_rolls=on)";

    fn tables(shelf: Option<Shelf>, memory: u64) -> Tables {
        Tables::new(shelf, Box::new(Nobody), memory)
    }

    fn game() -> Yatzy {
        Yatzy::read(&RULES.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_table_too_large_for_memory_is_played_from_the_shelf() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = || Some(Shelf::new(folder.path().to_owned()));
        let roomy = tables(None, 1 << 30);
        let exact = roomy.yatzy_play(&game()).unwrap();
        assert_eq!(exact.certainty(), Certainty::Exact);
        let narrow = tables(shelf(), NARROW);
        assert!(narrow.yatzy(&game()).is_err());
        assert_eq!(narrow.deviation(&game()), Ok(None));
        for tables in [narrow, tables(shelf(), NARROW)] {
            let kept = tables.yatzy_play(&game()).unwrap();
            assert_eq!(kept.certainty(), Certainty::Rounded);
            let start = game().start(1);
            let values = [&exact, &kept].map(|play| play.value(&start, Seat::FIRST).unwrap());
            assert!((values[0] - values[1]).abs() < 1e-4);
            let expected = [&roomy, &tables].map(|tables| tables.expected(&game()));
            assert_eq!(expected[0], expected[1]);
        }
    }

    #[test]
    fn what_is_solved_is_known_without_solving() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = || Some(Shelf::new(folder.path().to_owned()));
        let first = tables(shelf(), 1 << 30);
        let rules = game().rules_line();
        assert!(!first.has_solved(&rules));
        first.yatzy(&game()).unwrap();
        assert!(first.has_solved(&rules));
        assert!(tables(shelf(), 1 << 30).has_solved(&rules), "on the shelf");
        assert!(!first.has_solved("kata"), "these are other rules");
        assert!(!tables(None, 1 << 30).has_solved(&rules));
    }

    #[test]
    fn without_a_folder_it_is_refused() {
        let refused = tables(None, NARROW).yatzy_play(&game());
        let message = refused.err().unwrap().to_string();
        assert!(message.contains("no folder for tables"), "{message}");
    }

    /// Room for two levels, not for all.
    const NARROW: u64 = 1200;
}
