//! The row of a table whose columns a spec declares.

/// Defines the struct with a field for every declared column, the columns for the descriptor of the operation or typed DataSet, and
/// [`DeclaredRow`](crate::results::DeclaredRow). `row` names the descriptor of the operation, or the DataSet and the table. `undeclared` is
/// the field for all other columns.
///
/// ```text
/// rt::row! {
///     /// A row of the table `Book`.
///     #[row("Library", "Book")]
///     pub struct BookRow {
///         /// The title.
///         #[column("Title", required)]
///         pub title: String,
///         #[undeclared]
///         pub undeclared: rt::UndeclaredColumns,
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __row {
    (
        $(#[doc = $doc:literal])*
        #[row($($of:tt)*)]
        pub struct $row:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[column($column:literal $(, $more:ident $(($argument:expr))?)*)]
                pub $field:ident: $kind:ty,
            )*
            #[undeclared]
            pub $undeclared:ident: $cells:ty,
        }
    ) => {
        $crate::__record! {
            $(#[doc = $doc])*
            #[must_use]
            struct $row {
                $($(#[doc = $meaning])* $field: $kind = $column [$($more)*];)*
            }
            /// The cells in undeclared columns, by name.
            $undeclared: $cells
        }
        impl $row {
            #[doc(hidden)]
            pub const COLUMNS: &'static [$crate::__private::DeclaredColumn] = &[$(
                $crate::__private::DeclaredColumn::new($column, $crate::__private::scalar_of::<$kind>())
                    .doc(::std::concat!($($meaning, "\n"),*))
                    $(.$more($($argument)?))*
            ),*];
        }
        impl $crate::__private::DeclaredRow for $row {
            fn table(&self) -> $crate::__private::DeclaredTable {
                $crate::__table_of!($($of)*)
            }
            fn visit<'a>(&'a self, visitor: &mut dyn ::std::ops::FnMut(&'a dyn $crate::__private::Field)) {
                $crate::__private::visit(visitor, &[$(&self.$field),*]);
            }
            fn visit_mut(&mut self, visitor: &mut dyn ::std::ops::FnMut(&mut dyn $crate::__private::ColumnField)) {
                $(visitor(&mut self.$field);)*
            }
            fn undeclared(&self) -> &$crate::__private::UndeclaredColumns {
                &self.$undeclared
            }
            fn undeclared_mut(&mut self) -> &mut $crate::__private::UndeclaredColumns {
                &mut self.$undeclared
            }
        }
        impl ::std::fmt::Debug for $row {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::__private::debug_row(self, ::std::stringify!($row), formatter)
            }
        }
        impl ::std::cmp::PartialEq for $row {
            fn eq(&self, other: &Self) -> bool {
                $crate::__private::equal_rows(self, other)
            }
        }
        $crate::__serde!(row $row);
    };
}

/// The declared table of a row's type.
#[doc(hidden)]
#[macro_export]
macro_rules! __table_of {
    ($operation:ident) => {
        $crate::__private::DeclaredTable::of_result(&$operation)
    };
    ($data_set:literal, $table:literal) => {
        $crate::__private::DeclaredTable::new($data_set, $table, Self::COLUMNS)
    };
}
