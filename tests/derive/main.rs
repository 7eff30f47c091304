//! What the derive makes of enums and structs.

mod envelope;
