"""docs/adopting.md and docs/configuration.md: their commands do what they say, in the order of the page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.command import run, told
from tests.git_trees import commit, git, write
from tests.rule_folders import ROOT
from tests.snippets import snippet, snippets
from torchlint.cli import main

BAD = "import torch\n\nx = torch.ones(3)\nx.cuda()\n"
FOUND = ["a.py:4:1 discarded-tensor-op"]


def commands(page: str) -> list[list[str]]:
    """The arguments of each torchlint command in the shell blocks of a page."""
    texts = [one.body for one in snippets(page) if one.language == "sh"]
    lines = [line.removeprefix("exec ") for text in texts for line in text.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("torchlint ")]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))


def test_adopting() -> None:
    baseline, reason, folders, owners, history, since, staged, hook, comments, why_not = commands("adopting.md")
    git("init")
    commit(src__a=BAD)
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert run(*baseline).status == 0
    assert told() == FOUND
    Path("torchlint.toml").write_text(snippet("adopting.md", "A baseline: accept existing findings", "toml"))
    assert told() == []
    write(src__legacy__b=BAD)
    assert run(*reason).status == 0
    assert '"reason": "until the old trainer is gone"' in Path(".torchlint-baseline.json").read_text()
    assert run(*folders).out.splitlines()[:2] == [
        f"1\t{place}: 1 discarded-tensor-op" for place in ("src", "src/legacy")
    ]
    assert run(*owners).out.startswith("2\t(no owner): 2 discarded-tensor-op\n")
    assert run(*history).out.startswith(".torchlint-baseline.json: 2 accepted\n")
    Path("src/legacy/b.py").unlink()
    Path("torchlint.toml").unlink()
    assert run(*since, "--output-format", "json").told == []
    write(src__b=BAD)
    assert run(*since, "--output-format", "json").told == ["b.py:4:1 discarded-tensor-op"]
    write(src__a=BAD + "print(x)\n")
    git("add", "src/a.py")
    assert run(*staged, "--output-format", "json").told == FOUND
    assert run(*hook).status == 0
    assert run(*comments).status == 0
    assert told() == []
    assert (
        Path("src/b.py")
        .read_text()
        .endswith("x.cuda()  # torchlint: ignore[discarded-tensor-op] -- before torchlint came\n")
    )
    write(train="import torch\n" + "\n" * 23 + "loss = torch.ones(3).sum()\n")
    assert "Nothing on this line is what the rule looks for" in run(*why_not).out


def test_configuration() -> None:
    make, try_, trust, *_ = commands("configuration.md")
    assert run(*make).status == 0
    assert run(*try_).status == 1, "three lines are to be filled in"
    Path("torchlint.toml").write_text(snippet("configuration.md", "Keys", "toml"))
    assert run(*trust).out.startswith("trusted ")
    write(src__a=BAD)
    run("--write-baseline")
    assert (run().status, run().err) == (0, "")


@pytest.mark.parametrize("page", ["docs/adopting.md", "docs/configuration.md"])
def test_every_option_exists(page: str) -> None:
    options = {name for parameter in main.params for name in (*parameter.opts, *parameter.secondary_opts)}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", (ROOT / page).read_text(encoding="utf-8"))) <= options
