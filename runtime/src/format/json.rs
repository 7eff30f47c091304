//! JSON as serde writes it, with every string made safe on its way out.

use crate::text::buffer::Buffer;
use crate::text::clean::Cleaner;
use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter};
use std::io::{self, Write};

/// Writes compact or indented JSON.
///
/// # Errors
///
/// What a `Serialize` impl reports.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T, layout: Layout, buffer: &mut Buffer) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(buffer, Safe::new(layout));
    value.serialize(&mut serializer)
}

/// How the JSON looks.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Indented by two spaces.
    pub(crate) pretty: bool,
    /// The most bytes of a string that are shown; `None` leaves strings as they are.
    pub(crate) cap: Option<usize>,
}

struct Safe {
    layout: Layout,
    depth: usize,
    /// Whether the array or object that is open has a member already.
    has_members: bool,
    in_key: bool,
    cleaner: Cleaner,
}

/// The shortest cap of a key: our own are never cut.
const KEY_CAP: usize = 1024;

impl Safe {
    const fn new(layout: Layout) -> Self {
        Self { layout, depth: 0, has_members: false, in_key: false, cleaner: Cleaner::new(usize::MAX) }
    }

    fn open<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_members = false;
        writer.write_all(bracket)
    }

    #[inline]
    fn close<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_members {
            self.new_line(writer)?;
        }
        writer.write_all(bracket)
    }

    #[inline]
    fn next<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.new_line(writer)
    }

    #[inline]
    fn new_line<W: Write + ?Sized>(&self, writer: &mut W) -> io::Result<()> {
        if self.layout.pretty {
            writer.write_all(b"\n")?;
            (0..self.depth).try_for_each(|_| writer.write_all(b"  "))?;
        }
        Ok(())
    }
}

impl Formatter for Safe {
    /// In an error, a number that a JSON reader may round is text once it exceeds 64 bits.
    fn write_u128<W: Write + ?Sized>(&mut self, writer: &mut W, value: u128) -> io::Result<()> {
        match self.layout.cap.is_some() && u64::try_from(value).is_err() {
            true => write!(writer, "\"{value}\""),
            false => write!(writer, "{value}"),
        }
    }

    fn write_i128<W: Write + ?Sized>(&mut self, writer: &mut W, value: i128) -> io::Result<()> {
        match self.layout.cap.is_some() && i64::try_from(value).is_err() {
            true => write!(writer, "\"{value}\""),
            false => write!(writer, "{value}"),
        }
    }

    fn begin_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let cap = self.layout.cap.unwrap_or(usize::MAX);
        self.cleaner = Cleaner::new(if self.in_key { cap.max(KEY_CAP) } else { cap });
        writer.write_all(b"\"")
    }

    fn end_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if let Some(mark) = self.cleaner.mark() {
            write!(writer, "{mark}")?;
        }
        writer.write_all(b"\"")
    }

    #[inline]
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if self.layout.cap.is_none() || self.cleaner.passes(fragment) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut written = Ok(());
        self.cleaner.feed(fragment, |clean| {
            if written.is_ok() {
                written = writer.write_all(clean.as_bytes());
            }
        });
        written
    }

    fn write_char_escape<W: Write + ?Sized>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        let character = match escape {
            CharEscape::Quote => '"',
            CharEscape::ReverseSolidus => '\\',
            CharEscape::Solidus => '/',
            CharEscape::Backspace => '\u{8}',
            CharEscape::FormFeed => '\u{c}',
            CharEscape::LineFeed => '\n',
            CharEscape::CarriageReturn => '\r',
            CharEscape::Tab => '\t',
            CharEscape::AsciiControl(byte) => char::from(byte),
        };
        let mut kept = self.layout.cap.is_none();
        if !kept {
            self.cleaner.feed(character.encode_utf8(&mut [0; 4]), |_| kept = true);
        }
        if !kept {
            return Ok(());
        }
        match character {
            '"' => writer.write_all(b"\\\""),
            '\\' => writer.write_all(b"\\\\"),
            '\n' => writer.write_all(b"\\n"),
            '\r' => writer.write_all(b"\\r"),
            '\t' => writer.write_all(b"\\t"),
            '/' => writer.write_all(b"/"),
            control => write!(writer, "\\u{:04x}", u32::from(control)),
        }
    }

    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_members = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.in_key = true;
        self.next(writer, first)
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_key = false;
        Ok(())
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.layout.pretty { b": " } else { b":" })
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_members = true;
        Ok(())
    }
}
