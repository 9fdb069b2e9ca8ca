"""Options of single rules: what the configuration may say, and what comes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import run, told
from tests.rule_folders import ROOT
from torchlint.pack import builtin_rules
from torchlint.rule import Rule, options_of, rule
from torchlint.run_rules import Sighting

RULE = '''\
from torchlint import File, Findings, finding, rule


@rule(group="memory", severity="warning", options={"most_elements": "How many elements are fine."})
def check(file: File, *, most_elements: int = 100) -> Findings:
    """A large tensor takes memory."""
    for call in file.calls("torch.zeros"):
        if int(call.argument(0, "size").code) > most_elements:
            yield finding(call, f"`{call}` has more than {most_elements} elements")
'''
CODE = "import torch\nsmall = torch.zeros(50)\nlarge = torch.zeros(500)\n"
BOTH, LARGE = ["train.py:2:9 large-tensor", "train.py:3:9 large-tensor"], ["train.py:3:9 large-tensor"]
WITH_OPTIONS = [each for each in builtin_rules().values() if each.options]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    Path("pack/large_tensor").mkdir(parents=True)
    Path("pack/large_tensor/rule.py").write_text(RULE)
    Path("train.py").write_text(CODE)
    Path("torchlint.toml").write_text('packs = ["pack"]\nselect = ["large-tensor"]\n')
    assert run("--trust").status == 0
    return tmp_path


def configure(text: str) -> None:
    Path("torchlint.toml").write_text(f'packs = ["pack"]\nselect = ["large-tensor"]\n{text}')


def test_an_option_changes_what_is_found_also_from_the_cache() -> None:
    for _ in range(2):
        assert told("train.py") == LARGE
    configure("[options.large-tensor]\nmost-elements = 10\n")
    for _ in range(2):
        assert told("train.py") == BOTH
    assert told("train.py", "--config", "options.large-tensor.most-elements = 1000") == []
    assert told("train.py") == BOTH


def test_the_settings_show_options() -> None:
    configure("[options.large-tensor]\nmost-elements = 10\n")
    assert "options = { large-tensor = { most-elements = 10 } }  # torchlint.toml" in run("--show-settings").out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[options.lage-tensor]\nx = 1", "3:2: unknown rule 'lage-tensor' (did you mean 'large-tensor'?)"),
        ("[options.large-tensor]\nmost = 1", "4:1: 'large-tensor' has no option 'most'"),
        (
            "[options.large-tensor]\nmost-elements = 1.5",
            "4:1: 'most-elements' of 'large-tensor' must be a whole number",
        ),
        ("[options.large-tensor]\nmost-elements = true", "4:1: 'most-elements' of 'large-tensor' must be a number"),
        ("[options.large-tensor]\nmost-elements = -1", "4:1: 'most-elements' of 'large-tensor' must not be negative"),
        ("[options.cat-in-loop]\nmost = 1", "4:1: 'cat-in-loop' has no option 'most'; it has no options"),
        ("[options]\nlarge-tensor = 1", "4:1: 'large-tensor' in 'options' must be a table of options"),
        ("options = 1", "3:1: 'options' must be a table that maps rules to tables of options"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    configure(f"{text}\n")
    for _ in range(2):  # the second time with the cached metadata of the rules
        ran = run("train.py")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"error: torchlint.toml:{message}")


@pytest.mark.parametrize("one", WITH_OPTIONS, ids=lambda one: one.name)
def test_the_page_of_a_rule_lists_its_options(one: Rule) -> None:
    page = (ROOT / "rules" / one.name.replace("-", "_") / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| ([\d.]+) \| .+ \|$", page, flags=re.MULTILINE)
    assert rows == [(option.name, str(option.default)) for option in one.options]
    assert f"`[options.{one.name}]`" in page


def test_a_rule_that_judges_a_run_takes_its_options() -> None:
    waits = builtin_rules()["loop-waits-for-loader"]
    facts = {"share": 0.3, "batches": 20, "waited": 4.0, "is_judged": False, "workers": 0}
    seen = [Sighting("process 1", facts)]
    assert waits.judge is not None
    assert "more than a quarter of its time" in waits.judge(seen).message
    assert waits.judge(seen, share=0.4) is None
    assert "more than 20% of its time" in waits.judge(seen, share=0.2).message
    assert waits.judge(seen, seconds=5.0) is None


def test_a_declaration_has_to_fit_the_function() -> None:
    def check(file: object, *, fewest: int = 3) -> None: ...

    assert [(one.name, one.default) for one in options_of(check, {"fewest": "How many."})] == [("fewest", 3)]
    for says in ({"most": "How many."}, {}):
        with pytest.raises(ValueError, match="options are keyword parameters"):
            options_of(check, says)
    check.__doc__ = "A summary."
    with pytest.raises(ValueError, match="options are keyword parameters"):
        rule(group="memory", severity="info", options={"most": "How many."})(check)  # type: ignore[arg-type]
