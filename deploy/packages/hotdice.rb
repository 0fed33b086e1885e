# A Homebrew formula for Linux. cargo xtask dist fills in the placeholders.
class Hotdice < Formula
  desc "Dice games in the terminal and the browser: Farkle, Zilch, Yatzy and more"
  homepage "@URL@"
  url "@URL@/@FILE@"
  version "@VERSION@"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]
  depends_on :linux

  def install
    bin.install "hotdice"
    man1.install Dir["man/man1/*"]
    bash_completion.install "completions/hotdice.bash" => "hotdice"
    zsh_completion.install "completions/_hotdice"
    fish_completion.install "completions/hotdice.fish"
  end

  service do
    run [opt_bin/"hotdice", "serve"]
    keep_alive true
  end

  test do
    assert_match "1100", shell_output("#{bin}/hotdice score zilch 1 1 1 1 2 3")
  end
end
