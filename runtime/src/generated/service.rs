//! The items of a whole service: its client, its trait for implementors, and the dispatch to the trait's methods.

/// Defines the client of the service with that descriptor.
///
/// ```text
/// rt::client! {
///     /// A client of `Library`.
///     #[service(LIBRARY)]
///     pub struct Library;
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __client {
    (
        $(#[doc = $doc:literal])*
        #[service($descriptor:ident)]
        pub struct $client:ident;
    ) => {
        $crate::__types_of!($descriptor);
        $(#[doc = $doc])*
        #[derive(::std::clone::Clone, ::std::fmt::Debug)]
        pub struct $client {
            client: $crate::Client,
        }
        impl ::std::convert::From<$crate::Client> for $client {
            fn from(client: $crate::Client) -> Self {
                Self { client }
            }
        }
        impl $client {
            /// Settings of a client that calls the service over the network.
            pub fn builder() -> $crate::Builder<Self> {
                $crate::Builder::new(&$descriptor)
            }
            /// The untyped client, which calls operations by their descriptors.
            #[must_use]
            pub fn client(&self) -> &$crate::Client {
                &self.client
            }
        }
    };
}

/// Defines the trait for implementors and the functions that serve one. By default a method responds that it is not implemented.
///
/// ```text
/// rt::service! {
///     /// The service `Library`.
///     #[service(LIBRARY, Library, LibraryDispatch)]
///     pub trait LibraryService {
///         fn find(&self, request: Find) -> rt::ServiceFuture<'_, rt::Text>;
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __service {
    (
        $(#[doc = $doc:literal])*
        #[service($descriptor:ident, $client:ident, $dispatch:ident)]
        pub trait $service:ident {
            $(
                fn $method:ident(&self, request: $request:ident $(:: $with:ident<$message:ident $(,)?>)? $(,)?) -> $result:ty;
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[allow(
            clippy::iter_not_returning_iterator, clippy::should_implement_trait, clippy::type_complexity,
            clippy::wrong_self_convention,
            reason = "named by the service"
        )]
        pub trait $service: ::std::marker::Send + ::std::marker::Sync {
            $(
                #[doc = $crate::__responds!($request $($message)?)]
                fn $method(&self, request: $request $(:: $with<$message>)?) -> $result {
                    let _ = request;
                    $crate::__private::not_implemented()
                }
            )*
        }
        #[allow(clippy::type_complexity, reason = "declared by the service")]
        // Types of a service end in `_` only if their name is also one of Rust's prelude, so `Shared_` is free.
        impl<Shared_: $service + ?::std::marker::Sized> $service for ::std::sync::Arc<Shared_> {
            $(
                fn $method(&self, request: $request $(:: $with<$message>)?) -> $result {
                    <Shared_ as $service>::$method(self, request)
                }
            )*
        }
        struct $dispatch(::std::sync::Arc<dyn $service>);
        impl $crate::__private::Dispatch for $dispatch {
            #[allow(clippy::too_many_lines, reason = "one line for every operation")]
            fn dispatch<'a>(
                &'a self,
                call: &$crate::Call,
            ) -> ::std::result::Result<$crate::__private::HandlerFuture<'a>, $crate::Error> {
                let service = &*self.0;
                ::std::result::Result::Ok(match call.operation().name {
                    $($crate::__name!($request $($message)?) => $crate::__private::handler_future(
                        service.$method($crate::__private::read_call(call)?),
                    ),)*
                    name => return ::std::result::Result::Err($crate::__private::unknown_operation(name)),
                })
            }
        }
        impl $client {
            #[doc = ::std::concat!("A client of a [`", ::std::stringify!($service), "`] in this process: no socket, no transport.")]
            #[must_use]
            pub fn in_process(service: impl $service + 'static) -> Self {
                let dispatch = ::std::sync::Arc::new($dispatch(::std::sync::Arc::new(service)));
                Self { client: $crate::Client::in_process(&$descriptor, dispatch) }
            }
            #[doc = ::std::concat!("Serves one [`", ::std::stringify!($service), "`] to every incoming call.")]
            #[must_use]
            pub fn opener_for(service: impl $service + 'static) -> $crate::Opener {
                let dispatch: ::std::sync::Arc<dyn $crate::Handler> =
                    ::std::sync::Arc::new($dispatch(::std::sync::Arc::new(service)));
                $crate::Opener::new(&$descriptor, move |_| {
                    ::std::result::Result::Ok(::std::sync::Arc::clone(&dispatch))
                })
            }
            #[doc = ::std::concat!(
                "Serves a [`", ::std::stringify!($service), "`] that is opened for every incoming call, by its credentials for example."
            )]
            #[must_use]
            pub fn opener(
                open: impl ::std::ops::Fn(
                    &$crate::Incoming,
                ) -> ::std::result::Result<::std::sync::Arc<dyn $service>, $crate::Fault>
                + ::std::marker::Send + ::std::marker::Sync + 'static,
            ) -> $crate::Opener {
                $crate::Opener::new(&$descriptor, move |incoming| {
                    open(incoming).map(|service| ::std::sync::Arc::new($dispatch(service)) as _)
                })
            }
        }
    };
}

/// The documentation of a method: its request, with or without headers.
#[doc(hidden)]
#[macro_export]
macro_rules! __responds {
    ($request:ident) => {
        ::std::concat!("Responds to a [`", ::std::stringify!($request), "`].")
    };
    ($runtime:ident $request:ident) => {
        ::std::concat!("Responds to a [`", ::std::stringify!($request), "`] with its SOAP headers.")
    };
}

/// The name of the operation of a request, with or without headers.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($request:ident) => {
        $request::NAME
    };
    ($runtime:ident $request:ident) => {
        $request::NAME
    };
}
