//! Nobody sees the seed or the key before the game is over.

use hotdice_core::{Bytes32, Seat, Throw, Viewer};
use hotdice_verify::formulas;

use crate::common::host::{Host, person};

/// Every way in which bytes might be printed.
fn spellings(bytes: Bytes32) -> [String; 3] {
    let list = format!("{:?}", &bytes.0[..8]);
    let list = list.trim_matches(['[', ']']).to_owned();
    let hex = bytes.to_string();
    [hex[..16].to_owned(), hex[..16].to_uppercase(), list]
}

#[test]
fn seed_and_key_are_shown_nowhere_before_the_end() {
    let mut host = Host::open("farkle(target=3000)", 2, 0x5e);
    let seed: [u8; 32] = std::array::from_fn(|place| 0xc1 ^ (7 * place as u8));
    host = Host::with(host.table.settings().clone(), host.table.id(), seed);
    host.join(person("Ada", 1)).unwrap();
    host.join(person("Bo", 2)).unwrap();
    let entropy: Vec<Bytes32> = host.table.entropy().into_iter().flatten().collect();
    let key = formulas::key(host.table.id().as_str(), Bytes32(seed), &entropy);
    let secrets = [spellings(Bytes32(seed)), spellings(key)].concat();
    let mut looked = 0;
    while !host.is_over() {
        let shown = everything_shown(&host);
        let leak = secrets.iter().find(|secret| shown.contains(*secret));
        assert_eq!(leak, None, "{shown}");
        looked += 1;
        host.act(&host.pick(looked).unwrap()).unwrap();
    }
    assert!(looked > 10);
    let shown = everything_shown(&host);
    assert!(
        shown.contains(&secrets[0]),
        "the test would see a seed that is shown"
    );
    assert!(!shown.contains(&secrets[3]), "the key is never shown");
}

fn everything_shown(host: &Host) -> String {
    let dice = host.croupier.dice(&host.table.entropy());
    let viewers = Seat::all(2).map(Viewer::Seat);
    let scenes: Vec<String> = viewers
        .map(|viewer| format!("{:?}", host.game().scene(viewer)))
        .collect();
    let log: Vec<String> = host.log.iter().map(ToString::to_string).collect();
    let refused = host
        .table
        .act(host.table.players()[0].id, 0, "roll", &host.croupier);
    let too_many = dice.roll(
        0,
        Throw {
            dice: 1,
            sides: 300,
        },
    );
    format!(
        "{:?} {:#?} {:?} {:?} {} {} {} {refused:?} {too_many:?}",
        host.croupier,
        host.croupier,
        dice,
        host.table,
        host.record(),
        scenes.concat(),
        log.join("\n"),
    )
}
