// #[error("invalid value {value}")]
// #[code("INVALID_VALUE", exit = 2, suggest = "Correct {value}")]
// pub struct InvalidValue<T: std::fmt::Display> {
//     /// The value as given.
//     #[context(display)]
//     value: T,
// }

#[allow(non_local_definitions)]
const _: () = {
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_INVALID_VALUE_twice_without_shared {
        () => {};
    }
};
const _: () = {
    #[allow(unused_imports)]
    use ::agent_error::__private::{
        Attribute as AgentErrorAttribute, ErrorDef as AgentErrorDef,
        FieldProperty as AgentErrorFieldProperty,
    };
    enum AgentErrorAnyInstance {}
    static AGENT_ERROR_TYPE: ::agent_error::__private::TypeDef = ::agent_error::__private::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "InvalidValue"),
        file: ::core::file!(),
        line: ::core::line!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::None,
        defs: &[
            AgentErrorDef::new("INVALID_VALUE", 2)
                .declared_by("", ::core::line!())
                .with_message("invalid value {value}")
                .with_suggestion("Correct {value}")
                .with_fields(&["value", "T"])
                .with_attributes(
                    &[
                        AgentErrorAttribute::Field(
                            "value",
                            AgentErrorFieldProperty::Displayed,
                        ),
                        AgentErrorAttribute::Field(
                            "value",
                            AgentErrorFieldProperty::Summary("The value as given."),
                        ),
                    ],
                ),
        ],
        nested: &[],
        retired: &[],
        hooks: ::agent_error::__private::Hooks::NONE,
    };
    #[automatically_derived]
    impl ::agent_error::__private::Catalogued for AgentErrorAnyInstance {
        const TYPE: &'static ::agent_error::__private::TypeDef = &AGENT_ERROR_TYPE;
    }
    ::agent_error::__private::register!(AgentErrorAnyInstance);
    #[automatically_derived]
    impl<T: std::fmt::Display> ::agent_error::__private::Catalogued for InvalidValue<T> {
        const TYPE: &'static ::agent_error::__private::TypeDef = &::agent_error::__private::TypeDef {
            path: ::core::concat!(::core::module_path!(), "::", "InvalidValue"),
            file: ::core::file!(),
            line: ::core::line!(),
            origin: "agent-error-macros",
            docs: ::core::option::Option::None,
            defs: <AgentErrorAnyInstance as ::agent_error::__private::Catalogued>::TYPE
                .defs,
            nested: &[],
            retired: &[],
            hooks: ::agent_error::__private::Hooks::NONE,
        };
    }
    #[automatically_derived]
    #[allow(deprecated, reason = "a variant may be deprecated")]
    impl<T: std::fmt::Display> ::agent_error::AgentError for InvalidValue<T>
    where
        Self: ::core::error::Error,
        T: ::core::fmt::Display,
    {
        fn code(&self) -> &str {
            ::agent_error::__private::code(self)
        }
        fn def(
            &self,
        ) -> ::core::option::Option<&'static ::agent_error::__private::ErrorDef> {
            let __index: ::core::primitive::usize = match self {
                Self { .. } => 0usize,
            };
            ::core::option::Option::Some(
                &<Self as ::agent_error::__private::Catalogued>::TYPE.defs[__index],
            )
        }
        fn values(&self) -> ::std::vec::Vec<::agent_error::__private::ContextValue> {
            #[allow(unused_imports)]
            use ::agent_error::__private::OtherField as _;
            match self {
                Self { value: __0, .. } => {
                    ::std::vec![::agent_error::__private::display(__0)]
                }
            }
        }
        fn edit(&self, __record: &mut ::agent_error::__private::ErrorRecord) {
            #[allow(unused_imports)]
            use ::agent_error::__private::DisplayText as _;
            match self {
                Self { value: __value, .. } => {
                    __record.suggestion = ::agent_error::__private::text(
                        ::core::format_args!(
                            "Correct {value}", value =
                            ::agent_error::__private::Text(__value).shown()
                        ),
                    );
                }
            }
        }
    }
};
