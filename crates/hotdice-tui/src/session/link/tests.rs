//! What a link makes of what its threads report.

use super::*;
use crate::full::online_table as table;

fn view(seq: u64) -> TableView {
    TableView { seq, ..table() }
}

fn happened(seq: u64) -> Report {
    Report::Happened(Box::new(Event {
        seq,
        kind: EventKind::Acted,
        ..Event::default()
    }))
}

#[test]
fn a_server_that_has_gone_back_is_followed_from_where_it_is() {
    let access = TableAccess::watching("http://127.0.0.1:7878".parse().unwrap(), "k7w2m9x4ab");
    let (sender, reports) = mpsc::channel();
    let (looks, wishes) = mpsc::channel();
    let check = DiceCheck::new(&access, &view(50), None, mpsc::channel().0);
    let ends = LinkEnds {
        check: SharedCheck(Arc::new(Mutex::new(check))),
        client: Client::of(access.server.clone(), Patience::none()),
        hangup: Hangup::default(),
        reports,
        looks,
        known: Arc::default(),
    };
    let mut link = Link::over(ends, access, view(50), &Bell::new().0);
    link.told = 50;
    let mut hear = |reports: Vec<Report>| {
        reports
            .into_iter()
            .for_each(|report| sender.send(report).unwrap());
        link.hear();
        let told = std::iter::from_fn(|| link.next_event());
        let told: Vec<u64> = told.map(|event| event.seq).collect();
        (told, link.view().seq, link.is_caught_up())
    };
    assert_eq!(hear(vec![Report::Anew]).0, [0; 0]);
    wishes.recv().unwrap();
    let past: Vec<Report> = (1..=41).map(happened).collect();
    assert_eq!(hear(past).0, [0; 0], "until somebody has looked");
    let seen = Report::Saw(Box::new(view(40)));
    assert_eq!(hear(vec![seen]), (vec![41], 40, false));
    let seen = Report::Saw(Box::new(view(41)));
    assert_eq!(hear(vec![seen]), (vec![], 41, true));
}
