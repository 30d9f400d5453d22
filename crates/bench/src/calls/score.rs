//! Labels against claims.

use super::{CallSite, Claim};
use fathom_protocol::Resolution;
use serde::Serialize;
use std::fmt;

/// A part of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    fn add(&mut self, counts: bool) {
        self.count += usize::from(counts);
        self.of += 1;
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 0 {
            return write!(f, "–");
        }
        write!(f, "{:.3} ({} of {})", self.count as f64 / self.of as f64, self.count, self.of)
    }
}

/// What was measured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Labels.
    pub sites: usize,
    /// Labels whose call site is not in the repository.
    pub missing: usize,
    /// Labels that nobody could decide; they count nowhere.
    pub unclear: usize,
    /// Exact claims that are right.
    pub exact: Share,
    /// Inferred claims that are right.
    pub inferred: Share,
    /// Call sites of definitions of the repository with an exact or inferred edge to the right one.
    pub resolved: Share,
    /// The same with ambiguous edges.
    pub reached: Share,
    /// Call sites whose claims are wrong or lack the right one, as text.
    pub differences: Vec<String>,
}

impl Report {
    /// Counts one label; `claims` is `None` if its call site does not exist.
    pub(super) fn add(&mut self, label: &CallSite, claims: Option<&[Claim]>) {
        self.sites += 1;
        let Some(claims) = claims else {
            self.missing += 1;
            return;
        };
        if label.target == "unclear" || label.target.is_empty() {
            self.unclear += 1;
            return;
        }
        let right = |claim: &Claim| label.target.split(" | ").any(|target| target == claim.to);
        for claim in claims {
            match claim.resolution {
                Resolution::Compiler | Resolution::Exact => self.exact.add(right(claim)),
                Resolution::Inferred => self.inferred.add(right(claim)),
                Resolution::Ambiguous => {}
            }
        }
        let is_sure = |claim: &&Claim| claim.resolution != Resolution::Ambiguous;
        let is_wrong = claims.iter().filter(is_sure).any(|claim| !right(claim));
        let mut lacks = false;
        if label.target != "outside" {
            let resolved = claims.iter().filter(is_sure).any(right);
            self.resolved.add(resolved);
            self.reached.add(claims.iter().any(right));
            lacks = !resolved;
        }
        if is_wrong || lacks {
            let claimed: Vec<String> =
                claims.iter().map(|claim| format!("{} [{}]", claim.to, claim.resolution)).collect();
            self.differences.push(format!(
                "{}:{} {} is {}; claimed: {}",
                label.path,
                label.line,
                label.name,
                label.target,
                if claimed.is_empty() { "nothing".to_owned() } else { claimed.join(", ") }
            ));
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} call sites, {} unclear, {} not found", self.sites, self.unclear, self.missing)?;
        writeln!(f, "exact claims that are right      {}", self.exact)?;
        writeln!(f, "inferred claims that are right   {}", self.inferred)?;
        writeln!(f, "resolved, exact or inferred      {}", self.resolved)?;
        writeln!(f, "resolved, ambiguous included     {}", self.reached)?;
        for one in &self.differences {
            writeln!(f, "  {one}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CallSite, Claim};
    use super::Report;
    use fathom_protocol::Resolution;

    fn label(target: &str) -> CallSite {
        CallSite {
            path: "app/models/ticket.rb".into(),
            line: 7,
            name: "close".into(),
            place: 0,
            target: target.into(),
            claims: Vec::new(),
            code: String::new(),
        }
    }

    fn claim(to: &str, resolution: Resolution) -> Claim {
        Claim { to: to.into(), resolution }
    }

    #[test]
    fn a_claim_counts_by_its_resolution_and_a_site_by_whether_it_is_reached() {
        let mut report = Report::default();
        report.add(&label("Ticket#close"), Some(&[claim("Ticket#close", Resolution::Exact)]));
        report.add(&label("outside"), Some(&[claim("Ticket#close", Resolution::Inferred)]));
        report.add(
            &label("Shop::Ticket#close | Ticket#close"),
            Some(&[claim("Ticket#close", Resolution::Ambiguous), claim("Door#close", Resolution::Ambiguous)]),
        );
        report.add(&label("unclear"), Some(&[]));
        report.add(&label("Ticket#close"), None);
        assert_eq!((report.exact.count, report.exact.of), (1, 1));
        assert_eq!((report.inferred.count, report.inferred.of), (0, 1));
        assert_eq!((report.resolved.count, report.resolved.of), (1, 2));
        assert_eq!((report.reached.count, report.reached.of), (2, 2));
        assert_eq!((report.unclear, report.missing), (1, 1));
        assert_eq!(report.differences.len(), 2);
    }
}
