//! Frames with axes, and text that is safe inside markup.

use std::fmt::Write;

/// Text for markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How values become places.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    Linear(f64, f64),
    Log(f64, f64),
}

impl Scale {
    /// From 0 to 1 inside the frame.
    fn share(self, value: f64) -> f64 {
        let (low, high, value) = match self {
            Scale::Linear(low, high) => (low, high, value),
            Scale::Log(low, high) => (low.ln(), high.ln(), value.max(f64::MIN_POSITIVE).ln()),
        };
        if high - low <= 0.0 { 0.5 } else { ((value - low) / (high - low)).clamp(0.0, 1.0) }
    }
}

/// A drawing with two axes.
pub(super) struct Frame {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Left, right, top and bottom of the plotting area.
    pub(super) area: (f64, f64, f64, f64),
    pub(super) x: Scale,
    pub(super) y: Scale,
}

impl Frame {
    /// With room for axes on the left and below, and for `right` beside.
    pub(super) fn new(width: f64, height: f64, right: f64, x: Scale, y: Scale) -> Frame {
        Frame { width, height, area: (46.0, width - right, 12.0, height - 40.0), x, y }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        let (left, right, ..) = self.area;
        left + (right - left) * self.x.share(value)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        let (.., top, bottom) = self.area;
        bottom - (bottom - top) * self.y.share(value)
    }

    /// The opening of the drawing with its grid; close it with `</svg>`.
    pub(super) fn open(
        &self,
        x_ticks: &[(f64, String)],
        y_ticks: &[(f64, String)],
        titles: (&str, &str),
        label: &str,
    ) -> String {
        let (left, right, top, bottom) = self.area;
        let mut out = open(self.width, self.height, label);
        out.push_str("<g class=\"grid\">");
        for (value, text) in y_ticks {
            let y = self.y(*value);
            let _ = write!(
                out,
                "<line x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{text}</text>",
                left - 7.0,
                y + 4.0
            );
        }
        for (value, text) in x_ticks {
            let x = self.x(*value);
            let _ = write!(
                out,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" class=\"mid\">{text}</text>",
                bottom + 16.0
            );
        }
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" class=\"mid title\">{}</text>",
            f64::midpoint(left, right),
            self.height - 5.0,
            titles.0
        );
        let middle = f64::midpoint(top, bottom);
        let _ = write!(
            out,
            "<text x=\"12\" y=\"{middle:.1}\" class=\"mid title\" transform=\"rotate(-90 12 {middle:.1})\">{}</text></g>",
            titles.1
        );
        out
    }
}

/// The opening of a drawing.
pub(super) fn open(width: f64, height: f64, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{}\" xmlns=\"http://www.w3.org/2000/svg\">",
        escape(label)
    )
}

/// Ticks from 0 to a round value that holds `most`, and that value.
pub(super) fn ticks(most: f64) -> (Vec<(f64, String)>, f64) {
    let step = if most <= 0.25 {
        0.05
    } else if most <= 0.5 {
        0.1
    } else {
        0.2
    };
    let count = (most / step - 1e-9).ceil().max(1.0) as usize;
    let digits = if step < 0.1 { 2 } else { 1 };
    let all = (0..=count).map(|index| (index as f64 * step, format!("{:.digits$}", index as f64 * step)));
    (all.collect(), (count as f64 * step).min(1.0).max(step))
}

/// Places for labels, in the given order, none closer than `gap` and all above `bottom`.
pub(super) fn apart(wanted: &[f64], gap: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]).then(a.cmp(b)));
    let mut placed = vec![0.0; wanted.len()];
    let mut last = f64::NEG_INFINITY;
    for index in &order {
        last = wanted[*index].max(last + gap);
        placed[*index] = last;
    }
    // Pushed past the end: push back from below.
    let mut limit = bottom;
    for index in order.iter().rev() {
        placed[*index] = f64::min(placed[*index], limit);
        limit = placed[*index] - gap;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_pushed_apart_and_stay_inside() {
        let placed = apart(&[10.0, 12.0, 100.0, 99.0], 10.0, 100.0);
        assert_eq!(placed.iter().map(|y| y.round()).collect::<Vec<_>>(), [10.0, 20.0, 100.0, 90.0]);
    }

    #[test]
    fn ticks_end_at_a_round_value() {
        assert!((ticks(0.43).1 - 0.5).abs() < 1e-9);
        assert!((ticks(0.0).1 - 0.05).abs() < 1e-9);
        assert_eq!(ticks(1.0).0.len(), 6);
    }

    #[test]
    fn a_log_scale_has_equal_steps_for_equal_factors() {
        let frame = Frame::new(146.0, 100.0, 0.0, Scale::Log(1.0, 100.0), Scale::Linear(0.0, 1.0));
        assert!((frame.x(10.0) - 96.0).abs() < 1e-9);
        assert!((frame.x(0.0) - 46.0).abs() < 1e-9);
    }
}
