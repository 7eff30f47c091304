//! Enums whose variants have fixed serialized names.

/// The error returned if a string isn't one of the expected values.
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
    pub enum Danger {
        /// Only reads.
        Safe = "safe",
        /// Creates or changes something.
        Mutating = "mutating",
        /// Permanently deletes something, or makes another irreversible change.
        Destructive = "destructive",
    }
}
