//! Structs of facts with getters.

/// A struct with a getter for each field, so that new facts do not break readers.
///
/// The derive writes such structs as literals, since rustc would check a call in each row of a table. So the fields are
/// public, but not documented. `field as name: T` names the getter; `hidden field: T` has none.
macro_rules! read_only {
    ($(#[$meta:meta])* pub struct $name:ident { $($facts:tt)* }) => {
        read_only!(@fields [$(#[$meta])*] $name [] [] $($facts)*);
    };
    (@fields [$($meta:tt)*] $name:ident [$($fields:tt)*] [$($getters:tt)*]) => {
        $($meta)*
        pub struct $name { $($fields)* }

        impl $name { $($getters)* }
    };
    (@fields $meta:tt $name:ident [$($fields:tt)*] $getters:tt
        $(#[$doc:meta])* hidden $field:ident: $ty:ty, $($rest:tt)*) => {
        read_only!(@fields $meta $name [$($fields)* $(#[$doc])* #[doc(hidden)] pub $field: $ty,] $getters $($rest)*);
    };
    (@fields $meta:tt $name:ident [$($fields:tt)*] [$($getters:tt)*]
        $(#[$doc:meta])* $field:ident as $getter:ident: $ty:ty, $($rest:tt)*) => {
        read_only!(@fields $meta $name
            [$($fields)* $(#[$doc])* #[doc(hidden)] pub $field: $ty,]
            [$($getters)* $(#[$doc])* pub const fn $getter(&self) -> $ty { self.$field }]
            $($rest)*);
    };
    (@fields $meta:tt $name:ident $fields:tt $getters:tt
        $(#[$doc:meta])* $field:ident: $ty:ty, $($rest:tt)*) => {
        read_only!(@fields $meta $name $fields $getters $(#[$doc])* $field as $field: $ty, $($rest)*);
    };
}

pub(super) use read_only;
