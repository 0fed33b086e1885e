//! Curves: how chances changed in the course of a game.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

use crate::full::canvas::Canvas;

/// A curve with a name.
pub(crate) struct PlotCurve<'a> {
    pub(crate) name: String,
    pub(crate) style: Style,
    pub(crate) points: &'a [(f64, f64)],
}

/// Draws curves between 0 and 1, or as high as they go, with `label` written at a height.
pub(crate) fn plot(
    canvas: &mut Canvas<'_, '_>,
    curves: &[PlotCurve<'_>],
    (low, high): (f64, f64),
    label: &dyn Fn(f64) -> String,
) {
    let area = canvas.area;
    if area.width < 12 || area.height < 3 {
        return;
    }
    let points = curves.iter().flat_map(|curve| curve.points);
    let last = points.map(|(x, _)| *x).fold(1.0, f64::max);
    let datasets = curves.iter().map(|curve| {
        Dataset::default()
            .name(curve.name.clone())
            .marker(Marker::Braille)
            .graph_type(GraphType::Line)
            .style(curve.style)
            .data(curve.points)
    });
    let faint = canvas.look.faint;
    let labels = [low, (low + high) / 2.0, high].map(|height| Span::styled(label(height), faint));
    let chart = Chart::new(datasets.collect())
        .x_axis(Axis::default().style(faint).bounds([0.0, last]))
        .y_axis(
            Axis::default()
                .style(faint)
                .bounds([low, high])
                .labels(labels),
        )
        .legend_position(None);
    canvas.put(chart, Rect { ..area });
}
