//! Settings of an account that only whoever carries its calls understands.

use std::any::Any;

/// Settings of one type, which is that of the HTTP client's where there is one.
#[derive(Default)]
pub(crate) struct WireSettings(Option<Box<dyn Any + Send>>);

impl WireSettings {
    /// Takes the settings out. Where none were set, or settings of another type, they are the defaults.
    pub(crate) fn take<T: Any + Send + Default>(&mut self) -> T {
        self.0.take().and_then(|settings| settings.downcast().ok()).map(|settings| *settings).unwrap_or_default()
    }

    /// Changes them.
    pub(crate) fn change<T: Any + Send + Default>(&mut self, change: impl FnOnce(&mut T)) {
        let mut settings: T = self.take();
        change(&mut settings);
        self.0 = Some(Box::new(settings));
    }
}
