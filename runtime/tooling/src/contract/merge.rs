//! Splits files with git conflict markers.

/// The two sides of a file with git conflict markers.
#[derive(Debug)]
pub struct ConflictSides {
    ours: String,
    theirs: String,
}

impl ConflictSides {
    /// Splits a file at its conflict markers. Also supports the `diff3` style, which includes the base version.
    pub fn of(text: &str) -> Self {
        let mut merge = Self { ours: String::new(), theirs: String::new() };
        let (mut ours, mut theirs) = (true, true);
        for line in text.lines() {
            match line.get(..7) {
                Some("<<<<<<<") => (ours, theirs) = (true, false),
                Some("|||||||") => (ours, theirs) = (false, false),
                Some("=======") => (ours, theirs) = (false, true),
                Some(">>>>>>>") => (ours, theirs) = (true, true),
                _ => {
                    for (side, text) in [(ours, &mut merge.ours), (theirs, &mut merge.theirs)] {
                        if side {
                            text.push_str(line);
                            text.push('\n');
                        }
                    }
                }
            }
        }
        merge
    }

    /// Returns both sides: ours, then theirs.
    pub fn sides(self) -> [String; 2] {
        [self.ours, self.theirs]
    }
}
