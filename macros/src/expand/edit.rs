//! Generates the method `edit`, which sets what the definition and the values don't contain: templates with format
//! specs or other fields, statuses, delays, actions and bodies in fields, and inherited URLs.

use super::fields::Fields;
use super::patterns::{binding, pattern, select};
use crate::model::{Argument, Case, Coded, Edit, ErrorType, Part, Text};
use crate::tokens::located;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Member;

/// Generates the method `edit`, unless no variant needs it.
pub(super) fn edit(ty: &ErrorType, fields: &Fields<'_>) -> Option<TokenStream> {
    let docs = ty.docs.as_ref().map(|_| quote!(__agent::fill_docs(self, __record, AGENT_ERROR_TYPE.docs);));
    let arms = fields.with(ty).filter_map(|(case, fields)| coded_arm(ty, case, case.coded()?, &fields.filled));
    let arms = select(ty, arms.collect(), &quote!({}));
    (docs.is_some() || arms.is_some()).then(|| {
        quote! {
            fn edit(&self, __record: &mut __agent::ErrorRecord) {
                #docs
                #arms
            }
        }
    })
}

/// Generates the arm of a variant, unless nothing has to be edited.
fn coded_arm(ty: &ErrorType, case: &Case, coded: &Coded, filled: &[bool]) -> Option<TokenStream> {
    let mut edits = Edits { members: Vec::new(), statements: Vec::new() };
    for Edit { member, convert, field } in &coded.facts.edits {
        let (member, binding) = (format_ident!("{member}"), edits.bind(&field.member));
        let value = located(field.span, quote!(__agent::#convert(#binding)));
        edits.statements.push(quote!(__record.#member = #value;));
    }
    for (text, filled) in coded.texts.iter().zip(filled) {
        if !filled && !text.arguments.is_empty() {
            let formatted = formatted(text, &mut edits);
            let field = format_ident!("{}", text.part.fact());
            edits.statements.push(quote!(__record.#field = #formatted;));
        }
    }
    if edits.statements.is_empty() {
        return None;
    }
    let pattern = pattern(ty, case, &edits.members);
    let statements = &edits.statements;
    Some(quote!(#pattern => { #(#statements)* }))
}

/// The statements of an arm, and the fields that they use.
struct Edits<'a> {
    members: Vec<(&'a Member, Ident)>,
    statements: Vec<TokenStream>,
}

impl<'a> Edits<'a> {
    /// Returns the variable of a field.
    fn bind(&mut self, member: &'a Member) -> Ident {
        let binding = binding(member);
        if !self.members.iter().any(|(known, _)| *known == member) {
            self.members.push((member, binding.clone()));
        }
        binding
    }
}

/// Generates a formatted template. At run time, the result is `None` if a field is `None` or if a command can't contain
/// a value.
fn formatted<'a>(text: &'a Text, edits: &mut Edits<'a>) -> TokenStream {
    let literal = &text.literal;
    let arguments = text.arguments.iter().map(|argument| {
        let name = &argument.name;
        let value = shown_value(text, argument, &edits.bind(&argument.member));
        quote!(#name = #value)
    });
    let arguments: Vec<TokenStream> = arguments.collect();
    let function = if text.part.is_command() { quote!(command) } else { quote!(text) };
    quote!(__agent::#function(::core::format_args!(#literal, #(#arguments),*)))
}

/// Generates the value of a `format_args!` argument.
fn shown_value(text: &Text, argument: &Argument, binding: &Ident) -> TokenStream {
    // Paths and options don't implement `Display`, so method resolution selects how to display the value.
    let displayed = quote!(__agent::Text(#binding).shown());
    let value = match text.part {
        Part::FixCommand | Part::CheckCommand => {
            let alone = argument.alone;
            quote!(__agent::ShellQuoted { value: &#displayed, alone: #alone })
        }
        Part::Instance => {
            let whole = text.template == format!("{{{}}}", argument.shown_as);
            quote!(__agent::UriEncoded { value: &#displayed, whole: #whole })
        }
        // A format spec requires the field's own impl.
        _ if argument.specs.iter().all(String::is_empty) => displayed,
        _ => quote!(#binding),
    };
    located(text.literal.span(), value)
}
