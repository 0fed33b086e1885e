//! Sitting at a table of a server: taking turns, or watching.

use anyhow::anyhow;
use hotdice_client::KnownSeat;
use hotdice_table::TableId;
use hotdice_tui::job::Bell;
use hotdice_tui::plain::{Console, PlayUntil, TableExit, play, wait_for_start};
use hotdice_tui::session::{Arrival, Leaving, Link, OnlineSession, TableAccess};

use super::desk::OnlineDesk;
use crate::cli_result::{CliResult, Stop};
use crate::stopping::StopNotice;

/// Plays a seat.
pub(super) fn take_turns(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
    name: Option<&str>,
    until: PlayUntil,
) -> CliResult {
    let seat = desk.seat(table, name)?;
    let go_on = match name {
        Some(name) => format!("hotdice online turn {table} --as '{name}'"),
        None => format!("hotdice online turn {table}"),
    };
    let waits = format!("Your seat waits. Go on with: {go_on}");
    let parting = StopNotice::new({
        let waits = waits.clone();
        move || waits.clone()
    });
    let exit = sit(console, desk, table, Some(seat.clone()), until)?;
    drop(parting);
    match exit {
        TableExit::TurnOver => Ok(()),
        TableExit::Finished(record) => {
            let Some(path) = record.and_then(|record| record.path) else {
                return Ok(());
            };
            let path = path.display();
            Ok(console.say(&format!(
                "The record is in {path}\n\
                 How much was luck?   hotdice analyse '{path}'\n\
                 Were the dice fair?  hotdice verify '{path}'\n\
                 Once more?           hotdice online rematch {table}"
            ))?)
        }
        TableExit::Left(how) => {
            if how == Leaving::Abandon {
                let client = desk.client(Some(table))?;
                desk.ask("Telling the table", || {
                    client.leave(table.as_str(), &seat.token)
                })?;
            }
            Ok(console.say(&waits)?)
        }
        TableExit::InputEnded => Err(Stop::Failed(anyhow!(
            "the input ended in the middle of the game. Your seat waits; go on with: {go_on}"
        ))),
        TableExit::Failed(error) => Err(Stop::ui(error)),
    }
}

/// Tells what happens at a table until its game is over.
pub(super) fn watch(console: &mut Console<'_>, desk: &OnlineDesk, table: TableId) -> CliResult {
    match sit(console, desk, table, None, PlayUntil::TheEnd)? {
        TableExit::Failed(error) => Err(Stop::ui(error)),
        _ => Ok(()),
    }
}

fn sit(
    console: &mut Console<'_>,
    desk: &OnlineDesk,
    table: TableId,
    seat: Option<KnownSeat>,
    until: PlayUntil,
) -> CliResult<TableExit> {
    let client = desk.client(Some(table))?;
    let access = TableAccess {
        seat,
        ..TableAccess::watching(client.server().clone(), table.as_str())
    };
    let arrival = desk.ask("Looking at the table", || access.arrive(&client))?;
    let Arrival { access, view } = arrival;
    let (bell, signals) = Bell::new();
    let mut link = Link::new(access, view, &bell, &*desk.here);
    wait_for_start(console, &mut link, &signals)?;
    let mut session = OnlineSession::new(link, desk.here.clone());
    Ok(play(console, &mut session, &signals, until)?)
}
