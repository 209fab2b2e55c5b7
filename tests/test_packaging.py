"""The program as it is installed: whole in a wheel, and the rules free of the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(command: list[str], cwd: Path, **env: str) -> str:
    """What a command prints; it fails the test, with all its output, if the command fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """A folder in which the wheel is installed, without its dependencies and without a network."""
    folder = wheel.parent / "site"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-index"]
    run([*pip, "--target", str(folder), str(wheel)], wheel.parent)
    return folder


def run_installed(site: Path, home: Path, *arguments: str) -> str:
    """Runs Python on the installed wheel, in an empty home, so that no file of this computer's user is touched."""
    homes = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    env = dict.fromkeys(homes, str(home))
    return run([sys.executable, *arguments], home, PYTHONPATH=str(site), PYTHONUTF8="1", **env)


def files(folder: Path, pattern: str = "*") -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob(pattern) if p.is_file()}


def test_the_wheel_holds_all_assets_and_styles(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assets = {f"thorgames/assets/{name}" for name in files(ROOT / "assets")}
    styles = {f"screens/{name}" for name in files(ROOT / "screens", "*.tcss")}
    assert assets
    assert styles
    assert assets | styles <= names
    assert not any(name.startswith(("tests/", "docs/", "assets/")) for name in names)


def test_the_installed_library_finds_the_files_of_each_game(site: Path, tmp_path: Path) -> None:
    code = """
from importlib import resources

import thorgames
from thorgames import library
from thorgames.games.registry import GAMES

print(thorgames.__file__)
assert GAMES
for game in GAMES:
    for parts in (("cards", f"{game}.toml"), ("rules", f"{game}.md")):
        found = library.asset(*parts)
        assert found.is_file(), found
        print(found)
assert any(style.name.endswith(".tcss") for style in resources.files("screens").joinpath("styles").iterdir())
"""
    found = run_installed(site, tmp_path, "-c", code).splitlines()
    assert len(found) >= 3
    for name in found:
        assert Path(name).is_relative_to(site), f"{name} is not of the installed wheel"


def test_the_installed_program_plays_whole_games(site: Path, tmp_path: Path) -> None:
    arguments = ["simulate", "thor", "--mode", "basic", "--players", "3", "--games", "2", "--seed", "1"]
    assert run_installed(site, tmp_path, "-m", "screens.cli", *arguments)


def test_the_source_tree_has_no_packaged_assets() -> None:
    assert not (ROOT / "thorgames" / "assets").exists(), "assets belong in assets/ only: two copies would drift apart"


def test_the_rules_load_no_terminal_and_no_database() -> None:
    code = """
import importlib
import pkgutil
import sys

before = set(sys.modules)
import thorgames
import thorgames.games.registry
import thorgames.session

# The registry loads a game only when it is wanted: load all, and whatever else there is.
for module in pkgutil.walk_packages(thorgames.__path__, "thorgames."):
    importlib.import_module(module.name)
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""
    loaded = set(run([sys.executable, "-c", code], ROOT).split())
    assert {"thorgames", "msgspec"} <= loaded
    assert not loaded & {"textual", "rich", "sqlite3"}
    # msgspec loads typing_extensions where it finds it.
    assert loaded - sys.stdlib_module_names <= {"thorgames", "msgspec", "typing_extensions"}
