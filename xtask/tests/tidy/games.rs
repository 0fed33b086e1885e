//! The registry is the only list of games.

use hotdice_games::{FAMILIES, presets};

use crate::{Exception, debt, except, never, never_in, regex, source};

/// Where a family may be named outside the crate of the rules.
const SPECIALISATIONS: &[Exception] = &[
    except(
        "crates/hotdice-solve/src/lib.rs",
        "the modules of faster solvers",
    ),
    except("crates/hotdice-solve/src/push_luck", "a faster solver"),
    except("crates/hotdice-solve/src/tridice", "a faster solver"),
    except("crates/hotdice-solve/src/yatzy", "a faster solver"),
    except(
        "crates/hotdice-bots/src/lib.rs",
        "the modules of stronger players",
    ),
    except("crates/hotdice-bots/src/push_luck", "stronger players"),
    except("crates/hotdice-bots/src/tridice", "stronger players"),
    except("crates/hotdice-bots/src/yatzy", "stronger players"),
    except(
        "crates/hotdice-bots/src/specialization",
        "the one place where both are looked up",
    ),
    except("crates/hotdice-bots/src/pig", "stronger players"),
    except("crates/hotdice-solve/src/pig.rs", "the race of two at pig"),
    except(
        "crates/hotdice-solve/src/shut_the_box",
        "Shut the Box with one turn each",
    ),
    debt(
        "crates/hotdice-bots/src/library.rs",
        "an error names the family",
    ),
    debt(
        "crates/hotdice-solutions/src/",
        "pages of a sheet too large for memory",
    ),
    debt(
        "crates/hotdice-solve/src/oracle.rs",
        "specialised evaluators belong to their families",
    ),
];

/// Where the name of a game may stand in the product.
const NAMES: &[Exception] = &[
    debt(
        "crates/hotdice/src/commands/online/menu.rs",
        "the game that is offered first",
    ),
    except(
        "crates/hotdice-bots/src/daily.rs",
        "which games are asked about each day must never change",
    ),
];

/// Where the page may say more of a game than the registry does. A game that is not there has its name and sentence from the registry.
const PAGE: &[Exception] = &[
    except("web/src/parts/GamePicture.svelte", "the picture of a game"),
    except(
        "web/src/table/games.ts",
        "the games that are offered first, and how long they take",
    ),
    except("web/src/words/", "what games are called in each language"),
];

const RULE: &str = "No list of games exists beside the registry: only the crate of the rules and what specialises a family name one.";

/// Returns the modules and types of all families: `pig` and `Pig`.
fn families() -> Vec<String> {
    let games = source::rust(&["hotdice-games"]);
    let modules = regex(r"\b(\w+)::FAMILY\b");
    let types = regex(r"\bimpl Game for (\w+)");
    let mut names = Vec::new();
    for game in &games {
        names.extend(
            modules
                .captures_iter(&game.code)
                .map(|found| found[1].to_owned()),
        );
        names.extend(
            types
                .captures_iter(&game.code)
                .map(|found| found[1].to_owned()),
        );
    }
    let least = 2 * FAMILIES.len();
    assert!(
        names.len() >= least,
        "every family has a module and a type: {names:?}"
    );
    names
}

#[test]
fn no_family_is_named_outside_the_rules() {
    let beside = source::product().into_iter();
    let beside = beside.filter(|source| !source.path.starts_with("crates/hotdice-games/"));
    let names = families().join("|");
    let pattern = format!(r"\b({names})\b(::|\s*[{{(<&>)\],;])");
    never(RULE, &beside.collect(), &pattern, SPECIALISATIONS);
}

#[test]
fn no_preset_is_named_outside_the_rules() {
    let names: Vec<&str> = presets().map(|(_, preset)| preset.name).collect();
    let pattern = format!("[\"'`]({})[\"'`]", names.join("|"));
    let beside = source::product().into_iter();
    let beside = beside.filter(|source| !source.path.starts_with("crates/hotdice-games/"));
    never_in(RULE, &beside.collect(), &pattern, NAMES, |source| {
        &source.text
    });
    never_in(RULE, &source::page(), &pattern, PAGE, |source| &source.text);
}

/// Where a value goes back to the game that made it.
const CASTS: &[Exception] = &[
    except(
        "crates/hotdice-bots/src/play_outs.rs",
        "players go on from positions of their own game",
    ),
    except(
        "crates/hotdice-bots/src/player.rs",
        "a player is asked about positions of its own game",
    ),
    except(
        "crates/hotdice-bots/src/push_luck/quick.rs",
        "quick players go on from positions of their own game",
    ),
    except(
        "crates/hotdice-bots/src/specialization",
        "the one place where specialisations are looked up",
    ),
    except(
        "crates/hotdice-core/src/graph.rs",
        "a graph is laid out from a position of its own game",
    ),
    except(
        "crates/hotdice-solve/src/oracle.rs",
        "an oracle is asked about positions of its own game",
    ),
];

#[test]
fn no_game_is_asked_what_it_is() {
    let rule = "Games are used through their traits: a downcast is a list of games in the making.";
    never(rule, &source::product(), r"\.as_any\(\)", CASTS);
}
