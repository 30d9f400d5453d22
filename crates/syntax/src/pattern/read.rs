//! Reads the text of a query file into steps.
//!
//! The steps and their turns are those of tree-sitter's own compiler
//! (`ts_query__parse_pattern`), so that a file means the same in both; what our
//! files do not use (`MISSING`, `super/sub`, directives) is refused by name.

use super::PatternError;
use super::step::{Check, Continuation, DONE, Predicate, Step, Test};
use tree_sitter::Language;

/// The content of a query file.
#[derive(Default)]
pub(super) struct ParsedQuery {
    pub(super) steps: Vec<Step>,
    /// Of each pattern: its first step and its predicates.
    pub(super) patterns: Vec<(usize, Vec<Predicate>)>,
    pub(super) captures: Vec<String>,
}

pub(super) fn read(language: &Language, text: &str) -> Result<ParsedQuery, PatternError> {
    let mut reader = Reader { language, text, at: 0, out: ParsedQuery::default(), predicates: Vec::new() };
    reader.space();
    while reader.peek() != 0 {
        let first = reader.out.steps.len();
        if !reader.pattern(0, false, false)? {
            return Err(reader.wrong());
        }
        reader.out.steps.push(Step::new(Test::Any, DONE, false));
        let predicates = std::mem::take(&mut reader.predicates);
        reader.out.patterns.push((first, predicates));
    }
    mark_splits(&mut reader.out.steps);
    Ok(reader.out)
}

/// See [`Step::splits`].
fn mark_splits(steps: &mut [Step]) {
    for at in 0..steps.len() {
        let depth = steps[at].depth;
        if depth == DONE {
            continue;
        }
        let below = steps[at + 1..].iter().take_while(|next| next.depth != DONE && next.depth > depth);
        let captures = !steps[at].captures.is_empty() || below.clone().any(|next| !next.captures.is_empty());
        let next = steps[at + 1..].iter().find(|next| !matches!(next.turn, Continuation::Again(_)));
        let fallible = next.is_some_and(|next| {
            next.depth != DONE && (next.depth > depth || next.depth == depth && next.immediate)
        });
        steps[at].splits = captures || fallible;
    }
}

struct Reader<'a> {
    language: &'a Language,
    text: &'a str,
    at: usize,
    out: ParsedQuery,
    predicates: Vec<Predicate>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Whether this comes next; passes over it and the space after it.
    fn take(&mut self, what: u8) -> bool {
        let found = self.peek() == what;
        if found {
            self.at += 1;
            self.space();
        }
        found
    }

    fn space(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                b';' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn word(&mut self) -> Result<&'a str, PatternError> {
        let rest = &self.text[self.at..];
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '?' | '!');
        let len = rest.find(|c| !inside(c)).unwrap_or(rest.len());
        if len == 0 || !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return Err(self.wrong());
        }
        self.at += len;
        Ok(&rest[..len])
    }

    fn name_follows(&self) -> bool {
        self.peek().is_ascii_alphabetic() || self.peek() == b'_'
    }

    fn quoted(&mut self) -> Result<String, PatternError> {
        let mut out = String::new();
        let mut chars = self.text[self.at..].char_indices().skip(1);
        while let Some((offset, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    self.space();
                    return Ok(out);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, other)) => out.push(other),
                    None => break,
                },
                c => out.push(c),
            }
        }
        Err(self.wrong())
    }

    fn wrong(&self) -> PatternError {
        let line = self.text[..self.at].lines().count().max(1);
        PatternError::Syntax(line, self.text[self.at..].lines().next().unwrap_or("").to_owned())
    }

    fn kind(&self, name: &str, named: bool) -> Result<Test, PatternError> {
        if name == "ERROR" && named {
            return Ok(Test::Kind(super::ERROR));
        }
        let id = self.language.id_for_node_kind(name, named);
        if id == 0 {
            return Err(PatternError::Kind(name.to_owned()));
        }
        if !self.language.node_kind_is_supertype(id) {
            return Ok(Test::Kind(id));
        }
        let mut kinds = Vec::new();
        let mut open = vec![id];
        while let Some(above) = open.pop() {
            for &below in self.language.subtypes_for_supertype(above) {
                if self.language.node_kind_is_supertype(below) {
                    open.push(below);
                } else if let Some(name) = self.language.node_kind_for_id(below) {
                    kinds.push(self.language.id_for_node_kind(name, self.language.node_kind_is_named(below)));
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() { Err(PatternError::Kind(name.to_owned())) } else { Ok(Test::OneOf(kinds)) }
    }

    fn field(&self, name: &str) -> Result<u16, PatternError> {
        self.language
            .field_id_for_name(name)
            .map_or_else(|| Err(PatternError::Field(name.to_owned())), |id| Ok(id.get()))
    }

    fn capture(&mut self, name: &str) -> u16 {
        let known = self.out.captures.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.out.captures.push(name.to_owned());
            self.out.captures.len() - 1
        }) as u16
    }

    /// Reads one pattern with what follows it; false at the end of what is around it.
    fn pattern(&mut self, depth: u16, immediate: bool, branch: bool) -> Result<bool, PatternError> {
        let first = self.out.steps.len();
        match self.peek() {
            b')' | b']' => return Ok(false),
            b'[' => self.alternation(depth, immediate)?,
            b'(' => {
                self.take(b'(');
                match self.peek() {
                    b'(' | b'"' | b'[' => self.group(depth, immediate, branch)?,
                    b'#' => {
                        self.predicate()?;
                        return Ok(true);
                    }
                    _ => self.node(depth, immediate, branch)?,
                }
            }
            b'"' => {
                let literal = self.quoted()?;
                let test = self.kind(&literal, false)?;
                self.out.steps.push(Step::new(test, depth, immediate));
            }
            _ => {
                let name = self.word()?;
                self.space();
                if name == "_" {
                    self.out.steps.push(Step::new(Test::Any, depth, immediate));
                } else {
                    let field = self.field(name)?;
                    if !self.take(b':') || !self.pattern(depth, immediate, branch)? {
                        return Err(self.wrong());
                    }
                    self.each_branch(first, |step| step.field = field);
                }
            }
        }
        self.suffixes(first, depth, branch)?;
        Ok(true)
    }

    /// The first step of a pattern, and those of its other branches.
    fn each_branch(&mut self, first: usize, mut change: impl FnMut(&mut Step)) {
        let mut at = first;
        loop {
            change(&mut self.out.steps[at]);
            match self.out.steps[at].turn.target() {
                Some(next) if next > at && next < self.out.steps.len() => at = next,
                _ => return,
            }
        }
    }

    fn alternation(&mut self, depth: u16, immediate: bool) -> Result<(), PatternError> {
        self.take(b'[');
        let mut branches = Vec::new();
        loop {
            let start = self.out.steps.len();
            if !self.pattern(depth, immediate, true)? {
                break;
            }
            branches.push(start);
            // Between branches is a step that jumps past the last one.
            self.out.steps.push(Step::new(Test::Any, depth, false));
        }
        if branches.is_empty() || !self.take(b']') {
            return Err(self.wrong());
        }
        self.out.steps.pop();
        let end = self.out.steps.len();
        for pair in branches.windows(2) {
            self.out.steps[pair[0]].turn = Continuation::Or(pair[1]);
            self.out.steps[pair[1] - 1].turn = Continuation::Jump(end);
        }
        Ok(())
    }

    fn group(&mut self, depth: u16, immediate: bool, branch: bool) -> Result<(), PatternError> {
        let mut immediate = immediate;
        loop {
            immediate |= self.take(b'.');
            if !self.pattern(depth, immediate, branch)? {
                return if self.take(b')') { Ok(()) } else { Err(self.wrong()) };
            }
            immediate = false;
        }
    }

    fn node(&mut self, depth: u16, immediate: bool, branch: bool) -> Result<(), PatternError> {
        let name = self.word()?;
        if name == "MISSING" || self.peek() == b'/' {
            return Err(PatternError::Unsupported(format!("({name}{}", self.peek() as char)));
        }
        self.space();
        let test = if name == "_" { Test::Named } else { self.kind(name, true)? };
        let own = self.out.steps.len();
        self.out.steps.push(Step::new(test, depth, immediate));
        let mut last = None;
        loop {
            if self.take(b'!') {
                let name = self.word()?;
                self.space();
                let field = self.field(name)?;
                self.out.steps[own].without.push(field);
                continue;
            }
            let anchored = self.take(b'.');
            let start = self.out.steps.len();
            if !self.pattern(depth + 1, anchored, branch)? {
                if let (true, Some(last)) = (anchored, last) {
                    self.mark_last(last);
                } else if anchored {
                    return Err(self.wrong());
                }
                return if self.take(b')') { Ok(()) } else { Err(self.wrong()) };
            }
            // A predicate adds no step.
            last = Some(start.min(self.out.steps.len() - 1));
        }
    }

    fn mark_last(&mut self, first: usize) {
        let mut at = first;
        loop {
            self.out.steps[at].last = true;
            match self.out.steps[at].turn.target() {
                Some(next) if next < self.out.steps.len() => at = next,
                _ => return,
            }
        }
    }

    /// Captures and quantifiers behind a pattern.
    fn suffixes(&mut self, first: usize, depth: u16, branch: bool) -> Result<(), PatternError> {
        self.space();
        let (mut optional, mut repeated) = (false, false);
        loop {
            if self.take(b'?') {
                optional = true;
            } else if self.take(b'+') {
                repeated = true;
            } else if self.take(b'*') {
                (optional, repeated) = (true, true);
            } else if self.take(b'@') {
                let name = self.word()?;
                self.space();
                let capture = self.capture(name);
                self.each_branch(first, |step| step.captures.push(capture));
            } else {
                break;
            }
        }
        if repeated {
            if branch {
                return Err(PatternError::Unsupported("a repeated branch".to_owned()));
            }
            let mut again = Step::new(Test::Any, depth, false);
            again.turn = Continuation::Again(first);
            self.out.steps.push(again);
        }
        if optional {
            let end = self.out.steps.len();
            let inside = end - usize::from(repeated);
            let mut at = first;
            while let Some(next) = self.out.steps[at].turn.target().filter(|next| *next < inside) {
                at = next;
            }
            self.out.steps[at].turn = Continuation::Skip(end);
        }
        Ok(())
    }

    fn predicate(&mut self) -> Result<(), PatternError> {
        self.take(b'#');
        let name = self.word()?;
        self.space();
        let mut captures = Vec::new();
        let mut texts = Vec::new();
        while !self.take(b')') {
            if self.take(b'@') {
                let capture = self.word()?;
                self.space();
                captures.push(self.capture(capture));
            } else if self.peek() == b'"' {
                texts.push(self.quoted()?);
            } else if self.name_follows() {
                texts.push(self.word()?.to_owned());
                self.space();
            } else {
                return Err(self.wrong());
            }
        }
        let unknown = || PatternError::Unsupported(format!("#{name}"));
        let wanted = !name.starts_with("not-");
        let check = match (name.trim_start_matches("not-"), captures.as_slice(), texts.as_slice()) {
            ("eq?", [_], [text]) => Check::Equals(text.clone()),
            ("eq?", [_, other], []) => Check::Same(*other),
            ("any-of?", [_], [_, ..]) => Check::AnyOf(texts),
            ("match?", [_], [text]) => Check::Matches(regex::Regex::new(text).map_err(|_| unknown())?),
            _ => return Err(unknown()),
        };
        self.predicates.push(Predicate { capture: captures[0], check, wanted });
        Ok(())
    }
}
