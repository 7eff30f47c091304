//! Compile-time check for duplicate codes. Takes linear time, because it inserts the codes into a
//! hash table that is far larger than a catalog.

use crate::definition::def::TypeDef;
use crate::definition::error_def::ErrorDef;
use agent_error_rules::fnv::fnv1a;

#[derive(Clone, Copy)]
struct Declared {
    code: &'static str,
    ty: &'static TypeDef,
    /// `None` for a retired code.
    def: Option<&'static ErrorDef>,
}

/// Checks for duplicate codes in a type and its nested types.
///
/// # Panics
///
/// Panics at compile time if there is a duplicate. The message contains the code and both
/// declarations.
#[track_caller]
#[allow(clippy::large_stack_arrays, reason = "only the compiler calls this")]
#[inline]
pub const fn assert_unique(ty: &'static TypeDef) {
    insert_all(ty, &mut [None; 1 << 15]);
}

#[track_caller]
#[inline]
const fn insert_all(ty: &'static TypeDef, slots: &mut [Option<Declared>]) {
    let mut defs = ty.defs;
    while let [def, rest @ ..] = defs {
        let declared = Declared {
            code: def.code(),
            ty,
            def: Some(def),
        };
        insert(declared, slots);
        defs = rest;
    }
    let mut retired = ty.retired;
    while let [former, rest @ ..] = retired {
        let declared = Declared {
            code: former.code,
            ty,
            def: None,
        };
        insert(declared, slots);
        retired = rest;
    }
    let mut nested = ty.nested;
    while let [inner, rest @ ..] = nested {
        insert_all(inner, slots);
        nested = rest;
    }
}

#[track_caller]
#[allow(
    clippy::cast_possible_truncation,
    reason = "the mask keeps the lower bits only"
)]
#[inline]
const fn insert(new: Declared, slots: &mut [Option<Declared>]) {
    let mask = slots.len() - 1;
    let mut slot = fnv1a(new.code.as_bytes()) as usize & mask;
    while let Some(known) = slots[slot] {
        if equal(known.code, new.code) {
            if !may_coexist(&known, &new) {
                duplicate(&known, &new);
            }
            return;
        }
        // Another code has the same hash, so try the next slot.
        slot = (slot + 1) & mask;
    }
    slots[slot] = Some(new);
}

/// Whether the same code may be declared twice, as `a` and as `b`. Several types may retire the same
/// code.
#[inline]
const fn may_coexist(a: &Declared, b: &Declared) -> bool {
    match (a.def, b.def) {
        (Some(x), Some(y)) => are_compatible((a.ty, x), (b.ty, y)),
        (None, None) => true,
        _ => false,
    }
}

/// Whether two types may declare the same code: both declarations have the same meaning for
/// callers, and the code is shared or both are copies of the same declaration. A program can
/// contain several copies: a module of both a library and a program, two versions of a crate, or a
/// struct in a macro.
#[inline]
pub(crate) const fn are_compatible(
    (a, x): (&TypeDef, &ErrorDef),
    (b, y): (&TypeDef, &ErrorDef),
) -> bool {
    let are_copies = equal(a.path, b.path) && equal(x.variant(), y.variant());
    same_facts(x, y) && (are_copies || x.is_shared() || y.is_shared())
}

#[inline]
pub(crate) const fn same_facts(a: &ErrorDef, b: &ErrorDef) -> bool {
    let same_field = a.exit_field().is_some() == b.exit_field().is_some();
    let same_exit = a.exit_code() == b.exit_code() && same_field;
    same_exit && same_outcome(a, b)
}

/// Like [`same_facts`], but ignores the exit code.
#[inline]
pub(crate) const fn same_outcome(a: &ErrorDef, b: &ErrorDef) -> bool {
    a.is_retryable() == b.is_retryable()
        && a.side_effects() as u8 == b.side_effects() as u8
        && a.severity() as u8 == b.severity() as u8
}

#[inline]
const fn equal(a: &str, b: &str) -> bool {
    let mut a = a.as_bytes();
    let mut b = b.as_bytes();
    while let ([x, after_x @ ..], [y, after_y @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        a = after_x;
        b = after_y;
    }
    a.is_empty() && b.is_empty()
}

#[track_caller]
#[inline]
const fn duplicate(a: &Declared, b: &Declared) -> ! {
    // A shared code is only a duplicate if its facts differ.
    let is_shared = match (a.def, b.def) {
        (Some(x), Some(y)) => x.is_shared() || y.is_shared(),
        _ => false,
    };
    fail(&[
        "error code `",
        a.code,
        "` is declared by `",
        a.ty.path,
        separator(a),
        name(a),
        "` and by `",
        b.ty.path,
        separator(b),
        name(b),
        "`",
        if is_shared {
            " with different facts"
        } else {
            ""
        },
    ])
}

/// Returns what separates the type's path and the name in a declaration.
#[inline]
const fn separator(declared: &Declared) -> &'static str {
    match declared.def {
        None => " ",
        Some(def) if def.variant().is_empty() => "",
        Some(_) => "::",
    }
}

/// Returns the name of the variant. Empty for a struct.
#[inline]
const fn name(declared: &Declared) -> &'static str {
    match declared.def {
        None => "(retired)",
        Some(def) => def.variant(),
    }
}

/// Panics with these strings, of which at most 512 bytes are shown.
#[track_caller]
#[allow(
    clippy::panic,
    reason = "runs in constants only, where a panic is a compile error"
)]
#[inline]
const fn fail(mut strings: &[&str]) -> ! {
    let mut message = [0; 512];
    let mut length = 0;
    while let [string, others @ ..] = strings {
        let mut rest = string.as_bytes();
        while let [byte, more @ ..] = rest
            && length < message.len()
        {
            message[length] = *byte;
            length += 1;
            rest = more;
        }
        strings = others;
    }
    match std::str::from_utf8(message.split_at(length).0) {
        Ok(text) => panic!("{}", text),
        Err(_) => panic!("error code is declared twice or not at all"),
    }
}

/// Returns the code if the type declares it.
///
/// # Panics
///
/// Panics at compile time if the type doesn't declare the code.
#[track_caller]
#[inline]
pub const fn code_of(ty: &'static TypeDef, code: &'static str) -> &'static str {
    if declares(ty, code) {
        code
    } else {
        fail(&["error code `", code, "` is not declared by `", ty.path, "`"])
    }
}

pub(crate) const fn declares(ty: &TypeDef, code: &str) -> bool {
    // The type has mistakes, which the derive reports.
    if ty.path.is_empty() && ty.nested.is_empty() {
        return true;
    }
    let mut defs = ty.defs;
    while let [def, rest @ ..] = defs {
        if equal(def.code(), code) {
            return true;
        }
        defs = rest;
    }
    let mut nested = ty.nested;
    while let [inner, rest @ ..] = nested {
        if declares(inner, code) {
            return true;
        }
        nested = rest;
    }
    false
}
