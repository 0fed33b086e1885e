//! What front ends leave alone: scores, legality, states, and text that the program made itself.

use crate::dependencies::{PRODUCT, direct};
use crate::source::{self, Sources};
use crate::{Exception, debt, except, never};

fn front_ends() -> Sources {
    let mut sources = source::rust(&[
        "hotdice",
        "hotdice-api",
        "hotdice-client",
        "hotdice-tui",
        "hotdice-wasm",
        "hotdice-wire",
    ]);
    sources.extend(source::in_folder("crates/hotdice-server/src"));
    sources
}

#[test]
fn front_ends_compute_no_scores() {
    const ASKED_FOR: &[Exception] = &[
        except(
            "crates/hotdice/src/commands/score.rs",
            "hotdice score: the player asks what dice score",
        ),
        except(
            "crates/hotdice-api/src/games.rs",
            "POST /api/v1/score: the same over HTTP",
        ),
    ];
    let rule = "Front ends compute no scores: choices carry their points.";
    never(
        rule,
        &front_ends(),
        r"\.(score|split|worth)\((dice|\*?roll|faces)\b|\.score\(",
        ASKED_FOR,
    );
}

#[test]
fn front_ends_compute_no_legality() {
    let rule = "Front ends compute no legality: the choices of a scene are all that can be done.";
    let pattern = r"\bfor_each_(action|roll)\b|\bhotdice_core::(Game|Position|Notation|Show)\b|\buse hotdice_core::\{[^}]*\b(Game|Position|Notation|Show)\b";
    never(rule, &front_ends(), pattern, &[]);
}

#[test]
fn the_page_computes_no_scores_and_no_legality() {
    let rule = "The page holds no rules: it draws scenes and sends a choice's notation back.";
    never(
        rule,
        &source::page(),
        r"\b(isLegal|legalActions|scoreOf|scoreDice|canKeep)\b",
        &[],
    );
}

#[test]
fn states_stay_at_the_table() {
    const ASKED_FOR: &[Exception] = &[
        except(
            "crates/hotdice-api/src/position.rs",
            "whoever asks brings the state along",
        ),
        except(
            "crates/hotdice-api/src/opening.rs",
            "whoever opens a table may bring the state along that it begins from",
        ),
        except(
            "crates/hotdice-api/src/view.rs",
            "a position that hides nothing can be played on from",
        ),
        debt(
            "crates/hotdice-tui/",
            "a decision of a finished game is tried again from its state",
        ),
    ];
    let rule = "A state never leaves the table: front ends get scenes, players that are programs get views.";
    let mut sources = source::rust(&[
        "hotdice-api",
        "hotdice-tui",
        "hotdice-client",
        "hotdice-wire",
    ]);
    sources.extend(source::in_folder("crates/hotdice-server/src/http"));
    never(
        rule,
        &sources,
        r"\bposition(\(\))?\.state\(\)|\bread_state\b|\bwrite_state\b",
        ASKED_FOR,
    );
}

/// What takes text apart.
const APART: &str = r"(r?split\w*|r?find|strip_\w+|(starts|ends)_with|contains|parse|char_indices|trim_\w*matches|lines|(r?match_?\w*))\b";

#[test]
fn text_that_the_program_made_is_never_read_back() {
    const WORDS: &[Exception] = &[
        except(
            "crates/hotdice-server/src/session.rs",
            "the log of a table is read from the store once",
        ),
        except(
            "crates/hotdice-server/src/store/copy.rs",
            "a log is checked before it moves to another store",
        ),
        debt(
            "crates/hotdice-tui/src/plain/menu.rs",
            "choices are folded by the verb of their notation",
        ),
    ];
    let rule = "Text that the program made is never read back: events, choices and parameters carry values.";
    let field = r"\.(line|story|label|sentence|notation|accepts|spans|narration)(\(\))?";
    let pattern = format!(
        r"{field}(\s*\.(as_str|as_deref|trim|iter|first|last|unwrap_or_default)\(\)\??)*\s*\.{APART}"
    );
    let mut sources = source::rust(&["hotdice", "hotdice-tui"]);
    sources.extend(source::in_folder("crates/hotdice-server/src"));
    never(rule, &sources, &pattern, WORDS);
    for name in PRODUCT {
        assert!(
            !direct(name).contains("regex"),
            "{name} is built with regex: {rule}"
        );
    }
}

#[test]
fn the_page_reads_no_text_back() {
    const WORDS: &[Exception] = &[debt(
        "web/src/explore/control.ts",
        "what a parameter accepts is a sentence",
    )];
    let rule = "Text that the program made is never read back: the page takes values from events and choices.";
    let field = r"\.(line|label|sentence|notation|values|accepts)\b\??";
    let apart = r"(split|match|matchAll|replace|search|slice|indexOf|startsWith|endsWith|includes|charAt|at)\(";
    let pattern = format!(r"{field}\.{apart}|/\.(exec|test)\([^()]*{field}\)");
    never(rule, &source::page(), &pattern, WORDS);
}

#[test]
fn text_becomes_an_action_once() {
    const EDGES: &[Exception] = &[
        except("crates/hotdice-core/src/", "where it is defined"),
        except(
            "crates/hotdice-games/src/",
            "each game reads its own notation",
        ),
        except(
            "crates/hotdice-table/src/",
            "a log is replayed from its text; a table reads what it is asked",
        ),
        except(
            "crates/hotdice-tui/",
            "what a player at this terminal typed or chose",
        ),
        except(
            "crates/hotdice/src/commands/daily.rs",
            "what somebody typed as an answer to the day",
        ),
        except(
            "crates/hotdice-wasm/src/tables.rs",
            "a bot thinks in another module, and sends text",
        ),
        except(
            "crates/hotdice-verify/src/replay.rs",
            "a record is a file of text",
        ),
        except(
            "crates/hotdice-verify/src/log.rs",
            "whether dice fall after an action is asked before a link is sent with it",
        ),
    ];
    let rule =
        "Text becomes an action once, at the edge: everything after that takes the checked action.";
    never(rule, &source::product(), r"\bread_action\(", EDGES);
}
