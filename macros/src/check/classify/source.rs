//! Finds the field that holds a foreign error.

use crate::foreign;
use crate::model::{Rule, RuleKind};
use quote::ToTokens;
use syn::{Fields, GenericArgument, Member, PathArguments, PathSegment, Type};

/// Returns the field that holds the foreign error. In order of precedence:
///
/// 1. The source
/// 2. A field with the type of a `type(...)` rule
/// 3. The only field of a tuple variant, unless it's known not to be an error
pub(super) fn field(fields: &Fields, rules: &[Rule]) -> Option<Member> {
    let all = || fields.members().zip(fields).filter(|(_, field)| !foreign::is_side_data(field));
    let source = all().find(|(_, field)| foreign::is_plumbing(field));
    let of_named_type = || all().find(|(_, field)| rules.iter().any(|rule| names(rule, &field.ty)));
    let alone = || match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => all().find(|(_, field)| !is_value(&field.ty)),
        Fields::Unnamed(_) | Fields::Named(_) | Fields::Unit => None,
    };
    source.or_else(of_named_type).or_else(alone).map(|(member, _)| member)
}

/// Whether the rule applies to this type, or to the type that it wraps.
fn names(rule: &Rule, ty: &Type) -> bool {
    let RuleKind::Type(named) = &rule.kind else { return false };
    let is_it = |ty: &Type| ty.to_token_stream().to_string() == named.to_string();
    is_it(ty) || pointed_to(ty).is_some_and(is_it)
}

/// Returns the `T` of `Box<T>`, `Arc<T>` or `Option<T>`.
fn pointed_to(ty: &Type) -> Option<&Type> {
    let segment =
        last_segment(ty).filter(|segment| ["Box", "Arc", "Option"].iter().any(|name| segment.ident == name))?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) => Some(inner),
        _ => None,
    }
}

/// Types in the standard library that aren't errors.
const VALUES: &str = "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize BTreeMap BTreeSet Cow \
    Duration HashMap HashSet Instant Option OsStr OsString Path PathBuf String SystemTime Vec VecDeque";

/// Whether the name of a type implies that it isn't an error.
pub(super) fn is_value(ty: &Type) -> bool {
    last_segment(ty).is_none_or(|segment| VALUES.split(' ').any(|name| segment.ident == name))
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}
