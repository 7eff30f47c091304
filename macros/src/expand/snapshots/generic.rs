// #[error("invalid value {value}")]
// #[code("INVALID_VALUE", exit = 2, suggest = "Correct {value}")]
// pub struct InvalidValue<T: std::fmt::Display> {
//     /// The value as given.
//     #[context(display)]
//     value: T,
// }

#[allow(unused, deprecated, non_local_definitions, single_use_lifetimes, clippy::all)]
#[allow(unused_qualifications, clippy::pedantic)]
const _: () = {
    use ::agent_error::__private::same_version_as_agent_error_macros_0_1_0 as __agent;
    use __agent::{fallback::*, Fact as __Fact};
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_INVALID_VALUE_twice_without_shared {
        () => {};
    }
    static AGENT_ERROR_TYPE: __agent::TypeDef = __agent::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "InvalidValue"),
        file: ::core::file!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::None,
        defs: &[
            __agent::ErrorDef {
                code: "INVALID_VALUE",
                exit: 2,
                variant: "",
                line: ::core::line!(),
                fields: "value: T",
                summary: "",
                message: "invalid value {value}",
                suggestion: "Correct {value}",
                facts: &[
                    __Fact::Displayed("value"),
                    __Fact::FieldSummary("value", "The value as given."),
                ],
            },
        ],
        nested: &[],
        retired: &[],
        casts: &[],
    };
    impl<T: std::fmt::Display> __agent::Catalogued for InvalidValue<T> {
        const TYPE: &'static __agent::TypeDef = &__agent::TypeDef {
            nested: &[],
            casts: &[],
            ..AGENT_ERROR_TYPE
        };
    }
    __agent::register!(& AGENT_ERROR_TYPE);
    #[automatically_derived]
    impl<T: std::fmt::Display> ::agent_error::AgentError for InvalidValue<T>
    where
        Self: ::core::error::Error,
        T: ::core::fmt::Display,
    {
        fn code(&self) -> &str {
            __agent::code(self)
        }
        fn def(&self) -> ::core::option::Option<&'static __agent::ErrorDef> {
            let __index = match self {
                Self { .. } => 0usize,
            };
            ::core::option::Option::Some(&AGENT_ERROR_TYPE.defs[__index])
        }
        fn values(&self) -> ::std::vec::Vec<__agent::ContextValue> {
            match self {
                Self { value: __0, .. } => ::std::vec![__agent::display(__0)],
            }
        }
        fn edit(&self, __record: &mut __agent::ErrorRecord) {
            match self {
                Self { value: __value, .. } => {
                    __record.suggestion = __agent::text(
                        ::core::format_args!(
                            "Correct {value}", value = __agent::Text(__value).shown()
                        ),
                    );
                }
            }
        }
    }
};
