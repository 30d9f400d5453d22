//! The most useful text under a hard budget of tokens.
//!
//! The first symbols come with their code, the next with signature and doc,
//! the tail by name. What is written is counted as a whole, so the budget
//! holds for the text as the reader gets it.

use crate::tokens::count_tokens;

/// How much of a symbol is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Name and place.
    Name,
    /// Also the signature and the first line of the doc.
    Signature,
    /// Also the code.
    Code,
}

/// One symbol to show.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// One line: place and name.
    pub head: String,
    /// Signature and short doc, indented.
    pub signature: String,
    /// Code with line numbers.
    pub code: String,
}

/// The packed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// How each item is shown; items past the end did not fit.
    pub details: Vec<Detail>,
}

/// Code may take this share of the budget before signatures get their turn.
const CODE_SHARE: f64 = 0.8;

/// Packs items, best first, under `budget` tokens; `head` always comes first.
pub fn pack(head: &str, items: &[Item], budget: usize) -> Packed {
    let mut details: Vec<Detail> = Vec::new();
    let mut used = count_tokens(head);
    let names: Vec<usize> = items.iter().map(|item| count_tokens(&item.head) + 1).collect();
    let mut code_left = (budget as f64 * CODE_SHARE) as usize;
    for (index, item) in items.iter().enumerate() {
        let code = names[index] + count_tokens(&item.code) + 1;
        let signature = names[index] + count_tokens(&item.signature) + 1;
        let (detail, cost) = if !item.code.is_empty() && code <= code_left && used + code <= budget {
            (Detail::Code, code)
        } else if !item.signature.is_empty() && used + signature <= budget {
            (Detail::Signature, signature)
        } else {
            (Detail::Name, names[index])
        };
        if used + cost > budget {
            break;
        }
        used += cost;
        if detail == Detail::Code {
            code_left -= cost.min(code_left);
        }
        details.push(detail);
    }
    // Parts counted alone can differ by a token or two from the whole.
    loop {
        let text = render(head, items, &details);
        let tokens = count_tokens(&text);
        if tokens <= budget || details.is_empty() {
            return finish(text, tokens, details, budget);
        }
        details.pop();
    }
}

fn finish(text: String, tokens: usize, details: Vec<Detail>, budget: usize) -> Packed {
    if tokens <= budget {
        return Packed { text, tokens, details };
    }
    // Not even the head fits.
    Packed::default()
}

fn render(head: &str, items: &[Item], details: &[Detail]) -> String {
    let mut text = String::from(head);
    for (item, detail) in items.iter().zip(details) {
        text.push_str(&item.head);
        text.push('\n');
        let body = match detail {
            Detail::Name => "",
            Detail::Signature => &item.signature,
            Detail::Code => &item.code,
        };
        text.push_str(body);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Detail, Item, pack};

    fn items() -> Vec<Item> {
        (0..20)
            .map(|n| Item {
                head: format!("{n}. src/a.rs:{n} function f{n}"),
                signature: format!("   fn f{n}(x: u32) -> u32\n"),
                code: format!(
                    "{n} | fn f{n}(x: u32) -> u32 {{\n{n} |     x * {n} + compute_something(x)\n{n} | }}\n"
                ),
            })
            .collect()
    }

    #[test]
    fn the_budget_is_never_exceeded() {
        for budget in [0, 1, 5, 17, 40, 80, 200, 500, 2_000] {
            let packed = pack("task\n", &items(), budget);
            assert!(packed.tokens <= budget, "{} > {budget}", packed.tokens);
            assert_eq!(packed.tokens, super::count_tokens(&packed.text));
        }
    }

    #[test]
    fn the_first_get_code_and_the_tail_gets_names() {
        let packed = pack("task\n", &items(), 500);
        assert_eq!(packed.details[0], Detail::Code);
        assert!(packed.details.last().unwrap() < &Detail::Code);
    }
}
