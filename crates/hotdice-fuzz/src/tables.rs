//! Tables: events read back, and a log that cannot be true changes nothing.

use hotdice_table::fair::Croupier;
use hotdice_table::{Table, TableEvent, TableId};

/// An event that reads is written as a line that reads as the same event.
pub fn table_event(text: &str) {
    if let Ok(event) = text.parse::<TableEvent>() {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
}

/// A log of one event to a line: what a table refuses leaves it as it was, and what it takes is all there is to it.
pub fn table_log(text: &str) {
    let events: Vec<TableEvent> = text.lines().flat_map(str::parse).collect();
    let id = TableId::from_bytes([0; TableId::LENGTH]);
    let croupier = events.iter().find_map(|event| match event {
        TableEvent::Ended(seed, _) => Some(Croupier::new(id, seed.0)),
        _ => None,
    });
    let mut events = events.into_iter();
    let Some(Ok(mut table)) = events.next().map(|opened| {
        let table = Table::open(id, &opened);
        table.map(|table| (table, vec![opened]))
    }) else {
        return;
    };
    events.for_each(|event| happen(&mut table, event, croupier.as_ref()));
    let (table, log) = table;
    let again =
        Table::replay(id, &log, croupier.as_ref()).expect("what was taken once is taken again");
    assert_eq!(format!("{again:?}"), format!("{table:?}"));
    assert_eq!(table.seq(), log.len() as u64);
}

fn happen(
    (table, log): &mut (Table, Vec<TableEvent>),
    event: TableEvent,
    croupier: Option<&Croupier>,
) {
    let before = format!("{table:?}");
    let checked = table.check(event.clone(), croupier);
    match checked.and_then(|checked| table.apply(&checked)) {
        Ok(_) => log.push(event),
        Err(_) => assert_eq!(format!("{table:?}"), before),
    }
}
