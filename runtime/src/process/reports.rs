//! The number and the exit code of the errors that a program has reported before its end.

/// The errors that the program has reported so far.
#[derive(Clone, Copy)]
pub(super) struct Reports {
    count: usize,
    /// The exit code of the first one.
    exit: u8,
}

impl Reports {
    pub(super) const NONE: Self = Self { count: 0, exit: 0 };

    pub(super) fn add(&mut self, exit: u8) {
        if self.count == 0 {
            self.exit = exit;
        }
        self.count += 1;
    }

    /// Returns the exit code of a program that succeeds after these errors.
    pub(super) fn exit_on_success(self) -> u8 {
        self.exit
    }

    /// Returns the warning for the final envelope.
    pub(super) fn warning(self) -> Option<String> {
        match self.count {
            0 => None,
            1 => Some("1 error was reported on standard error".to_owned()),
            count => Some(format!("{count} errors were reported on standard error")),
        }
    }
}
