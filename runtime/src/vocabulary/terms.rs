//! Enums whose variants have fixed serialized names.

/// The error returned if a string isn't one of the expected values.
///
/// ```
/// use agent_error::facts::Severity;
///
/// let error = "fatal".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown value `fatal`; expected one of warning, error, critical");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    word: String,
    expected: &'static [&'static str],
}

impl UnknownWord {
    /// For crates of this project.
    #[doc(hidden)]
    pub fn new(word: &str, expected: &'static [&'static str]) -> Self {
        Self {
            word: word.to_owned(),
            expected,
        }
    }
}

impl std::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "unknown value `{}`; expected one of {}",
            self.word,
            self.expected.join(", ")
        )
    }
}

impl std::error::Error for UnknownWord {}

macro_rules! wire_words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* #[doc = concat!("\n\nOn the wire: `", $word, "`.")] $variant,)*
        }

        impl $name {
            /// All variants, in declaration order.
            #[doc(hidden)]
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The serialized names of all variants, in declaration order.
            #[doc(hidden)]
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Returns the serialized form.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::vocabulary::terms::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)*
                    _ => Err(Self::Err::new(word, Self::WORDS)),
                }
            }
        }

        impl serde_core::Serialize for $name {
            fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde_core::Deserialize<'de> for $name {
            fn deserialize<D: serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                word.parse().map_err(serde_core::de::Error::custom)
            }
        }
    };
}

pub(crate) use wire_words;

wire_words! {
    /// What a failed call has already changed.
    ///
    /// ```
    /// use agent_error::facts::SideEffects;
    /// use agent_error::{AgentError, exit};
    ///
    /// #[derive(Debug, thiserror::Error, AgentError)]
    /// #[error("3 of 9 files were copied")]
    /// #[code("COPY_STOPPED", exit = exit::UNAVAILABLE, side_effects = partial, check = "tool status")]
    /// struct Stopped;
    ///
    /// let record = Stopped.record();
    /// assert_eq!(record.side_effects(), Some(SideEffects::Partial));
    /// assert!(!record.is_retryable());
    /// assert_eq!("partial".parse(), Ok(SideEffects::Partial));
    /// ```
    pub enum SideEffects {
        /// Nothing.
        None = "none",
        /// Some of the work was done.
        Partial = "partial",
        /// All of the work was done.
        Complete = "complete",
        /// It's unknown whether anything was changed, for example because a response was lost.
        Unknown = "unknown",
    }
}

wire_words! {
    /// The phase of a call in which an error occurred.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    /// use agent_error::facts::Phase;
    ///
    /// let record = ErrorRecord::new("LOCK_KEPT", "cannot delete the lock file").with_phase(Phase::Cleanup);
    /// let is_done = record.phase() == Some(Phase::Cleanup);
    /// assert!(is_done);
    /// assert_eq!(Phase::Cleanup.as_str(), "cleanup");
    /// ```
    pub enum Phase {
        /// Before any work, while the input was validated.
        Validation = "validation",
        /// During the work.
        Execution = "execution",
        /// After the work.
        Cleanup = "cleanup",
    }
}

wire_words! {
    /// How serious an error is.
    ///
    /// ```
    /// use agent_error::ErrorRecord;
    /// use agent_error::facts::Severity;
    ///
    /// let record = ErrorRecord::new("DISK_FAILING", "the disk is failing").with_severity(Severity::Critical);
    /// let wakes_someone_up = record.severity() > Severity::Error;
    /// assert!(wakes_someone_up);
    /// assert_eq!("critical".parse(), Ok(Severity::Critical));
    /// ```
    pub enum Severity {
        /// Worth knowing, but not a failure.
        Warning = "warning",
        /// The call failed.
        Error = "error",
        /// The system failed and needs human attention.
        Critical = "critical",
    }
}

wire_words! {
    /// How the delay grows from one retry to the next.
    ///
    /// ```
    /// use agent_error::facts::RetryStrategy;
    /// use agent_error::{ErrorRecord, RetryPolicy};
    /// use std::time::Duration;
    ///
    /// let error = ErrorRecord::new("QUEUE_FULL", "the queue is full").with_retry_strategy(RetryStrategy::Exponential);
    /// let policy = RetryPolicy::new(Duration::from_secs(30));
    /// assert_eq!(policy.wait(&error, 0), Some(Duration::from_secs(1)));
    /// assert_eq!(policy.wait(&error, 1), Some(Duration::from_secs(2)));
    /// ```
    pub enum RetryStrategy {
        /// No delay.
        Immediate = "immediate",
        /// The same delay each time.
        Constant = "linear_backoff",
        /// A delay that doubles each time.
        Exponential = "exponential_backoff",
    }
}

wire_words! {
    /// How the value of a context field appears in output.
    pub enum ContextFormat {
        /// As serialized by its `Serialize` impl.
        Serialized = "value",
        /// As text, from `Display`.
        Text = "text",
        /// As text, from `Debug`.
        Debug = "debug",
        /// As `[REDACTED]`.
        Redacted = "redacted",
    }
}

wire_words! {
    /// How much a command may change, whether it succeeds or fails.
    ///
    /// Declare the level of each command, so that agents know which commands to confirm:
    ///
    /// ```
    /// use agent_error::clap::{CommandExt as _, Danger};
    ///
    /// #[derive(clap::Subcommand)]
    /// enum Command {
    ///     /// List all users
    ///     #[command(danger = Danger::Safe)]
    ///     List,
    ///     /// Delete a user
    ///     #[command(danger = Danger::Destructive)]
    ///     Delete { name: String },
    /// }
    ///
    /// assert!(Danger::Destructive > Danger::Safe);
    /// ```
    pub enum Danger {
        /// Only reads.
        Safe = "safe",
        /// Creates or changes something.
        Mutating = "mutating",
        /// Permanently deletes something, or makes another irreversible change.
        Destructive = "destructive",
    }
}
