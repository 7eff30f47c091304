//! A library whose module the program compiles, too.

pub mod error;
