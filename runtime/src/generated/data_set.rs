//! Typed DataSets of generated code: a DataSet with the rows of its tables.

use crate::operation::DataSetType;
use crate::results::{self, DataSet, DeclaredRow, DeclaredRows, DeclaredRowsError};

/// Defines a typed DataSet: the struct around the DataSet, its descriptor, and for each table a method that returns its rows and one that
/// sets them.
///
/// ```text
/// rt::data_set! {
///     /// Books and their authors.
///     #[data_set(LIBRARY = "Library", "urn:library")]
///     pub struct Library {
///         /// The books.
///         #[table("Book", with_books)]
///         pub books: BookRow,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __data_set {
    (
        $(#[doc = $doc:literal])*
        #[data_set($descriptor:ident = $name:literal, $namespace:literal)]
        pub struct $data_set:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[table($table:literal, $set:ident)]
                pub $method:ident: $row:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        ///
        /// A DataSet with methods for the rows of its tables. Everything else that it holds is reachable too:
        #[doc = ::std::concat!("[`as_data_set`](", ::std::stringify!($data_set), "::as_data_set).")]
        #[derive(::std::clone::Clone, ::std::fmt::Debug, ::std::cmp::PartialEq)]
        pub struct $data_set {
            data_set: $crate::DataSet,
        }
        #[allow(
            clippy::iter_not_returning_iterator, clippy::should_implement_trait, clippy::wrong_self_convention,
            reason = "named by the service"
        )]
        impl $data_set {
            /// A DataSet whose tables have no rows.
            #[must_use]
            pub fn new() -> Self {
                Self { data_set: $crate::__private::empty_data_set(&$descriptor) }
            }
            /// The null DataSet.
            #[must_use]
            pub const fn null() -> Self {
                Self { data_set: $crate::DataSet::null() }
            }
            /// Whether it is null.
            #[must_use]
            pub const fn is_null(&self) -> bool {
                self.data_set.is_null()
            }
            /// The DataSet.
            #[must_use]
            pub const fn as_data_set(&self) -> &$crate::DataSet {
                &self.data_set
            }
            $(
                #[doc = ::std::concat!("The rows of the table `", $table, "`.")]
                ///
                $(#[doc = $meaning])*
                ///
                /// # Errors
                ///
                /// The table or a declared column is missing, or a cell is not of the declared type.
                pub fn $method(
                    &self,
                ) -> ::std::result::Result<::std::vec::Vec<$row>, $crate::results::DeclaredRowsError> {
                    $crate::__private::rows_of(&self.data_set)
                }
                #[doc = ::std::concat!("Replaces the rows of the table `", $table, "`.")]
                #[must_use]
                pub fn $set(self, rows: impl ::std::iter::IntoIterator<Item = $row>) -> Self {
                    Self { data_set: $crate::__private::with_rows(self.data_set, rows) }
                }
            )*
        }
        impl ::std::default::Default for $data_set {
            fn default() -> Self {
                Self::new()
            }
        }
        impl ::std::convert::From<$crate::DataSet> for $data_set {
            /// Takes any DataSet. The declared tables are looked up only when their rows are read.
            fn from(data_set: $crate::DataSet) -> Self {
                Self { data_set }
            }
        }
        impl ::std::convert::From<$data_set> for $crate::DataSet {
            fn from(data_set: $data_set) -> Self {
                data_set.data_set
            }
        }
        impl $crate::__private::FieldType for $data_set {
            const TYPE: $crate::Type = $crate::Type::DataSet(&$descriptor);
            const NAME: &'static str = $name;
        }
        impl $crate::__private::SingleValue for $data_set {}
        impl $crate::__private::Field for $data_set {
            fn view(&self) -> $crate::__private::View<'_> {
                $crate::__private::Field::view(&self.data_set)
            }
            fn take(
                &mut self,
                input: $crate::__private::Input<'_>,
            ) -> ::std::result::Result<(), $crate::__private::InvalidValue> {
                $crate::__private::Field::take(&mut self.data_set, input)
            }

            fn document_mut(&mut self) -> ::std::option::Option<$crate::__private::DocumentMut<'_>> {
                $crate::__private::Field::document_mut(&mut self.data_set)
            }
        }
        impl $crate::__private::SinglePart for $data_set {
            const WHAT: &'static str = "a DataSet";

            fn null() -> Self {
                Self::null()
            }

            fn with(self, expected: &$crate::__private::ExpectedResult) -> Self {
                Self { data_set: $crate::__private::SinglePart::with(self.data_set, expected) }
            }
        }

        impl $crate::__private::DeclaredResult for $data_set {
            const TYPE: $crate::Type = $crate::Type::DataSet(&$descriptor);
        }

        impl $crate::results::IntoTable for $data_set {
            fn into_table_with(
                self,
                layout: impl ::std::convert::Into<$crate::results::DelimitedLayout>,
            ) -> ::std::result::Result<$crate::results::table::Table, $crate::results::IntoTableError> {
                $crate::results::IntoTable::into_table_with(self.data_set, layout)
            }
        }
        pub(crate) static $descriptor: $crate::__private::DataSetType = $crate::__private::DataSetType::new($name, $namespace, &[$(
            $crate::__private::DeclaredTable::new($name, $table, <$row>::COLUMNS).doc(::std::concat!($($meaning, "\n"),*)),
        )*])
        .doc(::std::concat!($($doc, "\n"),*));
    };
}

/// A typed DataSet whose tables have no rows.
pub fn empty_data_set(declared: &DataSetType) -> DataSet {
    results::empty_data_set(declared)
}

/// The rows of the table that is declared for the type `R`.
///
/// # Errors
///
/// [`DeclaredRowsError`].
pub fn rows_of<R: DeclaredRow + Default>(data_set: &DataSet) -> Result<Vec<R>, DeclaredRowsError> {
    data_set.declared_rows()
}

/// Replaces the rows of the table that is declared for the type `R`.
pub fn with_rows<R: DeclaredRow + Default>(data_set: DataSet, rows: impl IntoIterator<Item = R>) -> DataSet {
    results::with_rows(data_set, rows)
}
