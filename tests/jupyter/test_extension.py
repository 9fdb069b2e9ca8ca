"""The magic in a real shell of IPython, which a process of its own runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
# Runs the cells of a file, and tells where each begins.
RUNS = """\
import json, sys
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

config = Config()
config.HistoryManager.hist_file = ":memory:"
config.InteractiveShell.colors = "NoColor"
shell = InteractiveShell.instance(config=config)
for number, cell in enumerate(json.load(open("cells.json")), 1):
    print(f"--- {number}")
    shell.run_cell(cell, store_history=True)
"""
SUMS = "t = 0\nfor x in rows:\n    y = model(x).sum()\n    y.backward()\n    t += y"
ZEROS = """\
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(9):
    optimizer.zero_grad()
    (model(rows[0]) * 0).sum().backward()  # here
    optimizer.step()"""
SILENCED = ZEROS.replace("# here", "# torchlint: ignore[gradients-all-zero]")
MODEL = "import torch\ntorch.manual_seed(0)\nmodel = torch.nn.Linear(4, 2)\nrows = [torch.ones(3, 4)] * 6"


def shown(folder: Path, *cells: str, under: tuple[str, ...] = ()) -> list[list[str]]:
    """What each cell has shown, in lines; the process may run `under` another command."""
    (folder / "cells.json").write_text(json.dumps(cells))
    (folder / "runs.py").write_text(RUNS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(folder), "IPYTHONDIR": str(folder)}
    command = [*under, sys.executable, "runs.py"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert ran.returncode == bool(under), ran.stderr  # what is confirmed fails the run around it
    return [part.splitlines()[1:] for part in ran.stdout.split("--- ")[1:]]


def test_cells_are_checked_and_observed(tmp_path: Path) -> None:
    said = shown(
        tmp_path,
        "%load_ext torchlint",
        "%%torchlint\nimport sys\n'torch' in sys.modules",
        MODEL,
        f"%%torchlint --output-format concise\n{SUMS}\nlen(rows)",
        f"%%torchlint --verify --output-format concise\n{SUMS}\nlen(rows)",
        f"{SUMS}\n'plain'",
        "%torchlint --verify 2 --output-format concise",
        "def late(model, rows):\n    " + SUMS.replace("\n", "\n    ") + "\n    return t",
        "if late(model, rows) is None:\n    " + SUMS.replace("\n", "\n    "),
        "%%torchlint --verify\n1 / 0",
        "%torchlint --wrong",
        "%torchlint --verify 5",
        "model",
        "%torchlint --verify 0",
        "%torchlint --output-format concise",
        "%unload_ext torchlint",
        f"{SUMS}\n'plain'",
        "%load_ext torchlint",
        f"%%torchlint --verify --output-format concise\n{SUMS}",
        f"%%torchlint --verify --output-format concise\n{ZEROS}",
        f"%%torchlint --verify --output-format concise\n{SILENCED}",
    )
    assert said[0] == []
    assert said[1] == ["torchlint: All checks passed!", "Out[2]: False"]  # linting does not import torch
    (found, shown_last) = said[3]
    assert found.startswith("In:cell 4:6:5: error[loss-accumulates-graph]")
    assert "[CONFIRMED" not in found
    assert shown_last == "Out[4]: 6"
    (shown_last, found, counts) = said[4]
    assert shown_last == "Out[5]: 6"
    assert found.startswith("In:cell 5:6:5: error[loss-accumulates-graph]")
    assert found.endswith("KB/step]")
    assert "[CONFIRMED retained" in found
    assert counts == "torchlint: 1 confirmed, 0 refuted, 0 not reached, 0 undecided."
    assert said[5] == ["Out[6]: 'plain'"]
    assert said[6] == said[7] == []
    assert said[8][-1] == "torchlint: 1 confirmed, 0 refuted, 1 not reached, 0 undecided."
    assert said[8][0].startswith("In:cell 8:6:9: error[loss-accumulates-graph]")
    assert "[CONFIRMED" in said[8][0]
    assert said[8][1].endswith("[NOT REACHED]")
    assert "ZeroDivisionError" in "".join(said[9])
    assert said[9][-1] == "torchlint: All checks passed!"
    assert said[10][0].startswith("torchlint: unknown option `--wrong`")
    assert said[11] == []
    assert said[13] == ["torchlint: All checks passed!"]
    places = ["4:6:5", "5:6:5", "6:5:5", "8:6:9", "9:6:9"]
    assert [line.split(": ")[0] for line in said[14]] == [f"In:cell {place}" for place in places]
    assert said[16] == ["Out[17]: 'plain'"]
    assert "[CONFIRMED" in said[18][0]
    assert said[19][0].startswith("In:cell 20:5:5: warning[gradients-all-zero]")  # which only its run shows
    assert said[20] == ["torchlint: All checks passed!"]


def test_a_kernel_that_is_observed_from_outside_is_left_to_it(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(f"{MODEL}\n{SUMS}\n")
    under = (sys.executable, "-m", "torchlint", "sums.py", "--output-format", "concise", "--verify", "--")
    said = shown(
        tmp_path, "%load_ext torchlint", f"%%torchlint --verify\n{MODEL}\nlen(rows)", "%run sums.py", under=under
    )
    assert said[1][0].startswith("torchlint: this kernel already runs under")
    assert said[1][1] == "Out[2]: 6"
    assert any("CONFIRMED" in line for line in said[2])


def test_rules_and_symptoms_are_explained(tmp_path: Path) -> None:
    said = shown(
        tmp_path,
        "%load_ext torchlint",
        "%torchlint --explain missing-zero-grad",
        "%torchlint explain loss is NaN",
        "%torchlint --explain missing-zero-gradd",
        "%%torchlint --explain missing-zero-grad\n1",
    )
    assert said[1][0] == "# missing-zero-grad"
    assert said[2][0] == "# The loss is NaN or infinite"
    assert said[3] == ["torchlint: explain: unknown rule 'missing-zero-gradd' (did you mean 'missing-zero-grad'?)"]
    assert said[4][0] == "torchlint: `%torchlint --explain` is a line of its own, with one `%`"
