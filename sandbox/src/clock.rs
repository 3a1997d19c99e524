//! The sandbox's clock: the machine's, until it is set.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::moment::Moment;

/// A clock that runs with the machine's or stands where it was set.
#[derive(Debug, Default)]
pub struct Clock(Mutex<Option<Moment>>);

impl Clock {
    /// What time it is.
    pub fn now(&self) -> Moment {
        self.stood().unwrap_or_else(machine)
    }

    /// Stops the clock at this moment.
    pub fn set(&self, moment: Moment) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(moment);
    }

    /// Lets the clock run with the machine's again.
    pub fn run(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.stood().is_some()
    }

    fn stood(&self) -> Option<Moment> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn machine() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_seconds(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
