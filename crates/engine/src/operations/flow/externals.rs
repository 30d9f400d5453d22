//! Calls that leave the repository for something that matters in a flow: HTTP, mail,
//! storage, queues. What is called is recognised by the library's own names.

use fathom_graph::{Graph, SymbolId};
use fathom_syntax::CallSite;
use rustc_hash::FxHashSet;

/// By language: the first name of a chain, and what it does.
const HEADS: &[(&str, &[(&str, &str)])] = &[
    (
        "ruby",
        &[
            ("Net.HTTP", "http"),
            ("Faraday", "http"),
            ("HTTParty", "http"),
            ("RestClient", "http"),
            ("Typhoeus", "http"),
            ("Excon", "http"),
            ("HTTP", "http"),
            ("Down", "http"),
            ("Aws", "storage"),
            ("ActiveStorage", "storage"),
            ("CarrierWave", "storage"),
            ("Redis", "redis"),
            ("Sidekiq", "queue"),
            ("Stripe", "payment"),
            ("Braintree", "payment"),
            ("Twilio", "message"),
            ("Net.SMTP", "mail"),
            ("Elasticsearch", "search"),
            ("Kafka", "queue"),
        ],
    ),
    (
        "python",
        &[
            ("requests", "http"),
            ("httpx", "http"),
            ("aiohttp", "http"),
            ("urllib", "http"),
            ("boto3", "storage"),
            ("smtplib", "mail"),
            ("send_mail", "mail"),
            ("redis", "redis"),
            ("stripe", "payment"),
        ],
    ),
    ("javascript", SCRIPT),
    ("typescript", SCRIPT),
    ("tsx", SCRIPT),
    ("go", &[("http", "http"), ("smtp", "mail"), ("s3", "storage"), ("redis", "redis")]),
    (
        "java",
        &[
            ("restTemplate", "http"),
            ("webClient", "http"),
            ("httpClient", "http"),
            ("mailSender", "mail"),
            ("javaMailSender", "mail"),
            ("s3Client", "storage"),
            ("kafkaTemplate", "queue"),
            ("rabbitTemplate", "queue"),
        ],
    ),
    ("csharp", &[("HttpClient", "http"), ("_httpClient", "http"), ("SmtpClient", "mail")]),
    (
        "php",
        &[
            ("Http", "http"),
            ("Mail", "mail"),
            ("Storage", "storage"),
            ("Redis", "redis"),
            ("curl_exec", "http"),
        ],
    ),
    ("rust", &[("reqwest", "http"), ("ureq", "http"), ("lettre", "mail"), ("aws_sdk_s3", "storage")]),
];

const SCRIPT: &[(&str, &str)] = &[
    ("fetch", "http"),
    ("axios", "http"),
    ("got", "http"),
    ("superagent", "http"),
    ("nodemailer", "mail"),
    ("sgMail", "mail"),
    ("S3Client", "storage"),
    ("s3", "storage"),
    ("redis", "redis"),
    ("stripe", "payment"),
];

/// By language: names that people give handles of databases, anywhere in a chain.
const HANDLES: &[(&str, &[(&str, &str)])] = &[
    ("python", &[("session", "database"), ("cursor", "database"), ("db", "database")]),
    ("javascript", SCRIPT_HANDLES),
    ("typescript", SCRIPT_HANDLES),
    ("tsx", SCRIPT_HANDLES),
    ("go", &[("db", "database"), ("DB", "database"), ("tx", "database"), ("conn", "database")]),
    (
        "java",
        &[
            ("jdbcTemplate", "database"),
            ("entityManager", "database"),
            ("mongoTemplate", "database"),
            ("redisTemplate", "redis"),
            ("stringRedisTemplate", "redis"),
        ],
    ),
    (
        "csharp",
        &[
            ("_context", "database"),
            ("_dbContext", "database"),
            ("dbContext", "database"),
            ("_db", "database"),
        ],
    ),
    ("rust", &[("sqlx", "database"), ("pool", "database"), ("conn", "database"), ("db", "database")]),
    ("php", &[("DB", "database"), ("Cache", "cache")]),
];

const SCRIPT_HANDLES: &[(&str, &str)] = &[
    ("prisma", "database"),
    ("knex", "database"),
    ("sequelize", "database"),
    ("db", "database"),
    ("queryRunner", "database"),
];

/// By language: names of methods that only one kind of library has.
const METHODS: &[(&str, &[(&str, &str)])] = &[(
    "ruby",
    &[
        ("deliver_later", "mail"),
        ("deliver_now", "mail"),
        ("deliver_now!", "mail"),
        ("deliver_later!", "mail"),
        ("purge_later", "storage"),
    ],
)];

/// The calls of a body that leave the repository, with what is called and what that does.
pub(super) fn of(graph: &Graph<'_>, body: SymbolId) -> Vec<(CallSite, String, &'static str)> {
    let language = graph.language(body).name;
    let list = |all: &'static [(&'static str, &'static [(&'static str, &'static str)])]| {
        all.iter().find(|(name, _)| *name == language).map_or(&[][..], |(_, list)| *list)
    };
    let (heads, handles, methods) = (list(HEADS), list(HANDLES), list(METHODS));
    if heads.is_empty() && handles.is_empty() {
        return Vec::new();
    }
    let facts = graph.facts(body);
    let local = body.local(graph.file_symbol(graph.file_of(body)));
    let resolved: FxHashSet<u32> = graph.calls(body).iter().map(|call| call.reference).collect();
    let mut found = Vec::new();
    let calls = (0..).zip(facts.references).filter(|(_, one)| one.from == local && one.kind().is_call());
    for (number, reference) in calls {
        let (receiver, name) = (facts.text(reference.receiver), facts.text(reference.name));
        let by_method = methods.iter().find(|(method, _)| *method == name);
        let by_head = heads
            .iter()
            .find(|(head, _)| if receiver.is_empty() { name == *head } else { is_head(receiver, head) });
        let by_handle = handles.iter().find(|(handle, _)| {
            receiver.split('.').any(|part| part.trim_end_matches("()").trim_start_matches('$') == *handle)
        });
        if resolved.contains(&number) && by_method.is_none() {
            continue;
        }
        if let Some((_, does)) = by_method.or(by_head).or(by_handle)
            && let Some(site) = facts.call_of(number)
        {
            let shown = receiver.replace("()", "");
            let spelling = if language == "ruby" {
                shown.replacen('.', "::", usize::from(is_path(&shown)))
            } else {
                shown
            };
            let name = if spelling.is_empty() { name.to_owned() } else { format!("{spelling}.{name}") };
            found.push((site, name, *does));
        }
    }
    // A chain of calls on one line is one step: its last call represents it.
    found.dedup_by(|later, earlier| {
        later.1.starts_with(&earlier.1) && {
            std::mem::swap(later, earlier);
            true
        }
    });
    found
}

fn is_head(receiver: &str, head: &str) -> bool {
    let receiver = receiver.trim_start_matches("self.").trim_start_matches("this.");
    receiver.strip_prefix(head).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(', '[']))
}

/// Whether a chain starts with two constants.
fn is_path(chain: &str) -> bool {
    let mut parts = chain.split('.').map(|part| part.starts_with(|c: char| c.is_uppercase()));
    parts.next() == Some(true) && parts.next() == Some(true)
}
