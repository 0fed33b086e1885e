//! The promises of the fuzz targets, on every run of the tests.

use hotdice_fuzz::GAMES;
use proptest::collection::vec;
use proptest::prelude::*;

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..most)
}

/// The byte that picks a game, and a text made of the words of all games.
fn phrase() -> impl Strategy<Value = Vec<u8>> {
    let words = "(keep|hold|bank|roll|place|move|enter|first|card|score|turn=|scores=|next=|full-house|none| |,|:|-|[0-6]){0,12}";
    (0..GAMES.len() as u8, words)
        .prop_map(|(game, words)| [vec![game], words.into_bytes()].concat())
}

/// Slips of the pen, each of a place and a letter: mostly one digit for another.
fn edits() -> impl Strategy<Value = Vec<u8>> {
    let letter = prop_oneof![4 => b'0'..=b'9', 1 => any::<u8>()];
    let edits = vec((any::<u8>(), letter), 0..4);
    edits.prop_map(|edits| {
        let pairs = edits.into_iter().map(|(place, letter)| [place, letter]);
        pairs.flatten().collect()
    })
}

/// A rules line: a preset, perhaps one that does not exist, with parameters that mostly do.
fn rules() -> impl Strategy<Value = String> {
    let name = "(farkle|zilch|cheese|kata|yatzy|yahtzee|maxi-yatzy|tridice|pig|[a-z]{1,6})";
    let parameter = "(target|opening|kinds|hot|deck|seats|rows|dice|rolls|busts|[a-z_]{1,6})=([0-9]{1,7}|none|full|forced|1-4|3:-500|[a-z0-9+:/-]{0,8})";
    (name, vec(parameter, 0..4))
        .prop_map(|(name, parameters)| format!("{name}({})", parameters.join(",")))
}

/// A record with some events that may be possible.
fn record() -> impl Strategy<Value = String> {
    let event = "(rolled [1-6]( [1-6]){5}|acted [12] (bank|roll|keep [1-6]( [1-6]){0,2})|agreed|ended [12])";
    (rules(), vec(event, 0..6)).prop_map(|(rules, events)| {
        let header =
            format!("hotdice record 1\nrules {rules}\ndice unknown\nseat 1 Ada\nseat 2 Bo\n\n");
        header + &events.join("\n")
    })
}

/// One line of a table's log, which mostly is an event.
fn event() -> impl Strategy<Value = String> {
    let opened = "opened seats=[0-4] clock=(off|0|60) standin=(careful|a b|) coach=(on|off) after=(-|k7w2m9x4ab|x) commitment=[0-9a-f]{64} rules=(pig|farkle|tridice|no)";
    let gathering = "(joined [0-4] (bot:[a-z ]{0,9}|[0-9a-f]{64} (Ada|Bo| C|)|[0-9a-f]{63} Ada)|withdrew [0-4]|started)";
    let playing = "(rolled [1-6]{1,2}|acted [0-3] (roll|hold|bank|keep 1)|(left|returned|offered) [0-4]|replaced [0-3] (careful|a b|)|agreed)";
    let over = "(ended [0-9a-f]{64}( [0-4]){0,2}|rematch (k7w2m9x4ab|K7W2M-9X4AB|x))";
    prop_oneof![opened, gathering, playing, over]
}

/// A log that begins as one should.
fn log() -> impl Strategy<Value = String> {
    let events = vec(event(), 0..12);
    (2..4_u8, events).prop_map(|(seats, events)| {
        let commitment = "0".repeat(64);
        let opened = format!(
            "opened seats={seats} clock=off standin=careful coach=off after=- commitment={commitment} rules=pig\n\
             joined 1 bot:careful\njoined 2 bot:random\n"
        );
        opened + &events.join("\n")
    })
}

/// JSON that is mostly a request or an answer; the first byte says which.
fn json() -> impl Strategy<Value = Vec<u8>> {
    let name = "(rules|seats|clock|standin|coach|name|entropy|bot|seq|action|expect|emote|table|token|events|kind|line|story|at|code|title|status|detail|parts|choices|x)";
    let value = "(1|2|-1|0|true|null|\"pig\"|\"hello\"|\"k7w2m9x4ab\"|\"bank\"|\"acted\"|\"stale\"|\\[\\]|\\{\\}|\"\\\\u0000\"|1e99|18446744073709551615)";
    let field = (name, value).prop_map(|(name, value)| format!("\"{name}\":{value}"));
    (any::<u8>(), vec(field, 0..6)).prop_map(|(first, fields)| {
        let object = format!("{{{}}}", fields.join(","));
        [vec![first], object.into_bytes()].concat()
    })
}

proptest! {
    #[test]
    fn what_goes_over_the_wire(bytes in prop_oneof![json(), bytes(60)]) {
        hotdice_fuzz::wire(&bytes);
    }

    #[test]
    fn streams(text in "((event|data|id|retry|)(:|: |)(log|[{}\":a-z0-9]{0,12})?(\n|\r\n|\n\n)){0,12}|\\PC{0,60}") {
        hotdice_fuzz::stream(text.as_bytes());
    }

    #[test]
    fn requests(route in any::<u8>(), who in any::<u8>(), more in "[ -~]{0,12}", key in "[ -~]{0,40}", last in "[0-9]{0,21}", body in prop_oneof![json(), bytes(40)]) {
        let lines = format!("{more}\n{key}\n{last}\n");
        hotdice_fuzz::request(&[&[route, who], lines.as_bytes(), body.get(1..).unwrap_or_default()].concat());
    }

    #[test]
    fn messages_of_the_bus(text in "[0-9a-z]{9,11}\n-?[0-9]{0,21}|(sqlite:|postgres://)?[a-z:@/.%0-9\\[\\]-]{0,30}|\\PC{0,40}") {
        hotdice_fuzz::bus(&text);
    }

    #[test]
    fn addresses(text in "(https?://)?[a-z0-9.@:\\[\\]/?#-]{0,30}|[0-9a-f]{64}|\\PC{0,40}") {
        hotdice_fuzz::address(&text);
    }

    #[test]
    fn events_of_a_table(text in prop_oneof![event(), "\\PC{0,80}"]) {
        hotdice_fuzz::table_event(&text);
    }

    #[test]
    fn logs_of_a_table(text in log()) {
        hotdice_fuzz::table_log(&text);
    }

    #[test]
    fn dice(text in "[0-7 ,a-z]{0,20}|none|\\PC{0,20}") {
        hotdice_fuzz::dice(&text);
    }

    #[test]
    fn rules_lines(text in prop_oneof![rules(), "\\PC{0,40}"]) {
        hotdice_fuzz::rules(&text);
    }

    #[test]
    fn actions(bytes in prop_oneof![phrase(), bytes(40)]) {
        hotdice_fuzz::action(&bytes);
    }

    #[test]
    fn rolls(bytes in prop_oneof![phrase(), bytes(40)]) {
        hotdice_fuzz::roll(&bytes);
    }

    #[test]
    fn states(bytes in prop_oneof![phrase(), bytes(60)]) {
        hotdice_fuzz::state(&bytes);
    }

    #[test]
    fn states_with_slips_of_the_pen(game in any::<u8>(), events in bytes(40), edits in edits()) {
        let bytes = [vec![game, events.len() as u8], events, edits].concat();
        hotdice_fuzz::edited_state(&bytes);
    }

    #[test]
    fn records(text in prop_oneof![record(), "\\PC{0,80}"]) {
        hotdice_fuzz::record(&text);
    }

    #[test]
    fn listed_is_accepted_and_nothing_else(bytes in bytes(50)) {
        hotdice_fuzz::listed(&bytes);
    }
}
