//! A file with conflict marks of git.

/// The two sides of a file with conflict marks.
#[derive(Debug)]
pub struct Merge {
    ours: String,
    theirs: String,
}

impl Merge {
    /// The sides of a text with marks, including the style that shows the base.
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

    /// Ours and theirs.
    pub fn sides(self) -> [String; 2] {
        [self.ours, self.theirs]
    }
}
