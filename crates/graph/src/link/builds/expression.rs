//! Expressions over build tags.

/// Operating systems, of which a build has one.
const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "illumos",
    "ios",
    "js",
    "linux",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
];

/// Systems that the tag `unix` does not cover.
const NOT_UNIX: &[&str] = &["js", "plan9", "wasip1", "windows"];

/// Processors, of which a build has one.
const PROCESSORS: &[&str] = &[
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le",
    "riscv64", "s390x", "wasm",
];

/// Tags of two constraints, beside systems and processors, of which all combinations are tried.
const FREE: usize = 8;

/// Tokens of a constraint that are read.
const TOKENS: usize = 256;

/// What a file's name says of its builds: the part of it that names them, as `linux_amd64`.
pub(super) fn of_name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.strip_suffix(".go").unwrap_or(name);
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let Some((rest, last)) = stem.rsplit_once('_') else { return "" };
    let before = rest.rsplit_once('_').map(|(_, before)| before);
    if PROCESSORS.contains(&last) && before.is_some_and(|before| SYSTEMS.contains(&before)) {
        let start = stem.len() - last.len() - before.map_or(0, str::len) - 1;
        return &stem[start..];
    }
    if SYSTEMS.contains(&last) || PROCESSORS.contains(&last) { last } else { "" }
}

/// A constraint: alternatives and conjunctions of tags, in the order of evaluation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Always,
    Tag(String),
    Not(Box<Expression>),
    All(Box<Expression>, Box<Expression>),
    Any(Box<Expression>, Box<Expression>),
}

/// One build, as far as constraints ask for it.
struct Build<'t> {
    system: &'t str,
    processor: &'t str,
    /// Other tags and whether they are set.
    tags: &'t [&'t str],
    set: usize,
}

impl Build<'_> {
    fn has(&self, tag: &str) -> bool {
        match tag {
            "unix" => !NOT_UNIX.contains(&self.system),
            _ if SYSTEMS.contains(&tag) => {
                // `linux` holds on Android as well, `darwin` on iOS, `solaris` on illumos.
                let also = match self.system {
                    "android" => "linux",
                    "ios" => "darwin",
                    "illumos" => "solaris",
                    _ => "",
                };
                tag == self.system || tag == also
            }
            _ if PROCESSORS.contains(&tag) => tag == self.processor,
            // The compiler is at least as new as the text.
            _ if tag.starts_with("go1.") => true,
            _ => self.tags.iter().position(|other| *other == tag).is_some_and(|at| self.set >> at & 1 == 1),
        }
    }
}

impl Expression {
    /// The constraint that is written in a file and that of its name.
    pub(super) fn parse(written: &str, by_name: &str) -> Expression {
        let tokens = tokens(written);
        let mut parser = Parser { tokens: &tokens };
        let written = parser.alternatives();
        by_name.split('_').filter(|tag| !tag.is_empty()).fold(written, |all, tag| {
            Expression::All(Box::new(all), Box::new(Expression::Tag(tag.to_owned())))
        })
    }

    fn holds(&self, build: &Build<'_>) -> bool {
        match self {
            Expression::Always => true,
            Expression::Tag(tag) => build.has(tag),
            Expression::Not(inner) => !inner.holds(build),
            Expression::All(one, other) => one.holds(build) && other.holds(build),
            Expression::Any(one, other) => one.holds(build) || other.holds(build),
        }
    }

    fn collect<'t>(&'t self, tags: &mut Vec<&'t str>) {
        match self {
            Expression::Always => {}
            Expression::Tag(tag) => tags.push(tag),
            Expression::Not(inner) => inner.collect(tags),
            Expression::All(one, other) | Expression::Any(one, other) => {
                one.collect(tags);
                other.collect(tags);
            }
        }
    }

    /// Whether some build without tags beside its system and processor satisfies the constraint.
    pub(super) fn needs_no_tag(&self) -> bool {
        SYSTEMS.iter().any(|&system| {
            PROCESSORS.iter().any(|&processor| self.holds(&Build { system, processor, tags: &[], set: 0 }))
        })
    }

    /// Whether some build satisfies both constraints.
    pub(super) fn allows(&self, other: &Expression) -> bool {
        let mut tags = Vec::new();
        self.collect(&mut tags);
        other.collect(&mut tags);
        tags.sort_unstable();
        tags.dedup();
        let (processors, tags): (Vec<&str>, Vec<&str>) =
            tags.into_iter().partition(|tag| PROCESSORS.contains(tag));
        let is_free = |tag: &&str| !SYSTEMS.contains(tag) && *tag != "unix" && !tag.starts_with("go1.");
        let free: Vec<&str> = tags.into_iter().filter(is_free).collect();
        if free.len() > FREE {
            return true;
        }
        // Any processor that neither names stands for all the others.
        let processors: Vec<&str> = processors.into_iter().chain([""]).collect();
        SYSTEMS.iter().any(|&system| {
            processors.iter().any(|&processor| {
                (0..1_usize << free.len()).any(|set| {
                    let build = Build { system, processor, tags: &free, set };
                    self.holds(&build) && other.holds(&build)
                })
            })
        })
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() && tokens.len() < TOKENS {
        let length = match rest.as_bytes() {
            [b'!' | b'(' | b')', ..] => 1,
            [b'&', b'&', ..] | [b'|', b'|', ..] => 2,
            _ => rest.find([' ', '\t', '!', '(', ')', '&', '|']).unwrap_or(rest.len()).max(1),
        };
        // What no constraint contains ends it.
        let Some((token, after)) = rest.split_at_checked(length) else { break };
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

struct Parser<'t> {
    tokens: &'t [&'t str],
}

impl Parser<'_> {
    fn next_is(&mut self, token: &str) -> bool {
        let is_next = self.tokens.first() == Some(&token);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn alternatives(&mut self) -> Expression {
        let mut found = self.conjunction();
        while self.next_is("||") {
            found = Expression::Any(Box::new(found), Box::new(self.conjunction()));
        }
        found
    }

    fn conjunction(&mut self) -> Expression {
        let mut found = self.single();
        while self.next_is("&&") {
            found = Expression::All(Box::new(found), Box::new(self.single()));
        }
        found
    }

    fn single(&mut self) -> Expression {
        if self.next_is("!") {
            return Expression::Not(Box::new(self.single()));
        }
        if self.next_is("(") {
            let inner = self.alternatives();
            self.next_is(")");
            return inner;
        }
        let Some((&tag, rest)) = self.tokens.split_first() else { return Expression::Always };
        self.tokens = rest;
        Expression::Tag(tag.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, of_name};

    #[test]
    fn the_end_of_a_files_name_says_for_which_builds_it_is() {
        for (path, expected) in [
            ("poll/poll_linux.go", "linux"),
            ("poll_linux_arm64.go", "linux_arm64"),
            ("poll_windows_test.go", "windows"),
            ("sum_amd64.go", "amd64"),
            ("linux.go", ""),
            ("poll_unix.go", ""),
            ("linux_names.go", ""),
        ] {
            assert_eq!(of_name(path), expected, "{path}");
        }
    }

    #[test]
    fn two_constraints_are_compared_by_the_builds_that_satisfy_them() {
        for (one, other, together) in [
            ("linux", "windows", false),
            ("unix", "darwin", true),
            ("unix", "windows", false),
            ("!windows && !plan9", "js", true),
            ("binary", "!binary", false),
            ("linux || (darwin && cgo)", "darwin && !cgo", false),
            ("!amd64", "arm64", true),
            ("android", "linux", true),
            ("go1.18", "!go1.18", false),
            ("ignore", "linux", true),
        ] {
            let [one_read, other_read] = [one, other].map(|text| Expression::parse(text, ""));
            assert_eq!(one_read.allows(&other_read), together, "{one} and {other}");
        }
        assert!(!Expression::parse("", "linux_arm64").allows(&Expression::parse("amd64", "")));
    }

    #[test]
    fn a_build_without_tags_satisfies_systems_and_negations() {
        let needs_none = |text| Expression::parse(text, "").needs_no_tag();
        assert!(needs_none("linux && amd64") && needs_none("!binary") && !needs_none("binary"));
    }

    #[test]
    fn a_constraint_that_is_none_is_read_without_end() {
        let deep = "(".repeat(10_000);
        assert!(Expression::parse(&deep, "").allows(&Expression::Always));
        Expression::parse("&& || ) é &", "");
    }
}
