//! Measurements of this process, and their text for Prometheus.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

use metrics::atomics::AtomicU64;

use crate::lock;
use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};

/// The upper bounds of the buckets of metrics that end in `_seconds`.
const SECONDS: &[f64] = &[
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 1.0, 10.0,
];

/// The upper bounds of the buckets of other histograms.
const SIZES: &[f64] = &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0];

/// All metrics that were ever measured, by name and labels.
#[derive(Default)]
pub(crate) struct MetricsRegistry(Mutex<HashMap<Key, Metric>>);

#[derive(Clone)]
enum Metric {
    Counter(Arc<AtomicU64>),
    Gauge(Arc<AtomicU64>),
    Histogram(Arc<Buckets>),
}

/// A histogram: its bounds, and how many values fell below each of them.
struct Buckets {
    bounds: &'static [f64],
    counted: Mutex<Counted>,
}

#[derive(Clone)]
struct Counted {
    below: Vec<u64>,
    sum: f64,
    count: u64,
}

impl Buckets {
    fn new(name: &str) -> Self {
        let seconds = name.ends_with("_seconds");
        let bounds = if seconds { SECONDS } else { SIZES };
        let counted = Counted {
            below: vec![0; bounds.len()],
            sum: 0.0,
            count: 0,
        };
        let counted = Mutex::new(counted);
        Self { bounds, counted }
    }
}

impl HistogramFn for Buckets {
    fn record(&self, value: f64) {
        let mut counted = lock(&self.counted);
        for (bound, below) in self.bounds.iter().zip(&mut counted.below) {
            *below += u64::from(value <= *bound);
        }
        counted.sum += value;
        counted.count += 1;
    }
}

impl MetricsRegistry {
    /// Returns the registry of this process.
    pub(crate) fn global() -> Arc<Self> {
        static GLOBAL: OnceLock<Arc<MetricsRegistry>> = OnceLock::new();
        let install = || {
            let registry = Arc::<Self>::default();
            // Another recorder may be there already; then ours stays empty.
            drop(metrics::set_global_recorder(registry.clone()));
            registry
        };
        GLOBAL.get_or_init(install).clone()
    }

    fn metric(&self, key: &Key, new: impl FnOnce() -> Metric) -> Metric {
        let mut metrics = lock(&self.0);
        if let Some(metric) = metrics.get(key) {
            return metric.clone();
        }
        metrics.entry(key.clone()).or_insert_with(new).clone()
    }

    /// Returns all metrics in the text format of Prometheus.
    pub(crate) fn render(&self) -> String {
        let metrics = lock(&self.0);
        let mut lines: Vec<(&str, String, Metric)> = metrics
            .iter()
            .map(|(key, metric)| (key.name(), labels(key), metric.clone()))
            .collect();
        lines.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let (mut text, mut last) = (String::new(), "");
        for (name, labels, metric) in &lines {
            if *name != last {
                let kind = match metric {
                    Metric::Counter(_) => "counter",
                    Metric::Gauge(_) => "gauge",
                    Metric::Histogram(_) => "histogram",
                };
                let _ = writeln!(text, "# TYPE {name} {kind}");
                last = name;
            }
            metric.render(&mut text, name, labels);
        }
        text
    }
}

impl Metric {
    fn render(&self, text: &mut String, name: &str, labels: &str) {
        let all = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{labels}}}")
        };
        // Writing into a string cannot fail.
        let _ = match self {
            Self::Counter(value) => {
                writeln!(text, "{name}{all} {}", value.load(Ordering::Relaxed))
            }
            Self::Gauge(value) => {
                let value = f64::from_bits(value.load(Ordering::Relaxed));
                writeln!(text, "{name}{all} {value}")
            }
            Self::Histogram(buckets) => {
                let Counted { below, sum, count } = lock(&buckets.counted).clone();
                let comma = if labels.is_empty() { "" } else { "," };
                for (bound, below) in buckets.bounds.iter().zip(below) {
                    let bucket = format!("{name}_bucket{{{labels}{comma}le=\"{bound}\"}}");
                    let _ = writeln!(text, "{bucket} {below}");
                }
                let _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}");
                writeln!(text, "{name}_sum{all} {sum}\n{name}_count{all} {count}")
            }
        };
    }
}

/// Writes the labels of a metric.
fn labels(key: &Key) -> String {
    let label = |label: &metrics::Label| {
        let value = label.value().replace('\\', "\\\\").replace('"', "\\\"");
        format!("{}=\"{}\"", label.key(), value.replace('\n', "\\n"))
    };
    key.labels().map(label).collect::<Vec<_>>().join(",")
}

/// A name that was used for another kind of metric is not measured.
impl Recorder for MetricsRegistry {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        match self.metric(key, || Metric::Counter(Arc::default())) {
            Metric::Counter(counter) => Counter::from_arc(counter),
            _ => Counter::noop(),
        }
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        match self.metric(key, || Metric::Gauge(Arc::default())) {
            Metric::Gauge(gauge) => Gauge::from_arc(gauge),
            _ => Gauge::noop(),
        }
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        match self.metric(key, || {
            Metric::Histogram(Arc::new(Buckets::new(key.name())))
        }) {
            Metric::Histogram(histogram) => Histogram::from_arc(histogram),
            _ => Histogram::noop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_prometheus() {
        let registry = Arc::<MetricsRegistry>::default();
        metrics::with_local_recorder(&registry, || {
            metrics::counter!("hotdice_b_total").increment(2);
            metrics::counter!("hotdice_b_total").increment(1);
            metrics::gauge!("hotdice_a").set(1.5);
            let labels = [("route", "/a\"b"), ("status", "200")];
            metrics::histogram!("hotdice_c_seconds", &labels).record(0.03);
            metrics::histogram!("hotdice_d_size").record(2.0);
        });
        let text = registry.render();
        for line in [
            "# TYPE hotdice_a gauge\nhotdice_a 1.5\n# TYPE hotdice_b_total counter\nhotdice_b_total 3\n# TYPE hotdice_c_seconds histogram\n",
            "hotdice_c_seconds_bucket{route=\"/a\\\"b\",status=\"200\",le=\"0.02\"} 0\n",
            "hotdice_c_seconds_bucket{route=\"/a\\\"b\",status=\"200\",le=\"0.05\"} 1\n",
            "hotdice_c_seconds_bucket{route=\"/a\\\"b\",status=\"200\",le=\"+Inf\"} 1\n",
            "hotdice_c_seconds_sum{route=\"/a\\\"b\",status=\"200\"} 0.03\nhotdice_c_seconds_count{route=\"/a\\\"b\",status=\"200\"} 1\n",
            "hotdice_d_size_bucket{le=\"1\"} 0\nhotdice_d_size_bucket{le=\"2\"} 1\n",
            "hotdice_d_size_sum 2\nhotdice_d_size_count 1\n",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
