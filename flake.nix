# nix run, nix build, nix develop.
{
  description = "Hot Dice, the home of dice games";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forAllSystems = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in
    {
      packages = forAllSystems (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "hotdice";
          version = (nixpkgs.lib.importTOML ./Cargo.toml).workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildType = "dist";
          cargoBuildFlags = [ "--package" "hotdice" ];
          # The whole suite starts databases and browsers: cargo xtask test.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/hotdice man man
            installManPage man/*
            installShellCompletion --cmd hotdice \
              --bash <($out/bin/hotdice completions bash) \
              --zsh <($out/bin/hotdice completions zsh) \
              --fish <($out/bin/hotdice completions fish)
          '';
          meta = {
            description = "Dice games in the terminal and the browser: Farkle, Zilch, Yatzy and more";
            license = with nixpkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "hotdice";
          };
        };
      });

      devShells = forAllSystems (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.cargo pkgs.clippy pkgs.rustfmt pkgs.rustc pkgs.cargo-nextest pkgs.nodejs pkgs.postgresql pkgs.nats-server pkgs.tmux ];
        };
      });
    };
}
