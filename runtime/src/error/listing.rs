//! Names with descriptions, such as the commands of a program.

use crate::json::{JsonView, serialize_view};
use crate::text::sanitize::{UniqueNames, sanitize, sanitize_name};
use std::fmt;

/// An ordered list of names with one-line descriptions.
///
/// As a field of an error, it shows the values, flags or commands that a caller can choose from.
///
/// In JSON, a listing is an object that maps names to descriptions. If nothing has a description,
/// it's an array of names. `Brief` and `Human` show one name per line, with its description.
/// An empty listing is omitted from the context.
///
/// ```
/// use agent_error::Listing;
///
/// let valid = Listing::from_iter([("free", "One project"), ("team", "Up to ten projects")]);
/// assert_eq!(valid.to_string(), "free  One project\nteam  Up to ten projects");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    // Boxed to keep errors small, because most listings are empty.
    entries: Option<Box<Entries>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entries(Vec<(String, String)>);

/// The context key for commands that list valid values.
pub(crate) const VALUES_FROM: &str = "values_from";

/// The maximum width of a name in the aligned column. Longer names are ignored when the width is
/// computed.
const WIDEST: usize = 32;

impl Listing {
    /// Creates an empty listing.
    pub const fn new() -> Self {
        Self { entries: None }
    }

    /// Creates an empty listing with memory for this number of entries.
    pub(crate) fn for_entries(count: usize) -> Self {
        let entries = Entries(Vec::with_capacity(count));
        Self {
            entries: Some(Box::new(entries)),
        }
    }

    /// Adds a name and its description. The description may be empty.
    pub fn push(&mut self, name: impl Into<String>, description: impl Into<String>) {
        self.add(name.into(), description.into());
    }

    // Inlined, each call takes 200 bytes.
    #[inline(never)]
    fn add(&mut self, name: String, description: String) {
        self.entries
            .get_or_insert_default()
            .0
            .push((name, description));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Iterates over the names and their descriptions.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.entries()
            .iter()
            .map(|(name, description)| (name.as_str(), description.as_str()))
    }

    /// Iterates over the names.
    #[doc(hidden)]
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.iter().map(|(name, _)| name)
    }

    /// Sanitizes and truncates the names and descriptions. In a JSON object, names must be unique,
    /// so if two names are equal, appends a number to the second.
    pub(crate) fn sanitize(&mut self, cap: usize) {
        let is_object = self.is_described();
        let mut names = UniqueNames::default();
        for (name, description) in self.entries.iter_mut().flat_map(|entries| &mut entries.0) {
            sanitize_name(name, cap);
            sanitize(description, cap);
            if is_object {
                *name = names.add(std::mem::take(name));
            }
        }
    }

    #[cfg(feature = "redact")]
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.entries
            .iter_mut()
            .flat_map(|entries| &mut entries.0)
            .flat_map(|(name, text)| [name, text])
    }

    fn entries(&self) -> &[(String, String)] {
        self.entries.as_ref().map_or(&[], |entries| &entries.0)
    }

    pub(crate) fn is_described(&self) -> bool {
        self.iter().any(|(_, description)| !description.is_empty())
    }

    /// Returns the column at which the descriptions start.
    pub(crate) fn column(&self) -> usize {
        let widths = self
            .names()
            .map(|name| name.chars().count())
            .filter(|width| *width <= WIDEST);
        widths.max().unwrap_or_default() + 2
    }
}

impl<N: Into<String>, D: Into<String>> FromIterator<(N, D)> for Listing {
    fn from_iter<I: IntoIterator<Item = (N, D)>>(entries: I) -> Self {
        let mut listing = Self::new();
        for (name, description) in entries {
            listing.push(name, description);
        }
        listing
    }
}

impl<'a> From<&'a Listing> for JsonView<'a> {
    fn from(listing: &'a Listing) -> Self {
        if listing.is_described() {
            Self::object(listing.iter())
        } else {
            Self::list(listing.names())
        }
    }
}

serialize_view!(Listing);

/// Formats one name per line, with aligned descriptions. If nothing has a description, formats all
/// names on one line.
impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.column())
    }
}

impl Listing {
    /// Formats the listing like `Display`, but doesn't align the descriptions.
    #[inline]
    pub(crate) fn unaligned(&self) -> String {
        let mut text = String::new();
        // Writing to memory can't fail.
        let _ = self.write(&mut text, 0);
        text
    }

    /// Writes the descriptions at a column, or two spaces after their names.
    fn write(&self, out: &mut dyn fmt::Write, column: usize) -> fmt::Result {
        let separator = if self.is_described() { "\n" } else { ", " };
        for (index, (name, description)) in self.iter().enumerate() {
            if index > 0 {
                out.write_str(separator)?;
            }
            // A line break in a name or a description could forge an entry.
            let lines_of_name: Vec<&str> = name.lines().collect();
            let shown_name = lines_of_name.join(" ");
            out.write_str(&shown_name)?;
            if let Some(first_line) = description.lines().next() {
                let width = shown_name.chars().count();
                let gap = column.saturating_sub(width).max(2);
                write!(out, "{:gap$}{first_line}", "")?;
            }
        }
        Ok(())
    }
}
