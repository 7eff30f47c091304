//! The cases of the UI tests are beside this file. The package has its own dependencies, because trybuild builds them again.
