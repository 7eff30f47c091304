//! Nothing: the tests are the targets of this package.
