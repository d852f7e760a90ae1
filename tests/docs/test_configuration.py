"""The YAML that pages show, and that of the site, is what other programs take."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from page_blocks import PAGES, ROOT, blocks, name_of

SHOWN = [
    pytest.param(block.text, id=f"{name_of(page)}:{block.line}")
    for page in PAGES
    for block in blocks(page.read_text())
    if block.kind == "yaml"
]


def refused(schema: str, file: Path) -> str:
    """What check-jsonschema says against a file; it carries the schemas of other programs."""
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.stdout + run.stderr if run.returncode else ""


@pytest.mark.parametrize("text", SHOWN)
def test_a_file_that_a_page_shows_is_yaml_and_a_workflow_is_one_of_github(text: str, tmp_path: Path) -> None:
    shown = yaml.safe_load(text)
    if isinstance(shown, dict) and "jobs" in shown:
        (tmp_path / "workflow.yml").write_text(text)
        assert refused("vendor.github-workflows", tmp_path / "workflow.yml") == ""


def test_read_the_docs_takes_its_file() -> None:
    assert refused("vendor.readthedocs", ROOT / ".readthedocs.yaml") == ""


@pytest.mark.long
def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text("version: 2\nbuild: {os: dos}\n")
    assert "dos" in refused("vendor.readthedocs", tmp_path / "wrong.yaml")
