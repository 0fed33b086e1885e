//! Somebody without rights, for programs that refuse to run as root.

use std::fs;
use std::io;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::geteuid;

use crate::Unavailable;

/// Who runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Somebody {
    /// Whoever runs the test.
    Oneself,
    /// Another user.
    Other { user: u32, group: u32 },
}

impl Somebody {
    /// Returns somebody who is not root.
    pub(crate) fn without_rights() -> Result<Self, Unavailable> {
        if !geteuid().is_root() {
            return Ok(Self::Oneself);
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let found = ["postgres", "nobody"]
            .iter()
            .find_map(|name| named(&users, name));
        found.ok_or(Unavailable::NobodyElse)
    }

    /// Returns the number of the user.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Oneself => geteuid().as_raw(),
            Self::Other { user, .. } => user,
        }
    }

    /// Returns a command that runs as this user.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Self::Other { user, group } = self {
            command.uid(user).gid(group);
        }
        command
    }

    /// Gives a file or folder to this user.
    pub(crate) fn own(self, path: &Path) -> io::Result<()> {
        match self {
            Self::Oneself => Ok(()),
            Self::Other { user, group } => chown(path, Some(user), Some(group)),
        }
    }
}

/// Finds a user in the lines of `/etc/passwd`.
fn named(users: &str, name: &str) -> Option<Somebody> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next()? != name {
            return None;
        }
        let user = fields.nth(1)?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        Some(Somebody::Other { user, group })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_whole_name() {
        let users =
            "root:x:0:0:root:/root:/bin/sh\npost:x:7:8::/:/bin/sh\npostgres:x:101:104::/:/bin/sh";
        let (user, group) = (101, 104);
        assert_eq!(
            named(users, "postgres"),
            Some(Somebody::Other { user, group })
        );
        assert_eq!(named(users, "nobody"), None);
    }
}
