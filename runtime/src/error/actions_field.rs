//! The types that an `actions` field can have.
//!
//! Method resolution selects the first of three traits that the field's type implements.

use super::context::Field;

/// First choice: a list of strings.
pub trait ActionList {
    /// Passes each action to `visit`.
    fn visit_actions(self, visit: &mut dyn FnMut(&str));
}

impl<'a, T: ?Sized> ActionList for &&&Field<'a, T>
where
    &'a T: IntoIterator<Item: AsRef<str>>,
{
    fn visit_actions(self, visit: &mut dyn FnMut(&str)) {
        for action in self.0 {
            visit(action.as_ref());
        }
    }
}

/// Second choice: an optional list of strings.
pub trait OptionalActions {
    /// Passes each action to `visit`, if there is a list.
    fn visit_actions(self, visit: &mut dyn FnMut(&str));
}

impl<'a, T> OptionalActions for &&Field<'a, Option<T>>
where
    &'a T: IntoIterator<Item: AsRef<str>>,
{
    fn visit_actions(self, visit: &mut dyn FnMut(&str)) {
        self.0.iter().flatten().for_each(|action| visit(action.as_ref()));
    }
}

/// A bound that no type satisfies. It exists only for its error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of actions",
    note = "`actions` takes a field that is a list of strings, as `Vec<String>`, or an `Option` of one"
)]
pub trait ListOfActions {}

/// Last choice: any other type. Using it is a compile error that lists the supported types.
pub trait UnsupportedActions {
    /// The type of the field.
    type Type: ?Sized;

    /// Fails to compile, because no type implements `ListOfActions`.
    fn visit_actions(self, visit: &mut dyn FnMut(&str))
    where
        Self::Type: ListOfActions;
}

impl<T: ?Sized> UnsupportedActions for &Field<'_, T> {
    type Type = T;

    fn visit_actions(self, _: &mut dyn FnMut(&str))
    where
        T: ListOfActions,
    {
    }
}
