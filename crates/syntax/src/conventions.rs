//! Names that mean the same in programs of every language by convention.

use crate::calls::CallFlags;

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

/// What runs inside the block of a call with this name runs under.
pub(crate) fn block_flags(receiver: &str, name: &str) -> u16 {
    let mut flags = 0;
    if name == "atomic" || name.contains("ransaction") {
        flags |= CallFlags::TRANSACTION;
    }
    if ITERATORS.contains(&name) || SNAKE_ITERATORS.contains(&name) || REPEATERS.contains(&name) {
        flags |= CallFlags::LOOP;
    }
    if spawns(receiver, name) {
        flags |= CallFlags::SPAWNED;
    }
    flags
}

/// Whether a call runs its arguments beside the code around it.
pub(crate) fn spawns(receiver: &str, name: &str) -> bool {
    SPAWNERS.iter().any(|(on, other)| *other == name && (*on == ANY || *on == receiver))
}
