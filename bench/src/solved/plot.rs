//! Plain plots: curves over two axes, as SVG with a background of its own.

use std::fmt::Write;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 500.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 430.0;

/// The least distance between two names at the right edge.
const NAME_HEIGHT: f64 = 19.0;

/// Colours that people who do not see all of them can tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#6a3d9a", "#444444",
];

/// Curves over two axes.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) curves: Vec<Curve>,
}

/// An axis with a line at every step.
pub(super) struct Axis {
    label: &'static str,
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    pub(super) const fn new(label: &'static str, from: f64, to: f64, step: f64) -> Self {
        Self {
            label,
            from,
            to,
            step,
        }
    }

    fn part(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.to - self.from) / self.step).round() as u32;
        (0..=count).map(|tick| self.from + f64::from(tick) * self.step)
    }
}

enum Look {
    Solid,
    Dashed,
    Filled,
}

/// A curve with its name.
pub(super) struct Curve {
    name: String,
    look: Look,
    points: Vec<(f64, f64)>,
}

impl Curve {
    pub(super) fn solid(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Self {
        Self::new(name, Look::Solid, points)
    }

    pub(super) fn dashed(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Self {
        Self::new(name, Look::Dashed, points)
    }

    pub(super) fn filled(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Self {
        Self::new(name, Look::Filled, points)
    }

    fn new(name: &str, look: Look, points: impl Iterator<Item = (f64, f64)>) -> Self {
        Self {
            name: name.to_owned(),
            look,
            points: points.collect(),
        }
    }
}

impl Chart {
    /// Draws the chart.
    pub(super) fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"15\" fill=\"#222\">\n\
             <title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\" fill=\"#fdfdfb\"/>\n\
             <text x=\"{LEFT}\" y=\"34\" font-size=\"19\" font-weight=\"bold\">{title}</text>\n",
            title = self.title
        );
        self.draw_grid(&mut svg);
        for (curve, colour) in std::iter::zip(&self.curves, COLOURS) {
            self.draw_curve(&mut svg, curve, colour);
        }
        self.draw_names(&mut svg);
        svg + "</svg>\n"
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.x.part(value) * (RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - self.y.part(value) * (BOTTOM - TOP)
    }

    fn draw_grid(&self, svg: &mut String) {
        for tick in self.x.ticks() {
            let x = self.x(tick);
            draw_line(svg, [x, TOP, x, BOTTOM], "#e4e4e0");
            let y = BOTTOM + 22.0;
            text(svg, [x, y], "middle", &number(tick));
        }
        for tick in self.y.ticks() {
            let y = self.y(tick);
            let colour = if tick == 0.0 { "#777" } else { "#e4e4e0" };
            draw_line(svg, [LEFT, y, RIGHT, y], colour);
            text(svg, [LEFT - 9.0, y + 5.0], "end", &number(tick));
        }
        let middle = f64::midpoint(LEFT, RIGHT);
        text(svg, [middle, HEIGHT - 18.0], "middle", self.x.label);
        let (x, y) = (22.0, f64::midpoint(TOP, BOTTOM));
        write(
            svg,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" transform=\"rotate(-90 {x} {y})\">{}</text>\n",
                self.y.label
            ),
        );
    }

    fn draw_curve(&self, svg: &mut String, curve: &Curve, colour: &str) {
        let inside = curve
            .points
            .iter()
            .filter(|(x, _)| (self.x.from..=self.x.to).contains(x));
        let points: Vec<String> = inside
            .map(|&(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y)))
            .collect();
        let points = points.join(" ");
        if matches!(curve.look, Look::Filled) {
            let area = format!("{LEFT},{BOTTOM} {points} {RIGHT},{BOTTOM}");
            write(
                svg,
                format_args!(
                    "<polygon points=\"{area}\" fill=\"{colour}\" fill-opacity=\"0.15\"/>\n"
                ),
            );
        }
        let (width, dashes) = match curve.look {
            Look::Solid => (2.2, ""),
            Look::Dashed => (2.2, " stroke-dasharray=\"8 5\""),
            Look::Filled => (1.3, ""),
        };
        write(
            svg,
            format_args!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\"{dashes}/>\n"
            ),
        );
    }

    /// Writes the names where the curves end, pushed apart; those of filled curves, which all end at the bottom, where
    /// there is room.
    fn draw_names(&self, svg: &mut String) {
        let is_filled = |curve: &Curve| matches!(curve.look, Look::Filled);
        let mut names: Vec<(f64, &str, &str)> = std::iter::zip(&self.curves, COLOURS)
            .enumerate()
            .filter_map(|(place, (curve, colour))| {
                let &(_, end) = curve.points.last()?;
                let y = if is_filled(curve) {
                    TOP + 20.0 + place as f64 * (NAME_HEIGHT + 4.0)
                } else {
                    self.y(end)
                };
                Some((y, colour, curve.name.as_str()))
            })
            .collect();
        names.sort_by(|one, other| one.0.total_cmp(&other.0));
        let x = if self.curves.iter().any(is_filled) {
            RIGHT - 190.0
        } else {
            RIGHT + 10.0
        };
        let mut free = TOP;
        for (y, colour, name) in names {
            let y = y.max(free);
            free = y + NAME_HEIGHT;
            let y = y + 5.0;
            write(
                svg,
                format_args!(
                    "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{colour}\" font-weight=\"bold\">{name}</text>\n"
                ),
            );
        }
    }
}

fn draw_line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], colour: &str) {
    write(
        svg,
        format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>\n"
        ),
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    write(
        svg,
        format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n"),
    );
}

fn write(svg: &mut String, what: std::fmt::Arguments<'_>) {
    svg.write_fmt(what).expect("a string takes any text");
}

/// Returns a number of an axis with commas between thousands.
fn number(value: f64) -> String {
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    format!(
        "{sign}{}",
        super::table::grouped(value.abs().round() as u64)
    )
}
