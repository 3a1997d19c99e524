//! Events of a console of Windows.

use std::future::poll_fn;
use std::io;
use std::task::Poll;

use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

use super::signal::Signal;

/// The exit code of a program that Ctrl-C ends, `STATUS_CONTROL_C_EXIT`.
const ENDED: i32 = -1_073_741_510;

/// Receivers of Ctrl-C, Ctrl-Break, and the ends of the console and of the system.
pub(super) struct Signals {
    c: CtrlC,
    other: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

impl Signals {
    pub(super) fn watch() -> io::Result<Self> {
        Ok(Self { c: ctrl_c()?, other: ctrl_break()?, close: ctrl_close()?, shutdown: ctrl_shutdown()? })
    }

    pub(super) async fn next(&mut self) -> Signal {
        poll_fn(|context| {
            let is_ctrl_c = self.c.poll_recv(context).is_ready() || self.other.poll_recv(context).is_ready();
            let is_end = self.close.poll_recv(context).is_ready() || self.shutdown.poll_recv(context).is_ready();
            if is_ctrl_c || is_end { Poll::Ready(Signal { is_ctrl_c, code: ENDED }) } else { Poll::Pending }
        })
        .await
    }
}
