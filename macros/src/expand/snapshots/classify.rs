// pub enum StoreError {
//     #[error("cannot read the store")]
//     #[code("STORE_MISSING", exit = 5, classify(io(NotFound), status(404)))]
//     Missing(#[from] std::io::Error),
//     #[error("the store failed: {message}")]
//     #[code("STORE_FAILED", classify(fallback))]
//     Failed { message: String, source: Box<dyn std::error::Error + Send + Sync> },
// }

#[allow(unused, deprecated, non_local_definitions, single_use_lifetimes, clippy::all)]
#[allow(unused_qualifications, clippy::pedantic)]
const _: () = {
    use ::agent_error::__private::same_version_as_agent_error_macros_0_1_0 as __agent;
    use __agent::{fallback::*, Fact as __Fact};
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_STORE_MISSING_twice_without_shared {
        () => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_STORE_FAILED_twice_without_shared {
        () => {};
    }
    static AGENT_ERROR_TYPE: __agent::TypeDef = __agent::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "StoreError"),
        file: ::core::file!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::None,
        defs: &[
            __agent::ErrorDef {
                code: "STORE_MISSING",
                exit: 5,
                variant: "Missing",
                line: ::core::line!(),
                fields: "",
                summary: "",
                message: "cannot read the store",
                suggestion: "",
                facts: &[
                    __Fact::Classify(const {
                        &[
                            __agent::ClassifyRule::Io(::std::io::ErrorKind::NotFound),
                            __agent::ClassifyRule::Status(404u16, 404u16),
                        ]
                    }),
                ],
            },
            __agent::ErrorDef {
                code: "STORE_FAILED",
                exit: 1,
                variant: "Failed",
                line: ::core::line!(),
                fields: "message: String",
                summary: "",
                message: "the store failed: {message}",
                suggestion: "",
                facts: &[__Fact::Classify(const { &[__agent::ClassifyRule::Fallback] })],
            },
        ],
        nested: &[],
        retired: &[],
        casts: &[__agent::CastsOf::<StoreError>::CASTS],
    };
    impl __agent::Catalogued for StoreError {
        const TYPE: &'static __agent::TypeDef = &AGENT_ERROR_TYPE;
    }
    __agent::register!(& AGENT_ERROR_TYPE);
    fn __value_0(__value: &String) -> __agent::ContextValue {
        __agent::Field(__value).value()
    }
    #[automatically_derived]
    impl ::agent_error::AgentError for StoreError {
        fn code(&self) -> &str {
            __agent::code(self)
        }
        fn def(&self) -> ::core::option::Option<&'static __agent::ErrorDef> {
            let __index = match self {
                StoreError::Missing { .. } => 0usize,
                StoreError::Failed { .. } => 1usize,
            };
            ::core::option::Option::Some(&AGENT_ERROR_TYPE.defs[__index])
        }
        fn values(&self) -> ::std::vec::Vec<__agent::ContextValue> {
            match self {
                StoreError::Failed { message: __0, .. } => ::std::vec![__value_0(__0)],
                _ => ::std::vec::Vec::new(),
            }
        }
    }
    fn constructed() {
        let _ = StoreError::Missing { 0: loop {} };
        let _ = StoreError::Failed {
            message: loop {},
            source: loop {},
        };
    }
};
