//! Enums whose variants are strings in files and on the command line.

/// Declares an enum whose variants correspond to strings.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[doc = $doc:literal])* $(#[cfg($cfg:meta)])? $variant:ident = $word:literal,)*
    }) => {
        $(#[$meta])*
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? #[doc = concat!("\n\nWritten as `", $word, "`.")] $variant,)*
        }

        impl $name {
            /// All variants, in declaration order.
            pub const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$variant),*];

            /// The strings of all variants, in declaration order.
            pub const WORDS: &'static [&'static str] = &[$($(#[cfg($cfg)])? $word),*];

            /// Returns the string of this variant.
            pub const fn as_str(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$variant => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = agent_error::facts::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($(#[cfg($cfg)])? $word => Ok(Self::$variant),)*
                    _ => Err(Self::Err::new(word, Self::WORDS)),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(crate) use words;
