//! Synonyms: words that programmers and users exchange for each other.
//!
//! A question has `misspelled` where the code has `typo`. A word of a query is joined by those of its
//! synonyms that the index has much more often than the word itself: the code's own word for the
//! subject. Where the code uses the word of the question, nothing is added.
//!
//! The list is about English and about software in general, never about one project.

use crate::{Index, Query, QueryTerm, Term, Tokenizer};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The weight of a synonym as a share of that of the word.
const WEIGHT: f32 = 0.5;
/// How many times as often as the word the index must have the synonym.
const TIMES: u64 = 4;
/// Synonyms that one query gets at most: each is one more posting list to read.
const MOST: usize = 8;

/// Words that stand for each other, in groups.
const GROUPS: &[&[&str]] = &[
    &["abort", "cancel", "terminate"],
    &["acknowledge", "confirm"],
    &["activate", "enable"],
    &["alert", "notify", "warn"],
    &["anonymize", "redact", "obfuscate", "mask"],
    &["append", "insert"],
    &["archive", "backup", "dump", "snapshot"],
    &["ask", "prompt"],
    &["assign", "allocate"],
    &["autocomplete", "suggestion", "completion"],
    &["ban", "block"],
    &["begin", "start"],
    &["bill", "invoice"],
    &["bucket", "bin"],
    &["buy", "purchase", "order", "checkout"],
    &["calculate", "compute"],
    &["ancestor", "parent"],
    &["child", "children", "descendant"],
    &["chart", "graph", "plot"],
    &["choose", "select", "pick"],
    &["cleanup", "purge", "prune"],
    &["clear", "reset", "flush"],
    &["combine", "merge", "join"],
    &["compress", "gzip", "deflate", "zip"],
    &["conceal", "hide"],
    &["config", "settings", "preferences", "options"],
    &["copy", "clone", "duplicate"],
    &["corrupt", "broken", "damaged"],
    &["crash", "panic"],
    &["cron", "schedule", "periodic", "recurring"],
    &["customer", "buyer", "client"],
    &["deactivate", "disable"],
    &["deadline", "timeout", "due"],
    &["decode", "deserialize", "unmarshal"],
    &["decrease", "decrement", "reduce"],
    &["defer", "postpone", "delay"],
    &["deny", "reject", "refuse", "forbid"],
    &["delete", "remove", "destroy", "erase"],
    &["detect", "recognize", "discover"],
    &["diff", "compare"],
    &["difference", "delta"],
    &["digest", "summary"],
    &["directory", "folder"],
    &["discard", "drop"],
    &["display", "show", "render"],
    &["distinct", "unique"],
    &["divide", "split", "partition"],
    &["duration", "elapsed"],
    &["edit", "modify", "change", "update", "alter"],
    &["email", "mail"],
    &["emit", "fire", "trigger"],
    &["empty", "blank"],
    &["encode", "serialize", "marshal"],
    &["encrypt", "cipher"],
    &["enqueue", "queue"],
    &["examine", "inspect"],
    &["exception", "failure", "error"],
    &["exit", "quit"],
    &["expire", "evict", "stale", "outdated", "obsolete"],
    &["export", "download"],
    &["extension", "plugin", "addon"],
    &["facet", "aggregation"],
    &["fallback", "default"],
    &["fetch", "retrieve", "load"],
    &["finish", "complete", "done"],
    &["fix", "repair", "correct"],
    &["forward", "redirect"],
    &["free", "release", "available"],
    &["gather", "collect"],
    &["guard", "protect"],
    &["guess", "infer"],
    &["guest", "visitor", "anonymous"],
    &["heading", "title"],
    &["heartbeat", "ping", "keepalive"],
    &["hook", "callback", "listener"],
    &["hostname", "host"],
    &["idle", "inactive", "inactivity"],
    &["ignore", "skip", "exclude"],
    &["image", "picture", "photo"],
    &["import", "ingest"],
    &["increase", "increment"],
    &["inherit", "extend"],
    &["install", "setup"],
    &["intercept", "middleware"],
    &["invoke", "execute", "run"],
    &["job", "task"],
    &["journal", "log", "audit"],
    &["label", "tag"],
    &["language", "locale"],
    &["launch", "spawn"],
    &["login", "signin", "authenticate"],
    &["logout", "signout"],
    &["machine", "host", "node", "agent"],
    &["misspelled", "misspelling", "typo"],
    &["mirror", "replicate", "synchronize"],
    &["money", "price", "amount", "cost"],
    &["monitor", "watch", "observe"],
    &["newsletter", "mailing"],
    &["nickname", "alias"],
    &["pagination", "paginate", "paging"],
    &["parallel", "concurrent"],
    &["pause", "suspend"],
    &["people", "person", "user"],
    &["permission", "privilege", "access", "restrict"],
    &["persist", "save", "store"],
    &["phase", "stage", "step"],
    &["place", "location", "position"],
    &["policy", "rule"],
    &["populate", "fill"],
    &["precedence", "priority"],
    &["predecessor", "previous", "prior"],
    &["print", "output"],
    &["publish", "release"],
    &["quick", "fast"],
    &["quota", "limit"],
    &["quote", "escape"],
    &["raise", "throw"],
    &["random", "shuffle"],
    &["recover", "restore"],
    &["recommend", "suggest"],
    &["recycle", "trash"],
    &["refresh", "reload"],
    &["refund", "reimburse", "chargeback"],
    &["register", "enroll", "signup"],
    &["rename", "move"],
    &["repeat", "retry"],
    &["replace", "substitute"],
    &["reply", "response", "answer"],
    &["resize", "scale"],
    &["resume", "continue"],
    &["revert", "rollback", "undo"],
    &["role", "permission"],
    &["row", "record", "entry"],
    &["sanitize", "escape"],
    &["schema", "model"],
    &["scroll", "viewport"],
    &["search", "find", "lookup", "locate"],
    &["secret", "password", "credential", "passphrase"],
    &["send", "deliver", "dispatch"],
    &["shorten", "truncate", "abbreviate"],
    &["shutdown", "stop", "close"],
    &["size", "length", "dimension"],
    &["sleep", "wait"],
    &["sort", "order"],
    &["statistics", "metrics"],
    &["status", "state"],
    &["strip", "trim"],
    &["subscriber", "consumer", "listener"],
    &["successor", "next", "following"],
    &["supplier", "vendor"],
    &["switch", "toggle"],
    &["teammate", "member", "collaborator"],
    &["thread", "worker"],
    &["throttle", "debounce", "rate"],
    &["tls", "ssl"],
    &["tooltip", "hint"],
    &["transform", "convert"],
    &["translate", "localize", "internationalization"],
    &["upgrade", "migrate", "migration"],
    &["upload", "attachment"],
    &["usage", "consumption"],
    &["validate", "verify", "check"],
    &["version", "revision"],
    &["vote", "poll"],
    &["worth", "value"],
    &["zoom", "scale"],
];

/// The synonyms of each term with their stemmed text, in the order of the groups.
fn table() -> &'static FxHashMap<Term, Vec<(Term, String)>> {
    static TABLE: OnceLock<FxHashMap<Term, Vec<(Term, String)>>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut tokenizer = Tokenizer::new();
        let mut table: FxHashMap<Term, Vec<(Term, String)>> = FxHashMap::default();
        for group in GROUPS {
            let mut terms: Vec<(Term, String)> = Vec::new();
            for word in *group {
                tokenizer.terms(word, |term, text, _| terms.push((term, text.to_owned())));
            }
            for (term, _) in &terms {
                let known = table.entry(*term).or_default();
                for other in &terms {
                    if other.0 != *term && known.iter().all(|one| one.0 != other.0) {
                        known.push(other.clone());
                    }
                }
            }
        }
        table
    })
}

impl Query {
    /// Adds the synonyms of its words that the index has much more often than the words.
    pub fn add_synonyms(&mut self, index: &Index<'_>) {
        let mut added: Vec<QueryTerm> = Vec::new();
        for term in &self.terms {
            let Some(synonyms) = table().get(&term.term) else { continue };
            let own = index.term_stats(term.term).max(1);
            for (synonym, text) in synonyms {
                let is_new = self.terms.iter().chain(&added).all(|one| one.term != *synonym);
                if is_new && index.term_stats(*synonym) >= TIMES * own {
                    added.push(QueryTerm {
                        term: *synonym,
                        text: text.clone(),
                        weight: term.weight * WEIGHT,
                    });
                }
            }
        }
        added.truncate(MOST);
        self.terms.extend(added);
    }
}

#[cfg(test)]
mod tests {
    use crate::{AlignedBytes, Bag, Document, Index, Query, Segment, Tokenizer, bag};

    fn extended(names: &[&str], question: &str) -> Vec<(String, f32)> {
        let mut tokenizer = Tokenizer::new();
        let bags: Vec<Bag> = names
            .iter()
            .map(|name| bag(&mut tokenizer, "", &[Document { name, ..Document::default() }]))
            .collect();
        let views: Vec<_> = bags.iter().map(Bag::view).collect();
        let bytes = AlignedBytes::copy_of(&Segment::build(&views));
        let symbols: Vec<Option<u32>> = (0..names.len() as u32).map(Some).collect();
        let index = Index::new(vec![(Segment::read(bytes.as_bytes()).unwrap(), symbols)]).unwrap();
        let mut query = Query::parse(&mut tokenizer, question);
        query.add_synonyms(&index);
        query.terms.into_iter().map(|term| (term.text, term.weight)).collect()
    }

    #[test]
    fn the_word_of_the_code_joins_the_word_of_the_question() {
        let names = ["max_typos", "TypoConfig", "one_typo", "typo_cost"];
        assert_eq!(extended(&names, "misspelled"), [("misspel".to_owned(), 1.0), ("typo".to_owned(), 0.5)]);
    }

    #[test]
    fn where_the_code_has_the_word_of_the_question_nothing_is_added() {
        let names = ["misspelled", "max_typos", "TypoConfig", "one_typo"];
        assert_eq!(extended(&names, "misspelled").len(), 1);
        assert_eq!(extended(&["max_length"], "misspelled").len(), 1);
    }
}
