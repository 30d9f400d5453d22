//! Where components and templates hold code.

use super::mask::between;
use super::{Embedded, Mask};

/// Statements of templates that are kept, at most.
const MOST: usize = 5_000;

/// The script of a component, and the expressions of its template.
pub(super) fn vue(text: &str) -> Embedded {
    let mut mask = Mask::new(text);
    let is_typed = scripts(text, &mut mask);
    for (start, end) in between(text, "<template", "</template>").take(1) {
        let template = &text[start..end];
        for (from, to) in between(template, "{{", "}}").take(MOST) {
            mask.keep_statement(start + from, start + to);
        }
        for (from, to) in attributes(template).take(MOST) {
            mask.keep_statement(start + from, start + to);
        }
    }
    Embedded { language: if is_typed { "typescript" } else { "javascript" }, text: mask.finish() }
}

/// Scripts with templates inside of them.
pub(super) fn glimmer(text: &str) -> Embedded {
    let mut mask = Mask::new(text);
    let mut at = 0;
    for (start, end) in between(text, "<template>", "</template>") {
        mask.keep(at, start - "<template>".len());
        at = end + "</template>".len();
    }
    mask.keep(at, text.len());
    Embedded { language: "typescript", text: mask.finish() }
}

/// The scripts of a component, and the expressions in braces outside of them.
pub(super) fn svelte(text: &str) -> Embedded {
    let mut mask = Mask::new(text);
    let is_typed = scripts(text, &mut mask);
    let inside: Vec<(usize, usize)> =
        between(text, "<script", "</script>").chain(between(text, "<style", "</style>")).collect();
    let outside = |at: usize| !inside.iter().any(|(start, end)| (*start..*end).contains(&at));
    for (start, end) in between(text, "{", "}").filter(|span| outside(span.0)).take(MOST) {
        // `{#each items as item}` and `{:else}` are not expressions.
        let code = &text[start..end];
        let skip = match code.split_whitespace().next() {
            Some(word @ ("#if" | "#each" | "#key" | "#await" | "@html" | "@render" | ":else")) => {
                code.find(word).unwrap_or(0) + word.len()
            }
            Some(word) if word.starts_with(['#', ':', '/', '@']) => continue,
            _ => 0,
        };
        let code_end = code.find(" as ").unwrap_or(code.len());
        if skip < code_end {
            mask.keep_statement(start + skip, start + code_end);
        }
    }
    Embedded { language: if is_typed { "typescript" } else { "javascript" }, text: mask.finish() }
}

/// Keeps the scripts; whether one is in TypeScript.
fn scripts(text: &str, mask: &mut Mask<'_>) -> bool {
    let mut is_typed = false;
    for (start, end) in between(text, "<script", "</script>") {
        let Some(open) = text[start..end].find('>') else { continue };
        let tag = &text[start..start + open];
        is_typed |= tag.contains("lang=\"ts\"") || tag.contains("lang='ts'") || tag.contains("lang=\"tsx\"");
        mask.keep(start + open + 1, end);
    }
    is_typed
}

/// The values of attributes that are code: `:item="…"`, `@click="…"`, `v-if="…"`.
fn attributes(template: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let equals = at + template.get(at..)?.find("=\"")?;
            let start = equals + 2;
            let end = start + template[start..].find('"')?;
            at = end + 1;
            let name =
                template[..equals].rsplit(|c: char| c.is_whitespace() || c == '<').next().unwrap_or("");
            if name.starts_with([':', '@']) || name.starts_with("v-") {
                return Some((start, end));
            }
        }
    })
}

/// `<% … %>` and `<%= … %>`.
pub(super) fn erb(text: &str) -> Embedded {
    Embedded { language: "ruby", text: tags(text) }
}

/// The same marks around JavaScript.
pub(super) fn ejs(text: &str) -> Embedded {
    Embedded { language: "javascript", text: tags(text) }
}

fn tags(text: &str) -> String {
    let mut mask = Mask::new(text);
    for (start, end) in between(text, "<%", "%>").take(MOST) {
        let code = &text[start..end];
        // `<%#` is a comment, `<%%` is text.
        if code.starts_with(['#', '%']) {
            continue;
        }
        let lead = code.len() - code.trim_start_matches(['=', '-', '_']).len();
        let tail = code.len() - code.trim_end_matches(['-', '_']).len();
        mask.keep_statement(start + lead, (end - tail).max(start + lead));
    }
    mask.finish()
}

/// Lines that begin with `-` or `=` are Ruby, also behind a tag (`%p= name`), and so is `#{…}`.
pub(super) fn haml(text: &str) -> Embedded {
    Embedded {
        language: "ruby",
        text: ruby_lines(text, |line| {
            if let Some(tag) = line.strip_prefix(['%', '.', '#']) {
                let end =
                    tag.find(|c: char| !(c.is_alphanumeric() || "_-.#:".contains(c))).unwrap_or(tag.len());
                let rest = &tag[end..];
                let rest = match rest.chars().next() {
                    Some('{') => rest.find('}').map_or(rest, |close| &rest[close + 1..]),
                    Some('(') => rest.find(')').map_or(rest, |close| &rest[close + 1..]),
                    _ => rest,
                };
                return rest.strip_prefix(['=', '-']).or_else(|| rest.strip_prefix("!="));
            }
            line.strip_prefix("!=")
                .or_else(|| line.strip_prefix("&="))
                .or_else(|| line.strip_prefix(['=', '-']))
        }),
    }
}

/// Lines that begin with `-` or `=` are Ruby, also behind a tag (`p = name`).
pub(super) fn slim(text: &str) -> Embedded {
    Embedded {
        language: "ruby",
        text: ruby_lines(text, |line| {
            if let Some(code) = line.strip_prefix("==").or_else(|| line.strip_prefix(['=', '-'])) {
                return Some(code);
            }
            let end = line.find(|c: char| !(c.is_alphanumeric() || "_-.#".contains(c))).unwrap_or(line.len());
            let rest = line[end..].trim_start();
            rest.strip_prefix("== ").or_else(|| rest.strip_prefix("= ")).filter(|_| end > 0)
        }),
    }
}

/// Keeps the code of each line, as `code` finds it, and what is interpolated.
fn ruby_lines(text: &str, code: fn(&str) -> Option<&str>) -> String {
    let mut mask = Mask::new(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        let trimmed = body.trim_start();
        match code(trimmed) {
            Some(kept) => mask.keep(start + body.len() - kept.len(), start + body.len()),
            None => {
                for (from, to) in between(body, "#{", "}") {
                    mask.keep_statement(start + from, start + to);
                }
            }
        }
        start += line.len();
    }
    mask.finish()
}

/// The tag that begins code of PHP.
const TAG: &str = "<?php";

/// `{{ … }}`, `{!! … !!}` and the arguments of directives (`@include('cart.line')`).
pub(super) fn blade(text: &str) -> Embedded {
    let mut mask = Mask::new(text);
    for (start, end) in between(text, "{{", "}}").take(MOST) {
        if !text[start..end].starts_with("--") {
            mask.keep_statement(start, end);
        }
    }
    for (start, end) in between(text, "{!!", "!!}").take(MOST) {
        mask.keep_statement(start, end);
    }
    for (at, _) in text.match_indices('@').take(MOST) {
        let name = text[at + 1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let open = at + 1 + name;
        if name < 2 || text.as_bytes().get(open) != Some(&b'(') {
            continue;
        }
        let line_end = text[open..].find('\n').map_or(text.len(), |end| open + end);
        if let Some(close) = text[open..line_end].rfind(')') {
            mask.keep_statement(at + 1, open + close + 1);
        }
    }
    let mut text = mask.finish();
    // PHP code begins after its tag and a blank, which overwrite the text at their place.
    if text.get(..TAG.len()).is_some_and(|start| !start.contains(['\n', '\r'])) {
        text.replace_range(..TAG.len(), TAG);
        if text.as_bytes().get(TAG.len()).is_some_and(|byte| byte.is_ascii() && !byte.is_ascii_whitespace()) {
            text.replace_range(TAG.len()..=TAG.len(), " ");
        }
    }
    Embedded { language: "php", text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_text_is_as_long_as_the_file_and_has_its_lines() {
        let text = "<p>é <%= user.name %></p>\n<% if a -%>\n<%# no %>\n<% end %>\n";
        let masked = erb(text).text;
        assert_eq!(masked.len(), text.len());
        assert_eq!(masked.lines().map(str::trim).collect::<Vec<_>>(), ["user.name ;", "if a ;", "", "end ;"]);
    }

    #[test]
    fn the_code_of_a_component_is_its_script_and_its_expressions() {
        let text = "<template>\n<a :b=\"c()\" d=\"e\" @f=\"g\">{{ $t('h') }}</a>\n</template>\n<script setup lang=\"ts\">\nlet x = 1\n</script>\n";
        let Embedded { language, text } = vue(text);
        assert_eq!(language, "typescript");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["c();", "g;", "$t('h')", ";"]);
        assert_eq!(lines[4], ["let", "x", "=", "1"]);
    }

    #[test]
    fn the_code_of_a_line_template_is_behind_its_marks() {
        let code = |text: String| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
        assert_eq!(
            code(haml("%p.a= t('.b')\n- if c\n  .d{e: 1}= f\n  plain #{g}\n").text),
            ["t('.b')", "if c", "f", "g;"]
        );
        assert_eq!(code(slim("p = t('.b')\n- if c\n  | text\n").text), ["t('.b')", "if c", ""]);
    }
}
