//! What a judge says about a test case.

use std::collections::BTreeSet;
use std::fmt::Debug;

/// Whether this crate's results are those of the original system.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The results are the same.
    Agrees,
    /// The results differ exactly as these rules describe.
    Deviates(BTreeSet<&'static str>),
    /// The results differ in other ways, too.
    Differs(Vec<String>),
    /// The test case doesn't apply to this crate. Contains the reason.
    LeftOut(&'static str),
}

/// Collects the differences of a test case.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    rules: BTreeSet<&'static str>,
    differences: Vec<String>,
}

impl Comparison {
    /// Compares two values, such as this crate's result with the result that the rules expect.
    pub(crate) fn check<T: PartialEq + Debug>(&mut self, what: &str, actual: T, expected: T) {
        if actual != expected {
            self.differences.push(format!(
                "{what}\n   actual: {actual:?}\n expected: {expected:?}"
            ));
        }
    }

    /// Records that a rule for deliberate differences applies.
    ///
    /// A judge decides this by the input of the test case. If it looked at the results, every
    /// difference could pass for a deliberate one.
    pub(crate) fn deviates(&mut self, rule: &'static str) {
        self.rules.insert(rule);
    }

    /// Applies a rule that changes the original's result. Returns the changed result.
    ///
    /// If the rule doesn't change anything, the original doesn't have the result that the rule
    /// describes. This is a difference.
    pub(crate) fn adjust<T: PartialEq + Debug>(
        &mut self,
        rule: &'static str,
        theirs: &T,
        adjusted: T,
    ) -> T {
        self.deviates(rule);
        if adjusted == *theirs {
            self.differences.push(format!(
                "the original has our result, but this rule applies: {rule}\n   {theirs:?}"
            ));
        }
        adjusted
    }

    pub(crate) fn verdict(self) -> Verdict {
        if !self.differences.is_empty() {
            return Verdict::Differs(self.differences);
        }
        if !self.rules.is_empty() {
            return Verdict::Deviates(self.rules);
        }
        Verdict::Agrees
    }
}
