//! The catalog as others read it: documents, pages, indexes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that the tests share are tests, too")]

mod docs_book;
mod docs_declared;
mod docs_hostile;
mod docs_pages;
mod docs_read;
