//! Anderson acceleration of a fixed-point iteration x ← G(x).
//!
//! # Why it helps
//! Near the fixed point G is nearly linear, and the errors of a plain iteration shrink by the eigenvalues of its Jacobian. A linear
//! combination of the last few outputs whose combined residual G(x) − x is smallest cancels the slowest of these modes: it is
//! GMRES for as long as G is linear. Only the next input changes. G stays what it is, and so does its fixed point.
//!
//! # When to stop
//! That is an estimate. If plain steps contract by q, the fixed point is at most q / (1 − q) times the last residual away from the
//! last output. What is known of q is by how much outputs differed beside their inputs, from step to step. The largest such ratio of
//! all steps counts, the first plain steps included: later ones say little about the modes that acceleration has removed.

use std::collections::VecDeque;

/// How many past steps are combined. More would mostly add rounding: the residuals of old steps are thousands of times as large.
const DEPTH: usize = 3;

/// How many vectors there are at a time, at most: the input, the step and what is left of it, and past changes with their directions.
pub(super) const VECTORS: usize = 1 + 2 * 2 + 2 * 2 * DEPTH;

/// The share of the square of a change, left after newer changes are taken out of it, below which nothing but rounding is left.
const PARALLEL: f64 = 1e-10;

/// The contraction that is assumed at most: beyond it nothing could be said about what is still to come.
const SLOWEST: f64 = 0.99;

/// How many times as large as the one before a residual is at least when the past has misled.
const MISLED: f64 = 10.0;

/// The past of one iteration.
#[derive(Default)]
pub(super) struct Anderson {
    last: Option<Iterate>,
    /// How outputs and residuals changed from step to step, the newest first.
    changes: VecDeque<Iterate>,
    /// The largest contraction seen.
    contraction: Option<f64>,
}

/// What came out of a step, and by how much it differs from what went in.
#[derive(Clone)]
struct Iterate {
    output: Vec<f64>,
    residual: Vec<f64>,
}

impl Iterate {
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

    /// Returns how large the difference of the outputs is, relative to that of the inputs; 0 where the inputs are equal.
    fn contraction(&self) -> f64 {
        let outputs = largest(&self.output);
        let inputs = largest(&difference(&self.output, &self.residual));
        if inputs > 0.0 { outputs / inputs } else { 0.0 }
    }
}

impl Anderson {
    /// Learns that `input` led to `output`, and returns what to put in next.
    ///
    /// When the residual grows a lot, the past has misled: it is forgotten, and a plain step follows.
    pub(super) fn next(&mut self, input: &[f64], output: Vec<f64>) -> Vec<f64> {
        let residual = difference(&output, input);
        let step = Iterate { output, residual };
        if let Some(last) = self.last.take() {
            let change = step.minus(&last);
            let seen = change.contraction();
            self.contraction = Some(self.contraction.map_or(seen, |most| most.max(seen)));
            self.changes.push_front(change);
            self.changes.truncate(DEPTH);
            if largest(&step.residual) > MISLED * largest(&last.residual) {
                self.changes.clear();
            }
        }
        let next = self.mix(&step);
        self.last = Some(step);
        next
    }

    /// Returns the largest residual of the last step.
    pub(super) fn residual(&self) -> f64 {
        let last = self.last.as_ref();
        last.map_or(f64::INFINITY, |last| largest(&last.residual))
    }

    /// Estimates how far the last output is from the fixed point. Before there are two steps, nothing is known.
    pub(super) fn error(&self) -> f64 {
        self.contraction.map_or(f64::INFINITY, |seen| {
            let seen = seen.min(SLOWEST);
            self.residual() * seen / (1.0 - seen)
        })
    }

    /// Takes the past changes out of a step that leave the smallest sum of squares of its residual; returns what is left of its
    /// output.
    ///
    /// The newest change comes first, and each is made orthogonal to those before it (modified Gram-Schmidt). A change that is nearly
    /// parallel to newer ones teaches nothing and is left out.
    fn mix(&self, step: &Iterate) -> Vec<f64> {
        let mut rest = step.clone();
        let mut directions: Vec<Iterate> = Vec::new();
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

fn largest(numbers: &[f64]) -> f64 {
    numbers
        .iter()
        .map(|number| number.abs())
        .fold(0.0, f64::max)
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
    fn the_error_is_judged_by_the_largest_contraction_seen() {
        let mut anderson = Anderson::default();
        anderson.next(&[0.0], vec![1.0]);
        assert_eq!(anderson.error(), f64::INFINITY);
        // Outputs 0.25 apart for inputs that are 1 apart.
        anderson.next(&[1.0], vec![1.25]);
        assert!((anderson.error() - 0.25 / 3.0).abs() < 1e-15);
        // 0.05 for 1 is less, and 3 for 1 can only be called slow.
        anderson.next(&[2.0], vec![1.3]);
        assert!((anderson.error() - 0.7 / 3.0).abs() < 1e-15);
        anderson.next(&[1.0], vec![4.3]);
        assert!((anderson.error() - 3.3 * 99.0).abs() < 1e-9);
    }

    #[test]
    fn what_misled_is_forgotten() {
        let mut anderson = Anderson::default();
        anderson.next(&[0.0], vec![1.0]);
        assert_ne!(anderson.next(&[1.0], vec![1.5]), [1.5]);
        // A residual of 6 after one of 0.5.
        assert_eq!(anderson.next(&[2.0], vec![8.0]), [8.0]);
    }
}
