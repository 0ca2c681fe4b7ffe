//! A program and all that it starts, as one: the process group.

use std::collections::BTreeSet;
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(not(unix))]
pub use elsewhere::{end, kill, lead, limit, wait};
#[cfg(unix)]
pub use unix::{end, kill, lead, limit, wait};

/// What runs now. The server ends it when it ends itself: a group of its own
/// does not hear the Ctrl-C of the terminal.
#[derive(Debug, Default)]
pub struct Leash {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    leaders: BTreeSet<u32>,
    over: bool,
}

/// A program is on the leash as long as this lives.
pub(crate) struct Holding<'l> {
    leash: &'l Leash,
    leader: u32,
}

impl Leash {
    /// Puts a program on the leash.
    pub(crate) fn hold(&self, child: &Child) -> Holding<'_> {
        let leader = child.id();
        let mut held = self.lock();
        held.leaders.insert(leader);
        if held.over {
            kill_leader(leader);
        }
        Holding { leash: self, leader }
    }

    /// Ends what runs, and whatever would still be started.
    pub fn end_all(&self) {
        let mut held = self.lock();
        held.over = true;
        held.leaders.iter().copied().for_each(kill_leader);
    }

    /// Whether everything was ended.
    pub fn is_over(&self) -> bool {
        self.lock().over
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Holding<'_> {
    fn drop(&mut self) {
        self.leash.lock().leaders.remove(&self.leader);
    }
}

#[cfg(unix)]
use unix::kill_leader;

#[cfg(not(unix))]
fn kill_leader(_leader: u32) {}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use crate::process::{End, Of};

    /// It leads a group of its own.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits until it ends, at most for `limit`; whether that is over. Its
    /// number stays its own until the caller reaps it.
    pub fn wait(child: &mut Child, limit: Duration) -> bool {
        let Some(pid) = pid(child.id()) else { return true };
        let (done, ended) = mpsc::channel();
        thread::spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while waitid(WaitId::Pid(pid), options).is_err_and(|error| error == Errno::INTR) {}
            let _ = done.send(());
        });
        ended.recv_timeout(limit).is_err()
    }

    /// Ends it and all of its group. It is not reaped yet, so the number of the
    /// group cannot mean anybody else.
    pub fn kill(child: &mut Child) {
        kill_leader(child.id());
    }

    pub(crate) fn kill_leader(leader: u32) {
        if let Some(pid) = pid(leader) {
            // An error says that nobody is left.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Should the server be killed meanwhile, nobody is left to look at the
    /// time; then these end it.
    #[cfg(target_os = "linux")]
    pub fn limit(child: &Child, limit: Duration, of: Of) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let cpu_s = limit.as_secs() * 2 + 5;
        let memory = match of {
            Of::Answer => ANSWER_BYTES_MAX,
            Of::Build => BUILD_BYTES_MAX,
        };
        for (resource, most) in
            [(Resource::Cpu, cpu_s), (Resource::As, memory), (Resource::Core, 0)]
        {
            // It may have ended already.
            let most = Rlimit { current: Some(most), maximum: Some(most) };
            let _ = prlimit(pid(child.id()), resource, most);
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn limit(_child: &Child, _limit: Duration, _of: Of) {}

    pub fn end(status: ExitStatus) -> End {
        match (status.code(), status.signal()) {
            (Some(code), _) => End::Code(code),
            (None, signal) => End::Signal(signal.unwrap_or_default()),
        }
    }

    fn pid(number: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(number).ok()?)
    }

    /// Address space, of which a test with its threads takes a few hundred MB.
    #[cfg(target_os = "linux")]
    const ANSWER_BYTES_MAX: u64 = 2 << 30;
    /// The same of the compiler, which takes two or three GB for what is built here.
    #[cfg(target_os = "linux")]
    const BUILD_BYTES_MAX: u64 = 8 << 30;
}

/// Where there are no process groups, the program itself has to do.
#[cfg(not(unix))]
mod elsewhere {
    use std::process::{Child, Command, ExitStatus};
    use std::sync::mpsc;
    use std::time::Duration;

    use crate::process::{End, Of};

    pub fn lead(_command: &mut Command) {}

    pub fn limit(_child: &Child, _limit: Duration, _of: Of) {}

    pub fn wait(child: &mut Child, limit: Duration) -> bool {
        const LOOK: Duration = Duration::from_millis(10);
        let (_never, nothing) = mpsc::channel::<()>();
        for _ in 0..=limit.as_millis() / LOOK.as_millis() {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return false;
            }
            let _ = nothing.recv_timeout(LOOK);
        }
        true
    }

    pub fn kill(child: &mut Child) {
        // It may have ended already.
        let _ = child.kill();
    }

    pub fn end(status: ExitStatus) -> End {
        End::Code(status.code().unwrap_or(-1))
    }
}
