//! What exists once per service: the descriptor and the client, the trait for implementors and the way to its methods.

/// Defines the service's descriptor and the struct of its client.
#[doc(hidden)]
#[macro_export]
macro_rules! __client {
    (
        $(#[doc = $doc:literal])*
        pub static $descriptor:ident = $name:literal at $path:literal $(, $unusual:ident($value:expr))*;
        $(#[doc = $note:literal])*
        pub struct $client:ident;
        common {
            $($(#[doc = $meaning:literal])* $wire:literal: $kind:ty $(as $type:expr)? $(, $more:ident $(($argument:expr))?)*;)*
        }
        areas {
            $($(#[doc = $area_doc:literal])* $area:literal = $title:literal;)*
        }
        operations [$($operation:ident),* $(,)?]
    ) => {
        $(#[doc = $doc])*
        pub static $descriptor: $crate::Service = $crate::Service::new(
            $name,
            $path,
            ::std::concat!($($doc, "\n"),*),
            &[$(
                $crate::Parameter::new($wire, $crate::__type!($kind $(, $type)?))
                    .doc(::std::concat!($($meaning, "\n"),*))
                    $(.$more($($argument)?))*
            ),*],
            &[$($crate::Area::new($area, $title, ::std::concat!($($area_doc, "\n"),*))),*],
            &[$(&$operation),*],
        )
        $(.$unusual($value))*;
        $(#[doc = $note])*
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
            /// The client without types, which calls operations by their descriptors.
            #[must_use]
            pub fn client(&self) -> &$crate::Client {
                &self.client
            }
        }
    };
}

/// Defines the trait for implementors, with a method for every operation, and the ways to serve one.
#[doc(hidden)]
#[macro_export]
macro_rules! __service {
    (
        $(#[doc = $doc:literal])*
        pub trait $service:ident for $client:ident = $descriptor:ident, $dispatch:ident;
        $($name:literal => fn $method:ident($request:ident) -> $answer:ty;)*
    ) => {
        $(#[doc = $doc])*
        #[allow(clippy::should_implement_trait, clippy::wrong_self_convention, reason = "named by the service")]
        pub trait $service: ::std::marker::Send + ::std::marker::Sync {
            $(
                #[doc = ::std::concat!("Answers `", $name, "`.")]
                fn $method(&self, request: $request) -> $crate::Answer<'_, $answer> {
                    $crate::__private::not_implemented(&request)
                }
            )*
        }
        impl<T: $service + ?::std::marker::Sized> $service for ::std::sync::Arc<T> {
            $(
                fn $method(&self, request: $request) -> $crate::Answer<'_, $answer> {
                    <T as $service>::$method(self, request)
                }
            )*
        }
        struct $dispatch(::std::sync::Arc<dyn $service>);
        impl $crate::__private::Dispatch for $dispatch {
            #[allow(clippy::too_many_lines, reason = "one line for every operation")]
            fn dispatch<'a>(
                &'a self,
                request: &dyn $crate::Request,
            ) -> ::std::result::Result<$crate::Answering<'a>, $crate::Error> {
                let service = &*self.0;
                ::std::result::Result::Ok(match request.operation().name {
                    $($name => $crate::__private::answer(service.$method($crate::__private::read(request)?)),)*
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
