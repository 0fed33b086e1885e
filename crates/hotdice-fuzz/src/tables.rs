//! Tables: events read back, and a log that cannot be true changes nothing.

use hotdice_table::{Table, TableEvent, TableId};

/// An event that reads is written as a line that reads as the same event.
pub fn table_event(text: &str) {
    if let Ok(event) = text.parse::<TableEvent>() {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
}

/// A log of one event to a line: what a table refuses leaves it as it was, and what it takes is all there is to it.
pub fn table_log(text: &str) {
    let mut events = text.lines().filter_map(|line| line.parse().ok());
    let id = TableId::from_bytes([0; TableId::LENGTH]);
    let Some(Ok(mut table)) = events.next().map(|opened| {
        let table = Table::open(id, &opened);
        table.map(|table| (table, vec![opened]))
    }) else {
        return;
    };
    events.for_each(|event| happen(&mut table, event));
    let (table, log) = table;
    let again = Table::replay(id, &log).expect("what was taken once is taken again");
    assert_eq!(format!("{again:?}"), format!("{table:?}"));
    assert_eq!(table.seq(), log.len() as u64);
}

fn happen((table, log): &mut (Table, Vec<TableEvent>), event: TableEvent) {
    let before = format!("{table:?}");
    match table.apply(&event) {
        Ok(_) => log.push(event),
        Err(_) => assert_eq!(format!("{table:?}"), before),
    }
}
