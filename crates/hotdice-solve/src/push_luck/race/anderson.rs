//! Anderson acceleration of a fixed-point iteration x ← G(x).
//!
//! # Why it helps, and why it cannot do harm
//! Near the fixed point G is nearly linear, and the errors of a plain iteration shrink by the eigenvalues of its Jacobian. A linear
//! combination of the last few outputs whose combined residual G(x) − x is smallest cancels the slowest of these modes: it is
//! GMRES for as long as G is linear. The next input is only a better guess. What counts as converged is judged by the residual of
//! a plain step from it, so a bad guess costs a step and never an error.

use std::collections::VecDeque;

/// How many past steps are combined. More would mostly add rounding: the residuals of old steps are thousands of times as large.
const DEPTH: usize = 3;

/// The share of the square of a change, left after newer changes are taken out of it, below which nothing but rounding is left.
const PARALLEL: f64 = 1e-10;

/// The contraction that is assumed at most: beyond it nothing could be said about what is still to come.
const SLOWEST: f64 = 0.99;

/// The past of one iteration.
#[derive(Default)]
pub(super) struct Anderson {
    last: Option<Step>,
    /// How outputs and residuals changed from step to step, the newest first.
    changes: VecDeque<Step>,
}

/// What came out of a step, and by how much it differs from what went in.
#[derive(Clone)]
struct Step {
    output: Vec<f64>,
    residual: Vec<f64>,
}

impl Step {
    fn minus(&self, other: &Self) -> Self {
        Self {
            output: difference(&self.output, &other.output),
            residual: difference(&self.residual, &other.residual),
        }
    }

    /// Subtracts so much of another step that nothing of its residual is left in this one.
    fn remove(&mut self, other: &Self) {
        let part = dot(&self.residual, &other.residual) / dot(&other.residual, &other.residual);
        subtract(&mut self.output, part, &other.output);
        subtract(&mut self.residual, part, &other.residual);
    }

    /// Returns by how much outputs differ, as a share of the difference of inputs; between equal inputs nothing.
    fn contraction(&self) -> f64 {
        let outputs = largest(self.output.iter().copied());
        let inputs = largest(difference(&self.output, &self.residual).into_iter());
        if inputs > 0.0 { outputs / inputs } else { 0.0 }
    }
}

impl Anderson {
    /// Learns that `input` led to `output`, and returns what to put in next.
    pub(super) fn next(&mut self, input: &[f64], output: Vec<f64>) -> Vec<f64> {
        let residual = difference(&output, input);
        let step = Step { output, residual };
        if let Some(last) = self.last.take() {
            self.changes.push_front(step.minus(&last));
            self.changes.truncate(DEPTH);
        }
        let next = self.mix(&step);
        self.last = Some(step);
        next
    }

    /// Returns how much further plain steps would change in all, as a share of the last residual.
    ///
    /// With a contraction q that is q + q² + … = q / (1 − q). The contraction is the largest that was seen between the last steps:
    /// by how much outputs differed from each other, beside their inputs. Before there are two steps, all is still to come.
    pub(super) fn still_to_come(&self) -> f64 {
        let seen = self.changes.iter().map(Step::contraction);
        match seen.reduce(f64::max) {
            Some(seen) => {
                let seen = seen.min(SLOWEST);
                seen / (1.0 - seen)
            }
            None => 1.0,
        }
    }

    /// Takes the past changes out of a step that leave the smallest sum of squares of its residual; returns what is left of its
    /// output.
    ///
    /// The newest change comes first, and each is made orthogonal to those before it (modified Gram-Schmidt). A change that is nearly
    /// parallel to newer ones teaches nothing and is left out.
    fn mix(&self, step: &Step) -> Vec<f64> {
        let mut rest = step.clone();
        let mut directions: Vec<Step> = Vec::new();
        for change in &self.changes {
            let mut direction = change.clone();
            directions.iter().for_each(|newer| direction.remove(newer));
            let [left, all] = [&direction, change].map(|step| dot(&step.residual, &step.residual));
            if left > PARALLEL * all {
                rest.remove(&direction);
                directions.push(direction);
            }
        }
        rest.output
    }
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    std::iter::zip(a, b).map(|(a, b)| a - b).collect()
}

fn subtract(from: &mut [f64], part: f64, numbers: &[f64]) {
    for (from, number) in std::iter::zip(from, numbers) {
        *from -= part * number;
    }
}

fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(f64::abs).fold(0.0, f64::max)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    std::iter::zip(a, b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns A·x + b for a matrix whose eigenvalues are 0.9, 0.5 and −0.3.
    fn linear(x: &[f64]) -> Vec<f64> {
        vec![
            0.9 * x[0] + 0.2 * x[1] + 1.0,
            0.5 * x[1] - 0.1 * x[2] + 2.0,
            -0.3 * x[2] + 3.0,
        ]
    }

    #[test]
    fn a_linear_iteration_of_three_unknowns_ends_after_four_steps() {
        let (mut anderson, mut x) = (Anderson::default(), vec![0.0; 3]);
        for _ in 0..4 {
            x = anderson.next(&x, linear(&x));
        }
        for (x, g) in std::iter::zip(&x, linear(&x)) {
            assert!((x - g).abs() < 1e-10, "{x} is not {g}");
        }
    }

    #[test]
    fn an_iteration_at_rest_stays_there() {
        let (mut anderson, x) = (Anderson::default(), vec![0.25, 0.5]);
        assert_eq!(anderson.next(&x, x.clone()), x);
        assert_eq!(anderson.next(&x, x.clone()), x);
    }

    #[test]
    fn what_is_still_to_come_follows_from_the_contraction() {
        let mut anderson = Anderson::default();
        assert_eq!(anderson.still_to_come(), 1.0);
        let halved = |x: &[f64]| vec![0.5 * x[0] + 1.0];
        anderson.next(&[0.0], halved(&[0.0]));
        anderson.next(&[1.0], halved(&[1.0]));
        assert_eq!(anderson.still_to_come(), 1.0);
        let mut far_off = Anderson::default();
        far_off.next(&[0.0], vec![1.0]);
        far_off.next(&[1.0], vec![3.0]);
        assert!(far_off.still_to_come() > 98.0);
    }
}
