//! The normal form of a word, shared by words with the same meaning.
//!
//! Porter's second stemmer removes inflections (`caching`, `caches`), but keeps apart words that code
//! and questions use for the same thing: the agent noun and its verb (`router`, `route`), the
//! abbreviation and its word (`config`, `configuration`), and British and American spelling
//! (`serialise`, `serialize`; see `spelling`). This module joins them. The
//! rules are about English and about common abbreviations of programmers, never about one project.

use rust_stemmers::Stemmer;

/// Words up to this length are not stemmed: `bus`, `ios`, `dns` are not plurals.
const MAX_UNSTEMMED: usize = 3;
/// Minimum length of the rest of `router` without its ending, so that `user` does not become `us`.
const MIN_DOER: usize = 4;
/// The same if a doubled letter becomes single: `logger` is the agent noun of `log`.
const MIN_DOUBLED: usize = 3;
/// Short words may end in a doubled letter: `watt`.
const MAX_DOUBLED: usize = 5;

/// Abbreviations and irregular forms that no rule of endings joins with their word. Ambiguous ones
/// (`res`, `dev`, `sec`) are not included. Sorted, for binary search.
const SAME_AS: &[(&str, &str)] = &[
    ("addr", "address"),
    ("alloc", "allocate"),
    ("analysis", "analyze"),
    ("app", "application"),
    ("arg", "argument"),
    ("async", "asynchronous"),
    ("attr", "attribute"),
    ("auth", "authentication"),
    ("authn", "authentication"),
    ("authz", "authorization"),
    ("bg", "background"),
    ("bool", "boolean"),
    ("buf", "buffer"),
    ("calc", "calculate"),
    ("cb", "callback"),
    ("cert", "certificate"),
    ("cfg", "configuration"),
    ("char", "character"),
    ("cmd", "command"),
    ("cnt", "count"),
    ("col", "column"),
    ("comparison", "compare"),
    ("concat", "concatenate"),
    ("cond", "condition"),
    ("conf", "configuration"),
    ("config", "configuration"),
    ("conn", "connection"),
    ("const", "constant"),
    ("conversion", "convert"),
    ("coord", "coordinate"),
    ("creds", "credential"),
    ("ctor", "constructor"),
    ("ctrl", "control"),
    ("ctx", "context"),
    ("cur", "current"),
    ("curr", "current"),
    ("db", "database"),
    ("decl", "declaration"),
    ("del", "delete"),
    ("dep", "dependency"),
    ("description", "describe"),
    ("dest", "destination"),
    ("dict", "dictionary"),
    ("dir", "directory"),
    ("doc", "document"),
    ("dst", "destination"),
    ("dup", "duplicate"),
    ("elem", "element"),
    ("embed", "embedded"),
    ("env", "environment"),
    ("err", "error"),
    ("eval", "evaluate"),
    ("evt", "event"),
    ("exclusion", "exclude"),
    ("exec", "execute"),
    ("expansion", "expand"),
    ("expiry", "expire"),
    ("expr", "expression"),
    ("ext", "extension"),
    ("fmt", "format"),
    ("fn", "function"),
    ("freq", "frequency"),
    ("func", "function"),
    ("gen", "generate"),
    ("hdr", "header"),
    ("ident", "identifier"),
    ("idx", "index"),
    ("img", "image"),
    ("impl", "implement"),
    ("inclusion", "include"),
    ("info", "information"),
    ("init", "initialize"),
    ("int", "integer"),
    ("invocation", "invoke"),
    ("lang", "language"),
    ("len", "length"),
    ("lib", "library"),
    ("lvl", "level"),
    ("maintenance", "maintain"),
    ("max", "maximum"),
    ("mem", "memory"),
    ("mgr", "manager"),
    ("min", "minimum"),
    ("msg", "message"),
    ("mut", "mutable"),
    ("nav", "navigation"),
    ("num", "number"),
    ("obj", "object"),
    ("op", "operation"),
    ("opt", "option"),
    ("orig", "original"),
    ("param", "parameter"),
    ("passwd", "password"),
    ("payment", "pay"),
    ("perf", "performance"),
    ("perm", "permission"),
    ("pkg", "package"),
    ("pos", "position"),
    ("prefs", "preference"),
    ("prev", "previous"),
    ("prop", "property"),
    ("proto", "protocol"),
    ("ptr", "pointer"),
    ("pwd", "password"),
    ("qty", "quantity"),
    ("queued", "queue"),
    ("queueing", "queue"),
    ("queuing", "queue"),
    ("rand", "random"),
    ("recv", "receive"),
    ("ref", "reference"),
    ("referenced", "reference"),
    ("referencing", "reference"),
    ("registration", "register"),
    ("registry", "register"),
    ("repo", "repository"),
    ("req", "request"),
    ("resolution", "resolve"),
    ("resp", "response"),
    ("respond", "response"),
    ("responded", "response"),
    ("responding", "response"),
    ("ret", "return"),
    ("revocation", "revoke"),
    ("rm", "remove"),
    ("sep", "separator"),
    ("seq", "sequence"),
    ("src", "source"),
    ("srv", "server"),
    ("stmt", "statement"),
    ("storage", "store"),
    ("str", "string"),
    ("struct", "structure"),
    ("submission", "submit"),
    ("subscription", "subscribe"),
    ("svc", "service"),
    ("sym", "symbol"),
    ("sync", "synchronize"),
    ("synced", "synchronize"),
    ("syncing", "synchronize"),
    ("sys", "system"),
    ("tbl", "table"),
    ("temp", "temporary"),
    ("tmp", "temporary"),
    ("tmpl", "template"),
    ("tok", "token"),
    ("tpl", "template"),
    ("transmission", "transmit"),
    ("tx", "transaction"),
    ("txn", "transaction"),
    ("txt", "text"),
    ("util", "utility"),
    ("val", "value"),
    ("var", "variable"),
    ("vec", "vector"),
    ("ver", "version"),
];

/// Stems that only look like agent nouns, and would become those of other words: `letter` of `let`,
/// `restore` of `rest`, `different` of `diff`.
const NO_DOERS: [&str; 14] = [
    "author", "banner", "bearer", "better", "differ", "explor", "factor", "folder", "former", "header",
    "letter", "manner", "matter", "restor",
];

/// The form of a word of lower-case letters.
pub(crate) fn stem(stemmer: &Stemmer, word: &str) -> String {
    let word = same_as(word).or_else(|| same_as(word.strip_suffix('s')?)).unwrap_or(word);
    let american = crate::spelling::american(word);
    let word = american.as_deref().unwrap_or(word);
    if word.len() <= MAX_UNSTEMMED {
        return word.to_owned();
    }
    let mut stem = stemmer.stem(word).into_owned();
    // `notify` and `notification`.
    if stem.ends_with("ifi") {
        stem.pop();
    }
    if let Some(deed) = deed(&stem) {
        stem.truncate(deed);
    } else if stem.len() > MAX_DOUBLED && ends_doubled(&stem) {
        // `formatter`, of which the stemmer leaves `formatt`.
        stem.pop();
    }
    stem
}

/// The word that an abbreviation or irregular form stands for.
fn same_as(word: &str) -> Option<&'static str> {
    SAME_AS.binary_search_by_key(&word, |(short, _)| short).ok().map(|at| SAME_AS[at].1)
}

/// The length of the stem without the ending of an agent noun.
fn deed(stem: &str) -> Option<usize> {
    if NO_DOERS.contains(&stem) {
        return None;
    }
    let deed = stem.strip_suffix("er").or_else(|| stem.strip_suffix("or"))?;
    if ends_doubled(deed) {
        return (deed.len() > MIN_DOUBLED).then_some(deed.len() - 1);
    }
    (deed.len() >= MIN_DOER).then_some(deed.len())
}

/// Whether a word ends in a letter that was doubled for its ending. `caller` and `processor` keep both
/// letters, as `call` and `process` do.
fn ends_doubled(word: &str) -> bool {
    matches!(word.as_bytes(), [.., before, last] if before == last && b"bdgmnprt".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_stemmers::Algorithm;

    fn all_same(words: &[&str]) {
        let stemmer = Stemmer::create(Algorithm::English);
        let stems: Vec<String> = words.iter().map(|word| stem(&stemmer, word)).collect();
        assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{words:?}: {stems:?}");
    }

    fn all_different(words: &[&str]) {
        let stemmer = Stemmer::create(Algorithm::English);
        let stems: Vec<String> = words.iter().map(|word| stem(&stemmer, word)).collect();
        let mut sorted = stems.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), words.len(), "{words:?}: {stems:?}");
    }

    #[test]
    fn the_list_is_sorted_and_every_form_leads_somewhere() {
        assert!(SAME_AS.is_sorted_by_key(|(short, _)| short));
        // No chains: the stem of a form is not a form itself.
        assert!(SAME_AS.iter().all(|(_, long)| SAME_AS.binary_search_by_key(long, |(s, _)| s).is_err()));
    }

    #[test]
    fn every_form_of_a_word_begins_with_its_first_letter() {
        // A lookup may compare first letters only.
        assert!(SAME_AS.iter().all(|(short, long)| short.as_bytes()[0] == long.as_bytes()[0]));
        let stemmer = Stemmer::create(Algorithm::English);
        for word in ["dying", "skies", "ugly", "news", "yes", "eyeing", "youngest", "oddly", "inning"] {
            assert_eq!(stem(&stemmer, word).as_bytes()[0], word.as_bytes()[0]);
        }
    }

    #[test]
    fn who_does_meets_what_is_done() {
        all_same(&["router", "route", "routing", "routes"]);
        all_same(&["handler", "handle", "handled"]);
        all_same(&["parser", "parse"]);
        all_same(&["logger", "logging", "log"]);
        all_same(&["mapper", "map"]);
        all_same(&["formatter", "format"]);
        all_same(&["caller", "call"]);
        all_same(&["processor", "process", "processing"]);
        all_same(&["controller", "control"]);
        all_same(&["executor", "execute"]);
        all_same(&["monitor", "monitoring"]);
    }

    #[test]
    fn what_only_ends_so_stays_apart() {
        all_different(&["user", "use", "us"]);
        all_different(&["header", "head"]);
        all_different(&["author", "auth"]);
        all_different(&["order", "ord"]);
        all_different(&["offer", "off", "of"]);
        all_different(&["error", "er"]);
        all_different(&["layer", "lay"]);
        all_different(&["restore", "rest"]);
        all_different(&["different", "diff"]);
        all_different(&["letter", "let"]);
        all_different(&["factor", "fact"]);
    }

    #[test]
    fn short_forms_meet_their_words() {
        all_same(&["config", "configs", "configuration", "configure", "cfg"]);
        all_same(&["auth", "authentication", "authenticate"]);
        all_same(&["deps", "dependencies", "dependency"]);
        all_same(&["err", "error", "errors"]);
        all_same(&["buf", "buffer", "buffered"]);
        all_same(&["init", "initialize", "initializer"]);
        all_same(&["registry", "registration", "register", "registrations"]);
        all_same(&["subscription", "subscriptions", "subscribe"]);
        all_same(&["sync", "synced", "syncing", "synchronize"]);
        all_same(&["struct", "structs", "structure"]);
    }

    #[test]
    fn forms_that_the_stemmer_keeps_apart_meet() {
        all_same(&["queue", "queued", "queues", "queueing", "queuing"]);
        all_same(&["restore", "restored", "restoring"]);
        all_same(&["embed", "embedded", "embedding"]);
        all_same(&["reference", "referenced", "references", "refs"]);
    }

    #[test]
    fn british_spelling_meets_american_spelling() {
        all_same(&["serialise", "serialize", "serialisation", "serialiser", "serialized"]);
        all_same(&["colour", "color", "colours", "coloured"]);
        all_same(&["normalising", "normalizing", "normalised"]);
        all_same(&["analyse", "analyze", "analysis"]);
        all_same(&["centre", "center", "centred"]);
    }

    #[test]
    fn nouns_meet_their_verbs() {
        all_same(&["notify", "notification", "notifier", "notified"]);
        all_same(&["verification", "verify"]);
    }
}
