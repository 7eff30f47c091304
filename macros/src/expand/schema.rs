//! Generates schema hooks for field types, with `integrate(schemars)`.

use crate::model::{ContextField, ContextFormat};
use crate::tokens::idents;
use proc_macro2::{Ident, TokenStream};

/// Type names with a built-in JSON Schema. In a large catalog, hooks for these types would double rustc's work.
const KNOWN: &str = "\
    alloc borrow boxed collections core ffi mut net num path primitive rc std string sync time vec \
    Arc BTreeMap BTreeSet Box Cow Duration FieldError HashMap HashSet IpAddr Ipv4Addr Ipv6Addr LinkedList NonZero \
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroIsize NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroUsize \
    Option OsStr OsString Path PathBuf Rc SocketAddr SocketAddrV4 SocketAddrV6 String SystemTime Vec VecDeque \
    bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize";

/// Whether the field needs a hook, because the runtime can't derive the schema from the type's name.
pub(super) fn needs_hook(field: &ContextField) -> bool {
    field.shown == ContextFormat::Serialized && !is_known(field.ty.tokens.clone())
}

fn is_known(ty: TokenStream) -> bool {
    let is_listed = |name: &Ident| KNOWN.split(' ').any(|known| name == known);
    idents(ty).iter().all(|(name, is_lifetime)| *is_lifetime || is_listed(name))
}

#[cfg(test)]
mod tests {
    use super::is_known;
    use quote::quote;

    #[test]
    fn types_are_known_by_all_their_words() {
        assert!(is_known(quote!(Option<std::collections::HashMap<String, [u8; 4]>>)));
        assert!(is_known(quote!(&'a [&'static str])));
        assert!(!is_known(quote!(Vec<Item>)));
        assert!(!is_known(quote!((u8, item::Name))));
    }
}
