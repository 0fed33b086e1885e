//! Tests of the packages: made from the program that the other tests use, looked over, installed, started and removed.

use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::{fs, io};

use super::stage::put;
use super::{Release, available, crates, outcome, packages, succeed};
use crate::report::{Lane, Outcome};
use crate::{answers, root, target};

/// What the checks need beside a shell, as Debian names it.
const TOOLS: [(&str, &str); 6] = [
    ("rpmbuild", "rpm"),
    ("lintian", "lintian"),
    ("man", "man-db"),
    ("systemd-nspawn", "systemd-container"),
    ("ruby", "ruby"),
    ("nix-instantiate", "nix-bin"),
];

/// Checks everything about packages that this machine can.
pub(crate) fn check(lane: &mut Lane) {
    lane.step("crates", |lane| {
        crates::package(lane, crates::Verify::Packing)
    });
    install_tools(lane);
    let program = target().join("debug/hotdice");
    let release = match Release::of(program, target().join("packages-tested"), 0) {
        Ok(release) => release,
        Err(error) => return lane.step("packages", |lane| outcome(lane, Err(error))),
    };
    release.make(lane);
    lane.step("packages: lintian", |lane| {
        match available("lintian", "lintian") {
            None => lane.watch(&mut lintian(&release)),
            Some(missing) => missing,
        }
    });
    lane.step("packages: installed and removed", |lane| {
        outcome(lane, install_and_remove(&release))
    });
    lane.step("packages: man pages", |lane| {
        match available("man", "man-db") {
            None => outcome(lane, render_man_pages(&release)),
            Some(missing) => missing,
        }
    });
    lane.step("packages: the unit starts", |lane| boot(lane, &release));
    lane.step("packages: formula", |lane| {
        match available("ruby", "ruby") {
            None => {
                let filled = packages::formula(&release, "https://hotdice.example");
                let formula = release.folder.join("hotdice.rb");
                outcome(
                    lane,
                    filled.and_then(|()| {
                        succeed(Command::new("ruby").arg("-c").arg(formula)).map(drop)
                    }),
                )
            }
            Some(missing) => missing,
        }
    });
    lane.step("packages: winget", |lane| match available("ruby", "ruby") {
        None => outcome(lane, read_winget(&release)),
        Some(missing) => missing,
    });
    lane.step("packages: flake", |lane| {
        match available("nix-instantiate", "nix-bin") {
            None => {
                let mut parse = Command::new("nix-instantiate");
                outcome(
                    lane,
                    succeed(parse.arg("--parse").arg(root().join("flake.nix"))).map(drop),
                )
            }
            Some(missing) => missing,
        }
    });
}

/// Fills in the manifests of winget and reads them: what each kind must have, and that all three are about the same version.
fn read_winget(release: &Release) -> io::Result<()> {
    let program = release.folder.join("root/usr/bin/hotdice");
    packages::winget(release, "https://hotdice.example", &program)?;
    let files = packages::WINGET.map(|name| release.folder.join("winget").join(name));
    let mut ruby = Command::new("ruby");
    ruby.args(["-ryaml", "-e", WINGET_RULES])
        .arg(&release.version);
    succeed(ruby.args(files)).map(drop)
}

/// What the schemas of version 1.10.0 ask for, as far as these files go.
const WINGET_RULES: &str = include_str!("winget.rb");

fn install_tools(lane: &Lane) {
    let missing = TOOLS
        .iter()
        .filter(|(program, package)| available(program, package).is_some());
    let packages: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if !packages.is_empty() {
        lane.say(&format!(
            "!!! trying apt-get install {}",
            packages.join(" ")
        ));
        let mut install = Command::new("apt-get");
        install
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages);
        answers(install.env("DEBIAN_FRONTEND", "noninteractive"));
    }
}

/// Debian's own check of a package. Passed over is what only Debian's archive asks for.
fn lintian(release: &Release) -> Command {
    let not_for_us = [
        "initial-upload-closes-no-bugs",
        "no-changelog",
        "changelog-file-missing-in-native-package",
        // One of the manual pages is written for every command by the program itself.
        "no-manual-page",
        // Development builds are checked as well, whose lines carry paths.
        "spelling-error-in-binary",
    ];
    let mut command = Command::new("lintian");
    command
        .args([
            "--allow-root",
            "--fail-on",
            "error,warning",
            "--suppress-tags",
        ])
        .arg(not_for_us.join(","))
        .arg(deb(release));
    command
}

fn deb(release: &Release) -> PathBuf {
    release
        .folder
        .join(format!("hotdice_{}_amd64.deb", release.version))
}

fn rpm(release: &Release) -> PathBuf {
    release
        .folder
        .join(format!("hotdice-{}-1.x86_64.rpm", release.version))
}

/// Installs each package in an empty root, runs the program from there, and removes the package again.
fn install_and_remove(release: &Release) -> io::Result<()> {
    let scratch = fs::canonicalize(&release.folder)?.join("scratch");
    let deb_root = scratch.join("deb");
    for folder in ["var/lib/dpkg/updates", "var/lib/dpkg/info", "var/log"] {
        fs::create_dir_all(deb_root.join(folder))?;
    }
    for file in ["status", "available"] {
        put(&deb_root.join("var/lib/dpkg").join(file), b"", 0o644)?;
    }
    let dpkg = || {
        let mut command = Command::new("dpkg");
        command
            .arg(format!("--root={}", deb_root.display()))
            .args(["--force-depends", "--force-not-root"]);
        command
    };
    succeed(dpkg().arg("--install").arg(deb(release)))?;
    runs(&deb_root)?;
    succeed(dpkg().args(["--purge", "hotdice"]))?;
    is_gone(&deb_root)?;
    let rpm_file = rpm(release);
    if rpm_file.is_file() {
        let rpm_root = scratch.join("rpm");
        fs::create_dir_all(&rpm_root)?;
        let manager = || {
            let mut command = Command::new("rpm");
            command.arg("--root").arg(&rpm_root).arg("--nodeps");
            command
        };
        succeed(manager().arg("--install").arg(rpm_file))?;
        runs(&rpm_root)?;
        succeed(manager().args(["--erase", "hotdice"]))?;
        is_gone(&rpm_root)?;
    }
    fs::remove_dir_all(scratch)
}

fn runs(tree: &Path) -> io::Result<()> {
    let said = succeed(
        Command::new(tree.join("usr/bin/hotdice"))
            .args(["score", "zilch", "1", "1", "1", "1", "2", "3"]),
    )?;
    if said.contains("1100") {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the installed program scores wrongly: {said}"
    )))
}

fn is_gone(tree: &Path) -> io::Result<()> {
    let left = succeed(
        Command::new("find")
            .arg(tree.join("usr"))
            .args(["-type", "f"]),
    )
    .unwrap_or_default();
    if left.is_empty() {
        return Ok(());
    }
    Err(io::Error::other(format!("left behind: {left}")))
}

/// Renders every manual page, and fails on what the formatter warns about.
fn render_man_pages(release: &Release) -> io::Result<()> {
    for page in fs::read_dir(release.folder.join("root/usr/share/man/man1"))? {
        let mut man = Command::new("man");
        man.args(["--warnings", "--encoding=UTF-8", "--local-file"])
            .arg(page?.path());
        let output = man.env("MANWIDTH", "80").output()?;
        let warnings = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !warnings.is_empty() {
            return Err(io::Error::other(format!("{man:?}: {warnings}")));
        }
    }
    Ok(())
}

/// Boots a machine of its own in a container, in which systemd starts the packaged unit and a guest asks whether it answers.
///
/// The container sees `/usr` of this machine read-only and nothing else of it; its network is its own loopback.
fn boot(lane: &Lane, release: &Release) -> Outcome {
    if let Some(missing) = available("systemd-nspawn", "systemd-container") {
        return missing;
    }
    if !succeed(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0") {
        return Outcome::Skipped("booting a container needs root".to_owned());
    }
    match boot_and_ask(release) {
        Ok(said) if said.contains(ANSWERED) => Outcome::passed(),
        // Where containers are forbidden, nothing gets as far as systemd.
        Ok(said) if !said.contains(BOOTED) => {
            let last = said.lines().last().unwrap_or_default();
            Outcome::Skipped(format!("systemd does not boot in a container here: {last}"))
        }
        Ok(said) => {
            lane.say(&said);
            Outcome::failed()
        }
        Err(error) => outcome(lane, Err(error)),
    }
}

const BOOTED: &str = "HOTDICE-BOOTED";
const ANSWERED: &str = "HOTDICE-ANSWERED";

fn boot_and_ask(release: &Release) -> io::Result<String> {
    let folder = fs::canonicalize(&release.folder)?;
    let guest_tree = folder.join("guest");
    // The guest knocks for as long as a slow machine may take to start the server; then the machine is switched off either way.
    let guest = format!(
        "[Unit]\nWants=hotdice.service\nAfter=hotdice.service\nSuccessAction=poweroff-force\nFailureAction=poweroff-force\n\
         [Service]\nType=oneshot\nStandardOutput=file:/dev/console\nStandardError=inherit\nEnvironment=HOME=/tmp\n\
         ExecStart=/bin/sh -c 'echo {BOOTED}; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \
         if hotdice online --server http://127.0.0.1:7878 test; then echo {ANSWERED}; exit; fi; sleep 1; done; \
         systemctl status --no-pager --full hotdice.service; journalctl --no-pager -u hotdice.service'\n"
    );
    put(
        &guest_tree.join("lib/systemd/system/guest.service"),
        guest.as_bytes(),
        0o644,
    )?;
    // The package and the guest lie over /usr of this machine, as if they had been installed.
    let layers = format!(
        "/usr:{}:{}:/usr",
        folder.join("root/usr").display(),
        guest_tree.display()
    );
    let mut machine = Command::new("timeout");
    machine.args([
        "--kill-after=5",
        "90",
        "systemd-nspawn",
        "--quiet",
        "--directory=/",
        "--volatile=yes",
    ]);
    machine.args([
        "--register=no",
        "--keep-unit",
        "--private-network",
        "--console=read-only",
    ]);
    // Another test command may run beside this one.
    machine.arg(format!("--machine=hotdice-test-{}", process::id()));
    machine.arg(format!("--overlay-ro={layers}"));
    machine.args([
        "--boot",
        "systemd.unit=guest.service",
        "systemd.firstboot=no",
    ]);
    let output = machine.output()?;
    fs::remove_dir_all(guest_tree)?;
    let both = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&both).into_owned())
}
