//! Expressions of licences, such as `(MIT OR Apache-2.0) AND Unicode-3.0`.

/// Tells whether licences that are allowed satisfy an expression.
pub(crate) fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    // The old way to write "or".
    let expression = expression.replace('/', " OR ");
    let expression = expression.replace('(', " ( ").replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    either(&mut words, allowed) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut any = both(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        any |= both(words, allowed);
    }
    any
}

fn both(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut all = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        all &= one(words, allowed);
    }
    all
}

fn one(words: &mut Words<'_>, allowed: &[String]) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let inner = either(words, allowed);
        return words.next_if_eq(&")").is_some() && inner;
    }
    let mut name = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().unwrap_or_default());
    }
    allowed.contains(&name)
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    let check = |expression: &str, expected: bool| {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    };
    check("MIT", true);
    check("GPL-3.0", false);
    check("GPL-3.0 OR MIT", true);
    check("GPL-3.0/MIT", true);
    check("GPL-3.0 AND MIT", false);
    check("GPL-3.0 OR ISC AND MIT", true);
    check("(GPL-3.0 OR ISC) AND MIT", true);
    check("(GPL-3.0 OR ISC) AND GPL-3.0", false);
    check("Apache-2.0 WITH LLVM-exception", true);
    check("Apache-2.0", false);
    check("", false);
    check("MIT MIT", false);
}
