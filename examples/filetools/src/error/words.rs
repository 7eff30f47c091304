//! Values in messages.

use serde::{Serialize, Serializer};
use std::fmt;

/// Declares an enum with a string for each variant, used in both messages and JSON.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $words:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $words,)*
                })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}

words! {
    /// The operation on a path.
    Action {
        OpenRoot = "open the root",
        Read = "read",
        Write = "write",
        CreateDirectory = "create the directory of",
        Lock = "lock",
        Start = "start",
        LoadState = "load the state from",
        KeepState = "save the state to",
    }
}

words! {
    /// A kind of file other than a regular one.
    FileKind {
        Directory = "a directory",
        Pipe = "a pipe",
        Socket = "a socket",
        Device = "a device",
        LinkLoop = "a loop of symbolic links",
        DanglingLink = "a dangling symbolic link",
    }
}

words! {
    /// The difference between a file and its last known state.
    Change {
        Content = "different content",
        Time = "different modification time",
        Gone = "deleted",
    }
}

/// How a command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Status(i32),
    Signal(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "exited with status {status}"),
            Self::Signal(signal) => write!(f, "was killed by signal {signal}"),
        }
    }
}

impl Serialize for Ending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let (name, value) = match self {
            Self::Status(status) => ("status", status),
            Self::Signal(signal) => ("signal", signal),
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(name, value)?;
        map.end()
    }
}
