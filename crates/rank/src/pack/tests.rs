//! Packed text fits the budget, in the order of the ranking.

use super::{Detail, Item, Limits, Lines, List, PackedText, Page, pack};
use fathom_graph::FileId;

/// The texts of an item.
#[derive(Clone)]
struct Texts {
    name: String,
    signature: String,
    excerpt: String,
    code: String,
    lines: Lines,
}

fn items() -> Vec<Texts> {
    (0..20)
        .map(|n| Texts {
            name: format!("{n}. src/a.rs:{n} function f{n}\n"),
            signature: format!("{n}. src/a.rs:{n} function f{n}\n   fn f{n}(x: u32) -> u32\n"),
            code: format!(
                "{n}. src/a.rs:{n} function f{n}\n{n} | fn f{n}(x: u32) -> u32 {{\n{n} |     x * {n} + compute_something(x)\n{n} | }}\n"
            ),
            excerpt: String::new(),
            lines: Lines { file: FileId::new(0), first: 10 * n, last: 10 * n + 2 },
        })
        .collect()
}

fn list(name: &str, count: usize) -> List {
    let entries = (0..count).map(|n| format!("  tests/{name}_{n}.rs\n")).collect();
    List { open: format!("{name}:\n"), entries, ..List::default() }
}

fn packed(items: Vec<Texts>, lists: Vec<List>, limits: Limits) -> PackedText {
    let item = |texts: Texts| {
        Item::new(texts.lines, move |detail, hidden| match detail {
            Detail::Name => texts.name.clone(),
            Detail::Signature => texts.signature.clone(),
            Detail::Excerpt => texts.excerpt.clone(),
            Detail::Code if hidden.is_empty() => texts.code.clone(),
            Detail::Code => format!("{}without {} to {}\n", texts.name, hidden[0].first, hidden[0].last),
        })
    };
    let page = Page {
        head: "task\n".to_owned(),
        items: items.into_iter().map(item).collect(),
        shown_in: Box::new(|at, others| format!("{at}. shown in {others:?}\n")),
        lists,
        foot: "</end>\n".to_owned(),
    };
    pack(&page, limits)
}

fn details(packed: &PackedText) -> Vec<Detail> {
    packed.shown.iter().map(|shown| shown.detail).collect()
}

#[test]
fn the_budget_is_never_exceeded() {
    for budget in (0..600).chain([2_000]) {
        for lists in [0.0, 0.3] {
            let limits = Limits { lists, ..Limits::budget(budget) };
            let packed = packed(items(), vec![list("test", 9), list("file", 5)], limits);
            assert!(packed.tokens <= budget, "{} > {budget}", packed.tokens);
            assert_eq!(packed.tokens, crate::count_tokens(&packed.text));
        }
    }
}

#[test]
fn no_lines_are_shown_twice() {
    let at = |first: u32, last: u32| Texts {
        lines: Lines { file: FileId::new(7), first, last },
        ..items().swap_remove(first as usize % 20)
    };
    // A type, its member, one that only begins in it, the same lines of another file; and a
    // type most of whose members came first.
    let mut all = vec![at(100, 119), at(105, 109), at(115, 139), at(105, 109)];
    all[3].lines.file = FileId::new(8);
    all.extend([at(200, 203), at(204, 207), at(200, 209)]);
    let packed = packed(all, Vec::new(), Limits::budget(2_000));
    let [code, signature, name] = [Detail::Code, Detail::Signature, Detail::Name];
    assert_eq!(details(&packed), [code, name, code, code, code, code, signature]);
    assert_eq!(packed.shown[1].within, [0]);
    assert!(packed.text.contains("1. shown in [0]"), "{}", packed.text);
}

#[test]
fn the_first_get_code_and_the_tail_gets_names() {
    let packed = packed(items(), Vec::new(), Limits::budget(500));
    assert_eq!(packed.shown[0].detail, Detail::Code);
    assert!(packed.shown.last().unwrap().detail < Detail::Code);
}

#[test]
fn lists_cost_the_tail_its_signatures_and_no_item_its_place() {
    for budget in 20..900 {
        let alone = packed(items(), Vec::new(), Limits::budget(budget));
        let with_lists = packed(items(), vec![list("test", 9), list("file", 5)], Limits::budget(budget));
        assert_eq!(alone.shown.len(), with_lists.shown.len(), "budget {budget}");
        let first = |packed: &PackedText| details(packed).into_iter().take(10).collect::<Vec<_>>();
        assert_eq!(first(&alone), first(&with_lists), "budget {budget}");
    }
    let full = packed(items(), vec![list("test", 9), list("file", 5)], Limits::budget(600));
    assert!(full.kept[0] > 0 && full.kept[1] > 0, "{:?}", full.kept);
}

#[test]
fn lists_have_a_share_where_one_is_reserved() {
    let limits = Limits { lists: 0.25, ..Limits::budget(400) };
    let reserved = packed(items(), vec![list("test", 40)], limits);
    assert!(reserved.kept[0] > 5, "{:?}", reserved.kept);
    assert!(reserved.shown.len() < packed(items(), Vec::new(), Limits::budget(400)).shown.len());
}

#[test]
fn everything_is_listed_where_that_is_asked_for() {
    for budget in [0, 10, 100, 400, 1_000, 4_000] {
        let limits = Limits { everything: true, ..Limits::budget(budget) };
        let packed = packed(items(), vec![list("test", 9)], limits);
        assert_eq!((packed.shown.len(), packed.kept[0]), (20, 9), "budget {budget}");
        let beyond = packed.tokens > budget;
        assert!(!beyond || details(&packed).iter().all(|detail| *detail < Detail::Code), "budget {budget}");
        assert_eq!(budget == 4_000, details(&packed).iter().all(|detail| *detail == Detail::Code));
    }
}

/// Items of which the first is as long as all others together.
fn with_a_long_one() -> Vec<Texts> {
    let mut items = items();
    items[0].code = items.iter().map(|item| item.code.as_str()).collect();
    items[0].excerpt = format!("{}\u{22ee}\n", items[0].name);
    items
}

#[test]
fn a_long_body_is_cut_so_that_others_have_room() {
    let packed = packed(with_a_long_one(), Vec::new(), Limits::budget(800));
    assert_eq!(packed.shown[0].detail, Detail::Excerpt);
    assert!(packed.shown[1..].iter().filter(|shown| shown.detail == Detail::Code).count() > 8);
}

#[test]
fn a_long_body_is_shown_whole_where_room_is_left() {
    let packed = packed(with_a_long_one(), Vec::new(), Limits::budget(3_000));
    assert!(packed.shown.iter().all(|shown| shown.detail == Detail::Code));
}

#[test]
fn code_that_cannot_fit_is_not_written() {
    let written = std::cell::Cell::new(0);
    let item = |texts: Texts| {
        let written = &written;
        Item::new(texts.lines, move |detail, _| {
            written.set(written.get() + usize::from(detail == Detail::Code));
            if detail == Detail::Code { texts.code.clone() } else { texts.name.clone() }
        })
    };
    let page = Page {
        head: String::new(),
        items: items().into_iter().map(item).collect(),
        shown_in: Box::new(|_, _| String::new()),
        lists: Vec::new(),
        foot: String::new(),
    };
    let packed = pack(&page, Limits { code: 0.3, ..Limits::budget(600) });
    assert_eq!(packed.shown.len(), 20);
    assert!((1..20).contains(&written.get()), "{}", written.get());
}

#[test]
fn a_type_leaves_out_the_lines_of_a_member_that_was_shown_before() {
    let mut of_type = items().remove(1);
    of_type.lines.last = 49;
    let member = Texts { lines: Lines { first: 20, last: 22, ..of_type.lines }, ..items().remove(2) };
    let packed = packed(vec![member, of_type], vec![], Limits::budget(500));
    assert_eq!(details(&packed), [Detail::Code, Detail::Code]);
    assert!(packed.text.contains("without 20 to 22"), "{}", packed.text);
    assert_eq!(packed.tokens, crate::count_tokens(&packed.text));
}
