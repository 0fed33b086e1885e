"""The examples run, and come to what they promise."""

import runpy
import subprocess
import sys

import pytest


def test_an_agent_learns_a_yatzy_of_four_boxes(repository):
    example = runpy.run_path(str(repository / "python" / "examples" / "train_yatzy.py"))
    regrets = example["main"](1500, 100)
    assert regrets["random"] > 15 and regrets["untrained"] > 15
    assert regrets["trained"] < 2


def run(repository, *arguments):
    script = repository / "python" / "examples" / "turn_table.py"
    return subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True, timeout=300)


def test_tables_of_the_page_are_made_again(repository, tmp_path):
    page = repository / "docs" / "solved.md"
    done = run(repository, "--check", str(page))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| `farkle` | 379.754118023 | the same |" in done.stdout
    # A page with another figure is found out.
    other = tmp_path / "other.md"
    other.write_text(page.read_text().replace("379.754118023", "379.754118024"))
    assert run(repository, "--check", str(other)).returncode == 1


def test_the_plot_is_drawn(repository, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "rolling.png"
    done = run(repository, "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_readme_says_what_happens(repository):
    """Every piece of Python in the README runs."""
    text = (repository / "python" / "README.md").read_text()
    pieces = [piece.split("```")[0] for piece in text.split("```python\n")[1:]]
    assert pieces
    for piece in pieces:
        subprocess.run([sys.executable, "-c", piece], check=True, capture_output=True, timeout=300)
