//! The text index of the next snapshot: segments kept, added or rebuilt.

use super::file::{BuildFile, SegmentSlot};
use crate::EngineError;
use fathom_store::{Cache, Home, NextSegment, Snapshot};
use fathom_text::{BagView, Segment, TextError};
use rayon::prelude::*;

/// More segments than this are rebuilt into one.
const MOST_SEGMENTS: usize = 6;
/// Rebuilt when this share of all slots is dead or new.
const CHURN: f64 = 0.3;

/// The text index, and the place of every file in it.
#[derive(Default)]
pub(super) struct Words {
    pub(super) segments: Vec<NextSegment>,
    pub(super) places: Vec<Option<SegmentSlot>>,
}

/// Decides the segments, and builds and writes what is new.
pub(super) fn words(
    home: &Home,
    files: &[BuildFile],
    previous: Option<&Snapshot>,
    cache: &Cache,
) -> Result<Words, EngineError> {
    let mut slots: Vec<usize> = Vec::new();
    for bytes in previous.iter().flat_map(|snapshot| snapshot.segments()) {
        slots.push(Segment::read(bytes)?.slots());
    }
    let mut live = vec![0usize; slots.len()];
    for file in files.iter().filter(|file| file.is_indexed()) {
        if let Some((segment, _)) = file.place {
            live[segment as usize] += 1;
        }
    }
    let total: usize = slots.iter().sum();
    let kept: usize = live.iter().sum();
    let new = files.iter().filter(|file| file.is_indexed() && file.place.is_none()).count();
    let used = live.iter().filter(|count| **count > 0).count();
    let churn = (total - kept + new) as f64 / (total + new).max(1) as f64;
    let rebuild = used + usize::from(new > 0) > MOST_SEGMENTS || churn > CHURN;
    if rebuild {
        live.fill(0);
    }

    let mut next = Words::default();
    let mut renumbered = vec![0u32; slots.len()];
    for (index, count) in live.iter().enumerate() {
        if *count > 0 {
            renumbered[index] = next.segments.len() as u32;
            next.segments.push(NextSegment::Previous(index));
        }
    }
    let number = next.segments.len() as u32;
    let mut bags: Vec<&[u8]> = Vec::new();
    for file in files {
        let place = match (file.stored, file.place.filter(|_| !rebuild)) {
            (None, _) => None,
            (Some(_), Some((segment, slot))) => Some((renumbered[segment as usize], slot)),
            (Some(stored), None) => {
                let (_, words) = cache.get(stored).ok_or(fathom_graph::GraphError::Damaged)?;
                bags.push(words);
                Some((number, bags.len() as u32 - 1))
            }
        };
        next.places.push(place);
    }
    if !bags.is_empty() {
        let bags: Vec<BagView<'_>> =
            bags.into_par_iter().map(BagView::read).collect::<Result<_, TextError>>()?;
        let mut segment = home.begin_part()?;
        Segment::build_in_pieces(&bags, |pieces| pieces.iter().try_for_each(|piece| segment.write(piece)))?;
        next.segments.push(NextSegment::New(segment));
    }
    Ok(next)
}
