//! Positions in a text: their scope, line and comment.

use crate::comments;
use crate::facts::Definition;

/// Which definition a place in the text belongs to.
pub(super) struct Scopes {
    /// Where each stretch starts and whose it is.
    stretches: Vec<(u32, u32)>,
}

impl Scopes {
    pub(super) fn new(definitions: &[Definition]) -> Scopes {
        let mut stretches = vec![(0, 0)];
        let mut open: Vec<(u32, u32)> = vec![(u32::MAX, 0)];
        for (index, definition) in definitions.iter().enumerate().skip(1) {
            while let Some(&(end, _)) = open.last().filter(|(end, _)| *end <= definition.start) {
                open.pop();
                stretches.push((end, open.last().map_or(0, |(_, owner)| *owner)));
            }
            // A field defined inside a method is not a scope.
            let inside = open.last().is_none_or(|&(_, owner)| owner == definition.parent);
            if inside {
                stretches.push((definition.start, index as u32));
                open.push((definition.end, index as u32));
            }
        }
        while let Some((end, _)) = open.pop() {
            stretches.push((end, open.last().map_or(0, |(_, owner)| *owner)));
        }
        Scopes { stretches }
    }

    /// Where each stretch of text starts and whose it is.
    pub(super) fn stretches(&self) -> &[(u32, u32)] {
        &self.stretches
    }

    pub(super) fn at(&self, place: usize) -> u32 {
        let after = self.stretches.partition_point(|(start, _)| *start as usize <= place);
        self.stretches[after.saturating_sub(1)].1
    }
}

/// Line numbers of growing offsets.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines { text: text.as_bytes(), at: 0, line: 1 }
    }

    pub(super) fn at(&mut self, offset: usize) -> u32 {
        if let Some(between) = self.text.get(self.at..offset) {
            self.line += memchr::memchr_iter(b'\n', between).count() as u32;
            self.at = offset;
        }
        self.line
    }
}

/// Comments on lines of their own, neighbours joined.
pub(super) struct CommentBlocks<'a> {
    text: &'a str,
    /// (first line, last line, start, end)
    blocks: Vec<(u32, u32, usize, usize)>,
}

impl<'a> CommentBlocks<'a> {
    pub(super) fn new(text: &'a str, comments: Vec<(usize, usize)>) -> CommentBlocks<'a> {
        let mut lines = Lines::new(text);
        let mut blocks: Vec<(u32, u32, usize, usize)> = Vec::new();
        for (start, end) in comments {
            let line_start =
                text.as_bytes()[..start].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            if !text.as_bytes()[line_start..start].iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let first = lines.at(start);
            let body = text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
            let last = first + memchr::memchr_iter(b'\n', body.as_bytes()).count() as u32;
            match blocks.last_mut() {
                Some(block) if block.1 + 1 == first => (block.1, block.3) = (last, start + body.len()),
                _ => blocks.push((first, last, start, start + body.len())),
            }
        }
        CommentBlocks { text, blocks }
    }

    /// The block that ends on the line above `line`.
    pub(super) fn above(&self, line: u32) -> Option<&'a str> {
        let at = self.blocks.binary_search_by_key(&(line.wrapping_sub(1)), |block| block.1).ok()?;
        self.text.get(self.blocks[at].2..self.blocks[at].3)
    }

    /// The block at the head of the file, unless it belongs to the definition on `first`.
    pub(super) fn head(&self, first: u32) -> Option<&'a str> {
        self.blocks
            .iter()
            .take(2)
            .filter(|block| block.0 < 40 && block.1 + 1 != first && block.1 < first)
            .filter_map(|block| self.text.get(block.2..block.3))
            .map(|text| {
                if text.starts_with("#!") { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text }
            })
            .find(|text| !text.is_empty() && !comments::is_licence(text) && !comments::is_pragma(text))
    }
}
