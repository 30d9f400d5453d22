//! Names that mean the same in programs of every language by convention.

use crate::calls::CallFlags;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Methods that call a function with each element of their receiver, as most
/// languages name them.
pub(crate) const ITERATORS: &[&str] = &[
    "forEach",
    "each",
    "map",
    "flatMap",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "some",
    "every",
    "any",
    "all",
    "sortBy",
    "groupBy",
    "filterNot",
    "mapNotNull",
    "partition",
];

/// The same in snake case, with those that only Ruby has.
pub(crate) const SNAKE_ITERATORS: &[&str] = &[
    "each",
    "map",
    "select",
    "reject",
    "find",
    "each_with_index",
    "each_with_object",
    "flat_map",
    "filter_map",
    "sort_by",
    "group_by",
    "any?",
    "all?",
    "none?",
    "detect",
    "partition",
    "sum",
    "collect",
    "find_each",
    "filter",
    "index_by",
    "min_by",
    "max_by",
    "each_value",
];

/// More that run their block again and again, but hand it no element of their receiver.
const REPEATERS: &[&str] = &[
    "foreach",
    "for_each",
    "times",
    "upto",
    "downto",
    "step",
    "loop",
    "each_slice",
    "find_in_batches",
    "in_batches",
    "each_key",
    "each_pair",
    "each_char",
    "each_line",
    "reduce",
    "fold",
    "inject",
    "ForEach",
    "Select",
    "Where",
    "repeat",
    "forEachIndexed",
    "map_with_index",
    "flat_map_with_index",
    "array_map",
    "array_filter",
];

const ANY: &str = "*";

/// Calls that run what they are given beside the code around them, by receiver and name.
const SPAWNERS: &[(&str, &str)] = &[
    (ANY, "spawn"),
    (ANY, "spawn_blocking"),
    (ANY, "spawn_local"),
    (ANY, "create_task"),
    (ANY, "ensure_future"),
    (ANY, "start_soon"),
    (ANY, "run_in_executor"),
    (ANY, "launch"),
    ("", "async"),
    ("", "Task"),
    ("DispatchQueue.main", "async"),
    (ANY, "supplyAsync"),
    (ANY, "runAsync"),
    (ANY, "setTimeout"),
    (ANY, "setImmediate"),
    (ANY, "setInterval"),
    (ANY, "queueMicrotask"),
    (ANY, "nextTick"),
    (ANY, "Thread"),
    (ANY, "StartNew"),
    (ANY, "fork"),
    ("Task", "Run"),
];

/// What the block of a call with one of these names runs under. Every call of a file is asked
/// for, so this is one look, not a search in lists.
static BLOCKS: LazyLock<FxHashMap<&str, u16>> = LazyLock::new(|| {
    let mut blocks: FxHashMap<&str, u16> = FxHashMap::default();
    for name in [ITERATORS, SNAKE_ITERATORS, REPEATERS].concat() {
        *blocks.entry(name).or_default() |= CallFlags::LOOP;
    }
    for (_, name) in SPAWNERS {
        *blocks.entry(name).or_default() |= CallFlags::SPAWNED;
    }
    blocks
});

/// What runs inside the block of a call with this name runs under.
pub(crate) fn block_flags(receiver: &str, name: &str) -> u16 {
    if name == "atomic" || name.contains("ransaction") {
        return CallFlags::TRANSACTION;
    }
    let mut flags = BLOCKS.get(name).copied().unwrap_or_default();
    if flags & CallFlags::SPAWNED != 0 {
        let spawns = SPAWNERS.iter().any(|(on, other)| *other == name && (*on == ANY || *on == receiver));
        flags &= if spawns { u16::MAX } else { !CallFlags::SPAWNED };
    }
    flags
}
