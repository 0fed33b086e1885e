//! What rules make of a game, in lines that fit a screen or a pipe.

use hotdice_wire::{ExploreAnswer, FigureAnswer};

use crate::plain::fold;

/// Says what rules make of a game, in lines of at most `width` letters where words allow it, with the difference to other
/// rules behind every figure that differs.
#[must_use]
pub fn effect(answer: &ExploreAnswer, than: Option<&ExploreAnswer>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for figure in &answer.figures {
        let before = than.and_then(|than| same_figure(than, figure));
        lines.extend(figure_lines(figure, before, width));
    }
    if !answer.busts.is_empty() {
        lines.push("dice  bust                stop at".to_owned());
    }
    for place in 0..answer.busts.len() {
        lines.push(dice_line(answer, than, place));
    }
    if let Some(why) = &answer.unsolved {
        lines.extend(fold(&format!("Not solved: {why}"), width, 2));
    }
    lines
}

fn same_figure<'a>(than: &'a ExploreAnswer, figure: &FigureAnswer) -> Option<&'a FigureAnswer> {
    than.figures.iter().find(|known| known.name == figure.name)
}

fn figure_lines(figure: &FigureAnswer, before: Option<&FigureAnswer>, width: usize) -> Vec<String> {
    let value = match figure.unit.as_str() {
        "chance" => per_cent(figure.value),
        _ => format!("{:.2}", figure.value),
    };
    let change = before.map(|before| figure.value - before.value);
    let change = change.map_or(String::new(), |change| match figure.unit.as_str() {
        "chance" => signed(100.0 * change, " %"),
        _ => signed(change, ""),
    });
    fold(&format!("{value}{change}  {}", figure.words), width, 4)
}

fn dice_line(answer: &ExploreAnswer, than: Option<&ExploreAnswer>, place: usize) -> String {
    let bust = answer.busts[place];
    let change = than.and_then(|than| Some(bust - than.busts.get(place)?));
    let change = change.map_or(String::new(), |change| signed(100.0 * change, ""));
    let bust = format!("{}{change}", per_cent(bust));
    let stop = answer.stops.get(place).copied();
    let was = than.and_then(|than| than.stops.get(place).copied());
    let was = was.filter(|was| Some(*was) != stop);
    let was = was.map_or(String::new(), |was| format!(" (was {})", total(Some(was))));
    format!("{:>4}  {bust:<18}  {}{was}", place + 1, total(stop))
}

fn per_cent(chance: f64) -> String {
    format!("{:.2} %", 100.0 * chance)
}

fn total(stop: Option<Option<u32>>) -> String {
    match stop.flatten() {
        Some(total) => total.to_string(),
        None => "never".to_owned(),
    }
}

/// Writes a difference with its sign; nothing where the digits that are shown are the same.
fn signed(change: f64, unit: &str) -> String {
    if change.abs() < 0.005 {
        String::new()
    } else {
        format!(" ({change:+.2}{unit})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(value: f64, stop: Option<u32>) -> ExploreAnswer {
        ExploreAnswer {
            rules: String::new(),
            figures: vec![FigureAnswer {
                name: "turn_value".to_owned(),
                value,
                words: "points that the best turn brings".to_owned(),
                unit: "points".to_owned(),
            }],
            busts: vec![value / 1000.0],
            stops: vec![stop],
            rolling: Vec::new(),
            unsolved: None,
        }
    }

    #[test]
    fn differences_stand_behind_what_differs() {
        let (now, before) = (answer(500.0, Some(300)), answer(450.0, None));
        assert_eq!(
            effect(&now, Some(&before), 44),
            [
                "500.00 (+50.00)  points that the best turn",
                "    brings",
                "dice  bust                stop at",
                "   1  50.00 % (+5.00)     300 (was never)",
            ]
        );
        assert_eq!(effect(&now, Some(&now), 60), effect(&now, None, 60));
    }
}
