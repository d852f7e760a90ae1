"""What is published: a wheel with all that a run needs, and an sdist that has pages, tests and history, too."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
import yaml

from cudabmc.properties import PROPERTIES
from cudabmc.version import __version__

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both, made from the files that git knows."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("dist")
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True)
    if listed.returncode:
        pytest.skip("this is no checkout of git")
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    return out


@pytest.mark.long
def test_the_sdist_has_what_a_distributor_needs(made: Path) -> None:
    (path,) = made.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"CHANGELOG.md", "LICENSE", "README.md", "mkdocs.yml", "docs/tutorial.md", "docs/report.schema.json"}
    assert wanted | {"tests/conftest.py", "configs/smoke.yaml", "benchmarks/textbook/vector_add.cu"} <= names
    assert not [name for name in names if "__pycache__" in name]


@pytest.mark.long
def test_the_wheel_has_all_files_of_the_packages_and_says_its_licence(made: Path) -> None:
    (path,) = made.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        information = Parser().parsestr(archive.read(f"cudabmc-{__version__}.dist-info/METADATA").decode())
    assert information["License-Expression"] == "Apache-2.0" and information["License-File"] == "LICENSE"
    listed = subprocess.run(["git", "ls-files", "cudabmc", "opmodels"], cwd=ROOT, capture_output=True, text=True)
    files = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    pages = {f"cudabmc/properties/pages/{prop}.md" for prop in PROPERTIES}  # behind a link
    assert (files | pages) - names == set()


def test_the_recipe_for_conda_agrees_with_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text())
    needed = [re.sub(r"(?<=[\w-])(?=[<>])", " ", word, count=1) for word in project["project"]["dependencies"]]
    assert recipe["requirements"]["run"] == [f"python {project['project']['requires-python']}", *needed]
    assert recipe["requirements"]["host"][2:] == [
        re.sub(r"(?=[<>])", " ", word, count=1) for word in project["build-system"]["requires"]
    ]
    assert recipe["build"]["python"]["entry_points"] == [
        f"{name} = {call}" for name, call in project["project"]["scripts"].items()
    ]
    assert recipe["context"]["version"] == __version__
    assert recipe["about"]["license"] == project["project"]["license"]
    assert recipe["about"]["summary"] == project["project"]["description"]
