//! Function types in chains: `(A,B)C` takes an `A` and a `B` and gives a `C`, `(...A)` takes any
//! number of `A`. A type that can be called in several ways has one of them on each line.

/// Whether a chain is a function type.
pub fn is_function(chain: &str) -> bool {
    chain.starts_with('(')
}

/// The ways in which a type can be called.
pub fn signatures(chain: &str) -> impl Iterator<Item = &str> {
    chain.lines().filter(|line| is_function(line))
}

/// The type of the parameter that the argument at a place is given to.
pub fn parameter(function: &str, at: usize) -> Option<&str> {
    let inner = function.get(1..closing(function)?)?;
    let mut depth = 0;
    let parameters = inner.split(|letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    });
    let parameters: Vec<&str> = parameters.collect();
    let rest = || parameters.last().filter(|last| last.starts_with("..."));
    let found = parameters.get(at).or_else(rest)?.trim_start_matches('.');
    (!found.is_empty()).then_some(found)
}

/// The type of what a function gives; empty if it is not known.
pub fn result(function: &str) -> &str {
    let first = function.lines().next().unwrap_or("");
    closing(first).map_or("", |end| &first[end + 1..])
}

/// Where the list of parameters ends.
fn closing(function: &str) -> Option<usize> {
    let mut depth = 0;
    let mut letters = function.char_indices();
    letters.find_map(|(at, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_given_to_its_parameter_or_to_the_last_of_many() {
        let function = "((A,B)C,D,...E)F";
        let given: Vec<Option<&str>> = (0..4).map(|at| parameter(function, at)).collect();
        assert_eq!(given, [Some("(A,B)C"), Some("D"), Some("E"), Some("E")]);
        assert_eq!(result(function), "F");
        assert_eq!(parameter("(,B)", 0), None);
        assert_eq!(parameter("()", 0), None);
    }
}
