//! The generators that are compared.

/// Whose generated code it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Maker {
    Asmx,
    Tonic,
}

impl Maker {
    pub(crate) const ALL: [Self; 2] = [Self::Asmx, Self::Tonic];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Asmx => "asmx",
            Self::Tonic => "tonic",
        }
    }
}
