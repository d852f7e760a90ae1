"""The versions of what cudabmc stands on, found without importing any of it."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from cudabmc.version import PARTS, __version__, versions


def test_they_are_those_of_the_installed_distributions() -> None:
    found = versions()
    assert found.pop("cudabmc") == __version__
    assert found.pop("python").split(".")[:2] == [str(part) for part in sys.version_info[:2]]
    for name, distribution in PARTS.items():
        try:
            assert found[name] == metadata.version(distribution)
        except metadata.PackageNotFoundError:
            assert not found[name]


def test_what_is_not_installed_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pcpp-9.8.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "gone")])
    assert (versions()["pcpp"], versions()["z3"]) == ("9.8", "")


def test_nothing_large_is_imported_for_them() -> None:
    code = "import sys; from cudabmc.version import versions; versions(); print('email' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
