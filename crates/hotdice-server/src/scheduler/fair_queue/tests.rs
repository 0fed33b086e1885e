use super::*;

const LIMITS: QueueLimits = QueueLimits {
    running: 1,
    questions_of_payer: 4,
    questions: 10,
    workers: 2,
};

fn payer(number: u8) -> Payer {
    Payer::Table(TableId::from_bytes([number; TableId::LENGTH]))
}

fn ticket(number: u8) -> Ticket {
    Ticket {
        payer: payer(number),
        table: None,
        is_question: false,
    }
}

fn question(number: u8) -> Ticket {
    Ticket {
        is_question: true,
        ..ticket(number)
    }
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Adds jobs that are known by whose they are.
fn fill(queue: &mut FairQueue<u8>, number: u8, jobs: usize) {
    for _ in 0..jobs {
        queue.push(ticket(number), number).expect("no question");
    }
}

/// Does the next job, which takes some milliseconds; returns whose it was.
fn work(queue: &mut FairQueue<u8>, took: impl Fn(u8) -> u64) -> u8 {
    let (running, whose) = queue.pop().expect("a job");
    queue.finish(running, millis(took(whose)));
    whose
}

#[test]
fn who_asks_for_little_is_next_however_much_others_wait_for() {
    let mut queue = FairQueue::new(LIMITS);
    fill(&mut queue, 1, 1000);
    for _ in 0..20 {
        work(&mut queue, |_| 100);
    }
    fill(&mut queue, 2, 1);
    // The first may have had its turn already when the second came.
    let two = [work(&mut queue, |_| 100), work(&mut queue, |_| 100)];
    assert!(two.contains(&2), "{two:?}");
}

#[test]
fn time_is_shared_and_not_jobs() {
    let mut queue = FairQueue::new(LIMITS);
    fill(&mut queue, 1, 1000);
    fill(&mut queue, 2, 1000);
    let cost = |whose| if whose == 1 { 50 } else { 5 };
    let mut spent = [0, 0];
    for _ in 0..200 {
        let whose = work(&mut queue, cost);
        spent[usize::from(whose - 1)] += cost(whose);
    }
    let difference = spent[0].abs_diff(spent[1]);
    assert!(difference <= 100, "{spent:?}");
}

#[test]
fn nobody_saves_up_time_by_keeping_quiet() {
    let mut queue = FairQueue::new(LIMITS);
    fill(&mut queue, 1, 1000);
    fill(&mut queue, 2, 1);
    for _ in 0..500 {
        work(&mut queue, |_| 10);
    }
    fill(&mut queue, 2, 100);
    let both: Vec<u8> = (0..20).map(|_| work(&mut queue, |_| 10)).collect();
    let ones = both.iter().filter(|whose| **whose == 1).count();
    assert!((9..=11).contains(&ones), "{both:?}");
}

#[test]
fn tables_of_one_payer_take_turns() {
    let mut queue = FairQueue::new(LIMITS);
    let at = |table: u8| Ticket {
        table: Some(TableId::from_bytes([table; TableId::LENGTH])),
        ..ticket(1)
    };
    for _ in 0..50 {
        queue.push(at(1), 1).expect("no question");
    }
    for _ in 0..5 {
        work(&mut queue, |_| 10);
    }
    queue.push(at(2), 2).expect("no question");
    let two = [work(&mut queue, |_| 10), work(&mut queue, |_| 10)];
    assert!(two.contains(&2), "{two:?}");
}

#[test]
fn a_payer_never_has_all_workers() {
    let mut queue = FairQueue::new(LIMITS);
    fill(&mut queue, 1, 10);
    let (first, _) = queue.pop().expect("a job");
    assert!(queue.pop().is_none(), "one runs already");
    fill(&mut queue, 2, 1);
    let (_other, whose) = queue.pop().expect("a job of somebody else");
    assert_eq!(whose, 2);
    queue.finish(first, millis(1));
    assert_eq!(queue.pop().expect("the next").1, 1);
}

#[test]
fn questions_too_many_are_refused_until_others_are_done() {
    let mut queue = FairQueue::new(LIMITS);
    for _ in 0..LIMITS.questions_of_payer {
        queue.push(question(1), 1).expect("a place");
    }
    let (refused, _) = queue.push(question(1), 1).expect_err("one too many");
    assert_eq!(refused.retry, SHORTEST_RETRY);
    queue.push(question(2), 2).expect("somebody else");
    for _ in 0..30 {
        let (running, whose) = queue.pop().expect("a job");
        queue.finish(running, millis(8_000));
        queue.push(question(whose), whose).expect("a place again");
    }
    let (refused, _) = queue.push(question(1), 1).expect_err("one too many");
    // Two ask, and there are two workers: about as long as one question takes.
    let seconds = refused.retry.as_secs();
    assert!((6..=8).contains(&seconds), "{seconds}");
}

#[test]
fn when_all_places_are_taken_who_has_most_gives_way() {
    let mut queue = FairQueue::new(LIMITS);
    for number in [1, 1, 1, 1, 2, 2, 2, 3, 3, 4] {
        queue.push(question(number), number).expect("a place");
    }
    assert_eq!(queue.push(question(5), 5), Ok(Some(1)));
    assert!(queue.push(question(2), 2).is_err(), "nobody has more");
    assert_eq!(queue.waiting(), LIMITS.questions);
    let mut left: Vec<u8> = (0..LIMITS.questions)
        .map(|_| work(&mut queue, |_| 1))
        .collect();
    left.sort_unstable();
    assert_eq!(left, [1, 1, 1, 2, 2, 2, 3, 3, 4, 5]);
    assert!(queue.pop().is_none() && queue.accounts.is_empty());
}

#[test]
fn what_is_cleared_is_gone_and_what_runs_may_finish() {
    let mut queue = FairQueue::new(LIMITS);
    for _ in 0..3 {
        queue.push(question(1), 1).expect("a place");
    }
    let (running, _) = queue.pop().expect("a job");
    queue.clear();
    assert!(queue.pop().is_none());
    queue.finish(running, millis(1));
    assert_eq!(queue.waiting(), 0);
    queue.push(question(1), 1).expect("a place");
    assert_eq!(work(&mut queue, |_| 1), 1);
}
