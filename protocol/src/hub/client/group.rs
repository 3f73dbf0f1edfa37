//! The processes of an engine: it, and whatever it has started. They end together.

use std::io;
use std::process::{Child, Command};

/// The group that an engine leads. Dropping it ends all who are in it, by force.
///
/// A watcher ends them, too, when this process ends without dropping it: killed, by a signal, or
/// at the second interrupt. It is a shell that reads from a pipe whose other end only this process
/// has: the system closes it, however the process ends.
#[derive(Debug)]
pub(super) struct Group {
    #[cfg(unix)]
    leader: i32,
    #[cfg(unix)]
    watcher: Option<Child>,
    /// Whether it has ended.
    #[cfg(unix)]
    ended: bool,
}

/// Lets a command lead a group of its own.
pub(super) fn lead(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

#[cfg(unix)]
impl Group {
    /// The group of a process that [leads](lead) one.
    ///
    /// # Errors
    /// When its number is none.
    pub fn of(leader: &Child) -> io::Result<Group> {
        let leader = i32::try_from(leader.id()).map_err(io::Error::other)?;
        // Where there is no shell the group ends in all other ways.
        Ok(Group { leader, watcher: watcher(leader).ok(), ended: false })
    }

    /// Ends all who are in it. The leader's number is its group's as long as it has not been waited
    /// for or anybody else is in it.
    pub fn end(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;

        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let _ = killpg(Pid::from_raw(self.leader), Signal::SIGKILL);
        let Some(mut watcher) = self.watcher.take() else { return };
        if let Some(mut pipe) = watcher.stdin.take() {
            // So it learns that there is nothing left to watch.
            let _ = io::Write::write_all(&mut pipe, b"\n");
        }
        let _ = watcher.wait();
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn watcher(leader: i32) -> io::Result<Child> {
    use std::process::Stdio;

    /// A line ends it, the end of the input ends the group.
    const SCRIPT: &str = r#"trap '' HUP INT QUIT TERM; read -r _ || kill -s KILL -- "-$0""#;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT, &leader.to_string()]).current_dir("/");
    // What is sent to this process' group must not reach it.
    lead(&mut command);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

#[cfg(not(unix))]
impl Group {
    /// Only the leader is known here.
    ///
    /// # Errors
    /// Never.
    pub fn of(_leader: &Child) -> io::Result<Group> {
        Ok(Group {})
    }

    /// The leader's own end is all.
    pub fn end(&mut self) {}
}
