//! Facts as readable text: what snapshot tests compare and people inspect.

use crate::calls::{Argument, ArgumentKind, CallFlags, CallSite};
use crate::facts::{BindingKind, FactsView, InheritKind, ReferenceKind};
use crate::traits::{Flags, Visibility};
use std::fmt::Write;

/// All facts of a file, a line each, grouped by sort.
pub fn render(facts: FactsView<'_>) -> String {
    let mut out = String::new();
    let text = |id| facts.text(id);
    out.push_str("definitions\n");
    for (index, d) in facts.definitions.iter().enumerate() {
        let mut depth = 0;
        let mut parent = d.parent;
        while let Some(next) = facts.definitions.get(parent as usize).filter(|_| depth < 32) {
            depth += 1;
            parent = next.parent;
        }
        let _ = write!(out, "{:indent$}{} {}", "", d.kind().word(), text(d.name), indent = 2 + depth * 2);
        if d.owner != 0 {
            let _ = write!(out, " of {}", text(d.owner));
        }
        let _ = write!(out, " {}-{}", d.line, d.end_line);
        if d.visibility() != Visibility::Public {
            let _ = write!(out, " {}", d.visibility().word());
        }
        for (bit, word) in [
            (Flags::TEST, "test"),
            (Flags::STATIC, "static"),
            (Flags::ABSTRACT, "abstract"),
            (Flags::PROPERTY, "property"),
            (Flags::DECLARATION, "declaration"),
            (Flags::EXTENSION, "extension"),
            (Flags::UNPARSED, "unparsed"),
            (Flags::GENERATED, "generated"),
            (Flags::LOCALE, "locale"),
        ] {
            if d.flags().has(bit) {
                let _ = write!(out, " {word}");
            }
        }
        if index > 0 && d.signature != 0 {
            let _ = write!(out, " | {}", text(d.signature));
        }
        if d.value_type != 0 {
            let _ = write!(out, " -> {}", text(d.value_type));
        }
        if d.decorators != 0 {
            let _ = write!(out, " @[{}]", text(d.decorators).replace('\n', ", "));
        }
        if d.doc != 0 {
            let _ = write!(out, " \"{}\"", text(d.doc).replace('\n', "/"));
        }
        out.push('\n');
    }
    let name_of = |index: u32| facts.definitions.get(index as usize).map_or("?", |d| text(d.name));
    section(
        &mut out,
        "imports",
        facts.imports.iter().map(|i| {
            format!(
                "{} path={} name={} alias={} flags={}",
                i.line,
                text(i.path),
                text(i.name),
                text(i.alias),
                i.flags
            )
        }),
    );
    section(
        &mut out,
        "inherits",
        facts.inherits.iter().map(|i| {
            let subject = if i.subject_name == 0 { name_of(i.subject) } else { text(i.subject_name) };
            let word = match i.kind() {
                InheritKind::Extends => "extends",
                InheritKind::Implements => "implements",
                InheritKind::Mixes => "mixes",
            };
            format!("{} {subject} {word} {}", i.line, text(i.base))
        }),
    );
    section(
        &mut out,
        "references",
        facts.references.iter().map(|r| {
            let word = match r.kind() {
                ReferenceKind::Call => "call",
                ReferenceKind::New => "new",
                ReferenceKind::Type => "type",
                ReferenceKind::Read => "read",
                ReferenceKind::Decorate => "decorate",
            };
            let receiver = text(r.receiver);
            let dot = if receiver.is_empty() { "" } else { " . " };
            format!("{} {word} {receiver}{dot}{} in {}", r.line, text(r.name), name_of(r.from))
        }),
    );
    section(&mut out, "calls", facts.calls().map(|call| call_site(facts, &call)));
    section(
        &mut out,
        "bindings",
        facts.bindings.iter().map(|b| {
            let sign = match b.kind() {
                BindingKind::Value => "=",
                BindingKind::Annotated => ":",
                BindingKind::Parameter => "parameter :",
                BindingKind::Ended => "ended",
            };
            format!("{} {} {sign} {} in {}", b.line, text(b.name), text(b.value), name_of(b.scope))
        }),
    );
    section(
        &mut out,
        "literals",
        facts.literals.iter().map(|l| format!("{} {:?} in {}", l.line, text(l.text), name_of(l.scope))),
    );
    out
}

/// A call with its arguments, what it runs under, and the call around it.
fn call_site(facts: FactsView<'_>, call: &CallSite) -> String {
    let called = |reference: u32| {
        let reference = facts.references.get(reference as usize);
        reference.map_or(("?", 0), |reference| (facts.text(reference.name), reference.line))
    };
    let (name, line) = called(call.reference);
    let mut out = format!("{line} {name}(");
    let mut depth = 0;
    for (index, argument) in facts.arguments_of(call).iter().enumerate() {
        close(&mut out, &mut depth, argument.depth());
        if index > 0 && !out.ends_with(['(', '[', '{']) {
            out.push_str(", ");
        }
        write_argument(&mut out, facts, *argument);
        if matches!(argument.kind(), ArgumentKind::List | ArgumentKind::Map) {
            depth = argument.depth() + 1;
        }
    }
    close(&mut out, &mut depth, 0);
    out.push(')');
    for (bit, word) in CallFlags::WORDS {
        if call.flags.has(bit) {
            let _ = write!(out, " {word}");
            if bit == CallFlags::BRANCH {
                let _ = write!(out, " {}", call.branch_line);
            }
        }
    }
    if let Some(around) = call.enclosing {
        let (name, line) = called(around);
        let _ = write!(out, " of {name} {line}");
    }
    out
}

/// Closes lists and maps down to a depth.
fn close(out: &mut String, depth: &mut u8, to: u8) {
    while *depth > to {
        out.push(']');
        *depth -= 1;
    }
}

fn write_argument(out: &mut String, facts: FactsView<'_>, argument: Argument) {
    if argument.name != 0 {
        let _ = write!(out, "{}: ", facts.text(argument.name));
    }
    let text = facts.text(argument.text());
    let _ = match argument.kind() {
        ArgumentKind::Text => write!(out, "{text:?}"),
        ArgumentKind::Template => write!(out, "template {text:?}"),
        ArgumentKind::Symbol => write!(out, ":{text}"),
        ArgumentKind::Number | ArgumentKind::Constant | ArgumentKind::Name => out.write_str(text),
        ArgumentKind::List => out.write_str("["),
        ArgumentKind::Map => out.write_str("map["),
        ArgumentKind::Block => out.write_str("block"),
        ArgumentKind::Other => out.write_str("_"),
    };
}

fn section(out: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return;
    }
    let _ = writeln!(out, "{title}");
    for line in lines {
        let _ = writeln!(out, "  {}", line.trim_end());
    }
}
