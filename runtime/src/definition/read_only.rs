//! Structs with generated getters.

/// Declares a struct with a getter for each field. Because users only call the getters, adding a field isn't a breaking
/// change.
///
/// The derive writes these structs as literals, because rustc compiles a large table of function calls more slowly. The
/// fields are therefore public, but hidden from the docs. `field as name: T` sets the getter's name; `hidden field: T`
/// omits the getter.
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
