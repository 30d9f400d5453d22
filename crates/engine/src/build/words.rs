//! The text index of the next snapshot: segments kept, added or rebuilt.

use super::Row;
use crate::EngineError;
use fathom_store::{Cache, Snapshot};
use fathom_text::{BagView, Segment};

/// More segments than this are rebuilt into one.
const MOST_SEGMENTS: usize = 6;
/// Rebuilt when this share of all slots is dead or new.
const CHURN: f64 = 0.3;

/// A segment of the next snapshot.
pub(super) enum NextSegment {
    /// The previous snapshot's, by its number there.
    Kept(usize),
    /// A new one.
    New(Vec<u8>),
}

/// Decides the segments and gives every row its place in them.
pub(super) fn segments(
    rows: &mut [Row],
    previous: Option<&Snapshot>,
    cache: &Cache,
) -> Result<Vec<NextSegment>, EngineError> {
    let mut slots: Vec<usize> = Vec::new();
    for bytes in previous.iter().flat_map(|snapshot| snapshot.segments()) {
        slots.push(Segment::read(bytes)?.slots());
    }
    let mut live = vec![0usize; slots.len()];
    for row in rows.iter().filter(|row| row.is_indexed()) {
        if let Some((segment, _)) = row.place {
            live[segment as usize] += 1;
        }
    }
    let total: usize = slots.iter().sum();
    let kept: usize = live.iter().sum();
    let new = rows.iter().filter(|row| row.is_indexed() && row.place.is_none()).count();
    let used = live.iter().filter(|count| **count > 0).count();
    let churn = (total - kept + new) as f64 / (total + new).max(1) as f64;
    let rebuild = used + usize::from(new > 0) > MOST_SEGMENTS || churn > CHURN;
    if rebuild {
        for row in rows.iter_mut() {
            row.place = None;
        }
        live.fill(0);
    }

    let mut next: Vec<NextSegment> = Vec::new();
    let mut renumbered = vec![0u32; slots.len()];
    for (index, count) in live.iter().enumerate() {
        if *count > 0 {
            renumbered[index] = next.len() as u32;
            next.push(NextSegment::Kept(index));
        }
    }
    let number = next.len() as u32;
    let mut bags: Vec<BagView<'_>> = Vec::new();
    for row in rows.iter_mut() {
        let Some(stored) = row.stored else {
            row.place = None;
            continue;
        };
        match &mut row.place {
            Some((segment, _)) => *segment = renumbered[*segment as usize],
            place => {
                let (_, words) = cache.get(stored).ok_or(fathom_graph::GraphError::Damaged)?;
                *place = Some((number, bags.len() as u32));
                bags.push(BagView::read(words)?);
            }
        }
    }
    if !bags.is_empty() {
        next.push(NextSegment::New(Segment::build(&bags)));
    }
    Ok(next)
}
