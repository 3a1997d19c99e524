//! The profile of a gateway, read again when it changes: a new password needs no restart.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use asmx_gateway::{Gateway, Supplied, Target};
use serde_json::json;

use super::failure::Failure;
use super::log::log_line;
use super::profile::{Profile, Values};
use super::stamps::Stamps;

/// The interval at which the files of the profile are looked at. They are read once they were unchanged for one interval.
const INTERVAL: Duration = Duration::from_secs(1);

/// Makes the target, and the values that go with each call, of a profile. The target is for the place of the present one.
type Access = dyn Fn(&Target, &Profile) -> Result<(Target, Supplied), Failure> + Send;

/// A profile and the gateway that uses it.
pub(super) struct Renewal {
    profile: Profile,
    gateway: Gateway,
    access: Box<Access>,
}

impl Renewal {
    pub(super) fn new(
        profile: Profile,
        gateway: Gateway,
        access: impl Fn(&Target, &Profile) -> Result<(Target, Supplied), Failure> + Send + 'static,
    ) -> Self {
        Self { profile, gateway, access: Box::new(access) }
    }

    /// Looks at the files of the profile as long as the process lives.
    pub(super) fn run(self) {
        thread::spawn(move || {
            let mut stamps = self.profile.values().stamps();
            let mut values = Arc::clone(self.profile.values());
            loop {
                thread::sleep(INTERVAL);
                if stamps.have_changed() {
                    (values, stamps) = self.renew(&values);
                }
            }
        });
    }

    /// Reads the profile, and lets the gateway use it. Otherwise the gateway goes on as before. Both are a line of the log.
    fn renew(&self, values: &Values) -> (Arc<Values>, Stamps) {
        let values = Arc::new(values.again());
        let event = match self.renewed(&values) {
            Ok(()) => json!({ "profile": self.profile_name(), "renewed": true }),
            Err(Failure { text, .. }) => {
                json!({ "profile": self.profile_name(), "renewed": false, "reason": text })
            }
        };
        log_line(&event);
        let stamps = values.stamps();
        (values, stamps)
    }

    fn renewed(&self, values: &Arc<Values>) -> Result<(), Failure> {
        let profile = self.profile.again(Arc::clone(values))?;
        let (target, supplied) = (self.access)(&self.gateway.target(), &profile)?;
        let cannot = |error| format!("{error}: start the program again to use the profile");
        self.gateway.renew(target, supplied).map_err(cannot).map_err(Failure::usage)
    }

    fn profile_name(&self) -> &str {
        self.profile.name().map_or("", |(_, name)| name)
    }
}
