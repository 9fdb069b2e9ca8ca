"""Live cells, their fixes, and what is shown of them, without a kernel."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from tests.html_tree import parsed
from torchlint.jupyter.cell_check import CellChecker
from torchlint.jupyter.extension import Extension
from torchlint.jupyter.history import History, LiveCell
from torchlint.jupyter.html import findings_html
from torchlint.verdict import Judgement, Verdict

MODEL = "import torch\nmodel = torch.nn.Linear(4, 2)\nrows = [torch.ones(3, 4)] * 6"
SUMS = "t = 0\nfor x in rows:\n    y = model(x).sum()\n    y.backward()\n    t += y"
FIXED = SUMS.replace("t += y", "t += y.detach()")


@dataclass
class Shell:
    """What the extension uses of a shell."""

    input_hist_raw: list[str] = field(default_factory=lambda: [""])
    next_input: list[tuple[str, bool]] = field(default_factory=list)
    published: list[dict[str, str]] = field(default_factory=list)
    kernel: object = None

    @property
    def history_manager(self) -> Shell:
        return self

    @property
    def display_pub(self) -> Any:
        return SimpleNamespace(publish=self.published.append)

    def set_next_input(self, text: str, replace: bool = False) -> None:
        self.next_input.append((text, replace))

    def run(self, extension: Extension, cell: str, cell_id: str | None = None) -> None:
        """Run a cell as IPython does, but for its code."""
        extension.before(SimpleNamespace(raw_cell=cell, cell_id=cell_id, store_history=True))
        self.input_hist_raw.append(cell)
        if cell.startswith("%torchlint"):
            extension.line(cell.removeprefix("%torchlint"))


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return Shell()


def test_a_cell_that_ran_again_replaces_what_it_was() -> None:
    shell = Shell()
    history = History(shell)
    for cell, cell_id in (("a = 1", "one"), ("b = 1", "two"), ("a = 2", "one"), ("c = 1", None), ("c = 1", None)):
        history.note(SimpleNamespace(cell_id=cell_id, store_history=True))
        shell.input_hist_raw.append(cell)
    assert history.before(3) == [LiveCell(2, "b = 1")]  # what ran before the third one, which is about to run
    assert history.before(6) == [LiveCell(2, "b = 1"), LiveCell(3, "a = 2"), LiveCell(5, "c = 1")]


def test_an_edited_cell_is_reported_as_it_is_now(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    extension = Extension(shell)
    for cell, cell_id in ((MODEL, "one"), (SUMS, "two"), (f"{SUMS}  # later", "two")):
        shell.run(extension, cell, cell_id)
    shell.run(extension, "%torchlint --output-format concise")
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("In:cell 3:5:5: error[loss-accumulates-graph]")


def test_a_cell_is_fixed_in_its_place(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    extension = Extension(shell)
    shell.run(extension, MODEL)
    shell.run(extension, f"%%torchlint --fix\n{SUMS}")
    assert shell.next_input == [(f"%%torchlint\n{FIXED}", True)]
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "In [2]"
    assert said[-3:] == [
        "-    t += y",
        "+    t += y.detach()",
        "torchlint: this cell has the fixed code now; run it to use it",
    ]
    shell.run(extension, f"%%torchlint --fix\n{FIXED}")
    assert capsys.readouterr().out == "torchlint: All checks passed!\n"
    shell.run(extension, f"%%torchlint --fix 3\n{FIXED}")
    assert "takes no number" in capsys.readouterr().out
    assert len(shell.next_input) == 1


def test_an_earlier_cell_is_fixed_in_a_new_one(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    extension = Extension(shell)
    for cell in (MODEL, SUMS, f"{SUMS}  # again", "%torchlint --fix"):
        shell.run(extension, cell)
    assert shell.next_input == [(f"{FIXED}  # again", False)]
    said = capsys.readouterr().out
    assert "the fixed code of In [3] is in the next cell; run it to use it\n" in said
    assert said.endswith("other cells have fixes as well: `%torchlint --fix 2`\n")
    shell.run(extension, "%torchlint --fix 2")
    assert shell.next_input[1:] == [(FIXED, False)]
    capsys.readouterr()
    shell.run(extension, "%torchlint --fix 9")
    assert "there is no live cell 9" in capsys.readouterr().out
    shell.input_hist_raw[1:] = [MODEL]
    shell.run(extension, "%torchlint --fix")
    assert capsys.readouterr().out == "torchlint: there is nothing to fix\n"


def test_a_notebook_is_shown_html_and_a_console_text(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    shell.kernel = object()
    extension = Extension(shell)
    shell.run(extension, MODEL)
    shell.run(extension, f"%%torchlint\n{SUMS}")
    shell.run(extension, "%torchlint --fix")
    (shown, patch) = shell.published
    assert "--> In:cell 2:6:5 (the cell begins with `" in shown["text/plain"]
    assert '<mark class="span">t += y</mark>' in shown["text/html"]
    assert '<span class="added">+    t += y.detach()</span>' in patch["text/html"]
    assert "+    t += y.detach()\n" in patch["text/plain"]
    capsys.readouterr()
    shell.run(extension, f"%%torchlint --output-format concise\n{SUMS}")
    assert capsys.readouterr().out.startswith("In:cell 4:6:5: error[loss-accumulates-graph]")
    assert len(shell.published) == 2


@pytest.mark.usefixtures("shell")
def test_html_says_what_the_text_says_and_nothing_of_the_code_is_markup() -> None:
    checker = CellChecker()
    hostile = "</pre></style><script>alert(1)</script><img src=x onerror=alert(1)> \x1b[31m \u202e"
    result = checker.check_last([LiveCell(1, MODEL), LiveCell(2, f"{SUMS}  # {hostile}")])
    (finding,) = result.findings
    result.verdicts[finding] = Judgement(Verdict("confirmed", f"it holds {hostile}"))  # type: ignore[index]
    html = findings_html([result], checker.session.catalog)
    tree = parsed(html)
    assert {"script", "img"}.isdisjoint(each.name for each in tree.walk())
    assert "\x1b" not in html
    assert "\u202e" not in html
    text = tree.text
    for said in (
        "In [2], line 5, column 5",
        "alert(1)",
        "CONFIRMED",
        "%torchlint --fix 2",
        "the graph comes from here",
    ):
        assert said in text
    code = tree.one("pre")
    assert code.text.count("\n") == 3  # rows are rows without the style sheet too
