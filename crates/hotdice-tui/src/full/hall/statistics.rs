//! Statistics of all finished games.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;

use super::survey::Survey;
use crate::full::canvas::{Canvas, ROOMY};
use crate::full::picture::{PlotCurve, plot, wrapped};
use crate::full::screen::{Cx, KeyHint, Navigation, Screen};
use crate::full::widgets::Page;
use crate::journal::{ASKED, UNASKED};
use crate::statistics::{Statistics, TableWidth};

/// The statistics of whoever plays here.
pub(super) struct StatisticsScreen {
    survey: Survey,
    found: Option<Result<Statistics, String>>,
    page: Page,
}

/// How high the curve is drawn.
const CURVE: u16 = 9;

impl StatisticsScreen {
    pub(super) fn new(cx: &Cx) -> Self {
        Self {
            survey: Survey::start(UNASKED, cx),
            found: None,
            page: Page::default(),
        }
    }

    fn skipped(&self) -> usize {
        match &self.found {
            Some(Ok(statistics)) => statistics.skipped,
            _ => 0,
        }
    }

    fn lines(&self, canvas: &Canvas<'_, '_>) -> Vec<Line<'static>> {
        let look = canvas.look;
        let width = usize::from(canvas.area.width);
        let table = if width < ROOMY.0.into() {
            TableWidth::Narrow
        } else {
            TableWidth::Wide
        };
        let lines = match &self.found {
            None => Vec::new(),
            Some(Ok(statistics)) => statistics.lines(table),
            Some(Err(trouble)) => return vec![Line::styled(format!(" ! {trouble}"), look.bad)],
        };
        let lines = lines.into_iter();
        let lines = lines.flat_map(|line| wrapped(&Line::from(format!(" {line}")), width));
        let busy = self.survey.in_words();
        let busy = busy.map(|words| Line::styled(format!(" {words}"), look.faint));
        busy.into_iter().chain(lines).collect()
    }

    fn draw_curve(&self, canvas: &mut Canvas<'_, '_>, accuracy: &[f64]) {
        let points = (0..).map(f64::from).zip(accuracy.iter().copied());
        let points: Vec<(f64, f64)> = points.collect();
        let curve = PlotCurve {
            name: String::new(),
            style: canvas.look.accent,
            points: &points,
        };
        let area = canvas.area;
        let inner = &mut canvas.framed(area, "Accuracy over time");
        plot(inner, &[curve], (0.0, 1.0), &|height| {
            format!("{:.0}%", 100.0 * height)
        });
    }
}

impl Screen for StatisticsScreen {
    fn title(&self) -> String {
        "Your statistics".to_owned()
    }

    fn draw(&mut self, canvas: &mut Canvas<'_, '_>) {
        let lines = self.lines(canvas);
        let accuracy = match &self.found {
            Some(Ok(statistics)) => &statistics.accuracy[..],
            _ => &[],
        };
        let height = if canvas.is_roomy() && accuracy.len() > 1 {
            CURVE
        } else {
            0
        };
        let rows = [Constraint::Min(0), Constraint::Length(height)];
        let [upper, lower] = Layout::vertical(rows).areas(canvas.area);
        if height > 0 {
            self.draw_curve(&mut canvas.part(lower), accuracy);
        }
        self.page.draw(&mut canvas.part(upper), &lines);
    }

    fn keys(&self) -> Vec<KeyHint> {
        let mut keys = vec![KeyHint::new(KeyCode::Down, "↑↓ jk", "scroll")];
        if self.skipped() > 0 {
            keys.push(KeyHint::new(KeyCode::Char('a'), "a", "analyse all"));
        }
        keys.push(KeyHint::new(KeyCode::Esc, "Esc q", "back"));
        keys
    }

    fn press(&mut self, key: KeyCode, cx: &mut Cx) -> Navigation {
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Navigation::Back,
            KeyCode::Char('a') if self.skipped() > 0 => self.survey = Survey::start(ASKED, cx),
            key => {
                self.page.press(key);
            }
        }
        Navigation::Stay
    }

    fn wake(&mut self, cx: &mut Cx) -> Navigation {
        if let Some(found) = self.survey.poll() {
            let you = &cx.settings.name;
            self.found = Some(found.map(|entries| Statistics::of(&entries, you)));
        }
        Navigation::Stay
    }
}
