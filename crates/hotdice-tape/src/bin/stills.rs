//! Plays tapes and writes the pictures that they take: `stills PROGRAM FOLDER TAPE…`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use hotdice_tape::{Player, Tape};

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [program, folder, tapes @ ..] = arguments.as_slice() else {
        eprintln!("Usage: stills PROGRAM FOLDER TAPE…");
        return ExitCode::from(2);
    };
    let player = Player::new(program);
    let mut code = ExitCode::SUCCESS;
    for tape in tapes {
        if let Err(trouble) = take(&player, folder, tape) {
            eprintln!("{trouble}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn take(player: &Player, folder: &Path, tape: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let tape = Tape::read(tape)?;
    println!("{}", tape.path.display());
    fs::create_dir_all(folder)?;
    for (name, still) in player.play(&tape)? {
        let path = folder.join(format!("terminal-{name}.svg"));
        fs::write(&path, still.svg())?;
        println!("  {}", path.display());
    }
    Ok(())
}
