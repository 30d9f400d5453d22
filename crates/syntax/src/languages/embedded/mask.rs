//! A text with everything blanked out but what is kept.

/// A copy of a text as long as it, blank at first but for its line feeds.
pub(super) struct Mask<'t> {
    text: &'t str,
    bytes: Vec<u8>,
}

impl<'t> Mask<'t> {
    pub(super) fn new(text: &'t str) -> Mask<'t> {
        let bytes =
            text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' }).collect();
        Mask { text, bytes }
    }

    /// Keeps the text between two offsets, which lie on boundaries of characters.
    pub(super) fn keep(&mut self, start: usize, end: usize) {
        if let Some(kept) = self.text.get(start..end) {
            self.bytes[start..end].copy_from_slice(kept.as_bytes());
        }
    }

    /// Keeps a piece of code and ends its statement: the byte behind it, which is none of the code,
    /// becomes a semicolon.
    pub(super) fn keep_statement(&mut self, start: usize, end: usize) {
        self.keep(start, end);
        let is_free = self
            .text
            .as_bytes()
            .get(end)
            .is_some_and(|byte| byte.is_ascii() && !matches!(byte, b'\n' | b'\r'));
        if is_free {
            self.bytes[end] = b';';
        }
    }

    pub(super) fn finish(self) -> String {
        // Whole characters were kept and the rest is ASCII.
        String::from_utf8(self.bytes).unwrap_or_else(|_| " ".repeat(self.text.len()))
    }
}

/// The spans between two marks, without the marks.
pub(super) fn between<'t>(
    text: &'t str,
    open: &'static str,
    close: &'static str,
) -> impl Iterator<Item = (usize, usize)> + 't {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find(open)? + open.len();
        let end = start + text[start..].find(close)?;
        at = end + close.len();
        Some((start, end))
    })
}
