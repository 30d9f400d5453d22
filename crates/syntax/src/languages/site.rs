//! The vocabulary of a language's table of call sites.

/// The meaning of a node kind in and around calls.
#[derive(Clone, Copy)]
pub enum Site {
    /// A call, instantiation or decorator whose first named child is what is called.
    Call,
    /// A call that the query captures as a whole.
    Send,
    /// The arguments of a call.
    Arguments,
    /// The arguments of a macro or attribute that the grammar leaves as tokens.
    Tokens,
    /// Around one argument or element; of two children the first is its name.
    Argument,
    /// Equivalent to its content.
    Through,
    /// A string.
    Text,
    /// A value inside a string.
    Interpolation,
    /// An operation: strings that are added are one string with values inserted.
    Operation,
    /// A symbol.
    Symbol,
    /// A number.
    Number,
    /// A word of the language that is a value.
    Constant,
    /// A list of values.
    List,
    /// A map or object of named values.
    Map,
    /// A block or function without a name: only where a call is given it.
    Block,
    /// Runs if a condition holds, but for the part that is the condition.
    Branch(Part),
    /// Runs again and again, but for the part that runs once before.
    Loop(Part),
    /// Runs where an error is handled, but for the part where it is raised.
    Rescue(Part),
    /// Runs when the code around it ends.
    Deferred,
    /// Waits for the call in it.
    Await,
    /// Runs beside the code around it.
    Spawn,
    /// Makes its part the block of the first call before that part (`with f():`).
    With(Part),
}

impl Site {
    /// The field it names.
    pub(crate) fn field(self) -> Option<&'static str> {
        match self {
            Site::Branch(part) | Site::Loop(part) | Site::Rescue(part) | Site::With(part) => match part {
                Part::Field(name) | Part::UpTo(name) => Some(name),
                Part::Child(_) | Part::Kind(_) | Part::None => None,
            },
            _ => None,
        }
    }
}

/// A part of a node.
#[derive(Clone, Copy)]
pub enum Part {
    /// No part of it.
    None,
    /// The child in this field.
    Field(&'static str),
    /// From the start of the node to the end of the child in this field.
    UpTo(&'static str),
    /// The first named child of this kind.
    Kind(&'static str),
    /// The named child with this number.
    Child(u32),
}
