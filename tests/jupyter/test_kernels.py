"""The magic in real kernels: Jupyter's own, and one with a shell of its own and cells without names, as on Colab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.notebook_texts import cell, notebook
from tests.rule_folders import ROOT

MODEL = "import torch\ntorch.manual_seed(0)\nmodel = torch.nn.Linear(4, 2)\nrows = [torch.ones(3, 4)] * 6"
SUMS = "t = 0\nfor x in rows:\n    y = model(x).sum()\n    y.backward()\n    t += y"
# The kernel of a service: its shell is a class of its own, and is given no names of cells.
HOSTED = """\
from ipykernel.ipkernel import IPythonKernel
from ipykernel.zmqshell import ZMQInteractiveShell
from traitlets import Type

class Shell(ZMQInteractiveShell):
    def run_cell_async(self, raw_cell, *args, cell_id=None, **more):
        return super().run_cell_async(raw_cell, *args, **more)

class Kernel(IPythonKernel):
    shell_class = Type(Shell)
"""
EXECUTE = """\
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read("a.ipynb", 4)
NotebookClient(notebook, kernel_name="tried").execute()
nbformat.write(notebook, "a.ipynb")
"""


@pytest.mark.torch
@pytest.mark.parametrize("kernel", ["ipykernel.ipkernel.IPythonKernel", "hosted.kernel.Kernel"])
def test_findings_and_verdicts_are_shown(kernel: str, tmp_path: Path) -> None:
    cells = ["%load_ext torchlint", MODEL, f"%%torchlint --verify\n{SUMS}", "%torchlint"]
    ran = execute(tmp_path, kernel, *cells)
    assert ran[0] == ran[1] == []
    for outputs, is_observed in ((ran[2], True), (ran[3], False)):
        (shown,) = (output["data"] for output in outputs if output["output_type"] == "display_data")
        text = "".join(shown["text/plain"])
        assert ("CONFIRMED" in text) == is_observed
        assert "In:cell 3:6:5" in text
        assert '<mark class="span">t += y</mark>' in "".join(shown["text/html"])


def execute(folder: Path, kernel: str, *cells: str) -> list[list[dict[str, Any]]]:
    """The outputs of cells that such a kernel has run."""
    (folder / "hosted").mkdir()
    (folder / "hosted/kernel.py").write_text(HOSTED)
    command = [
        sys.executable,
        "-m",
        "ipykernel_launcher",
        "-f",
        "{connection_file}",
        f"--IPKernelApp.kernel_class={kernel}",
    ]
    place = folder / "jupyter/kernels/tried"
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "tried", "language": "python"}))
    (folder / "a.ipynb").write_bytes(notebook(*(cell(text, id=f"c{at}") for at, text in enumerate(cells))))
    (folder / "execute.py").write_text(EXECUTE)
    own = {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))),
        "JUPYTER_PATH": str(folder / "jupyter"),
        "IPYTHONDIR": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    ran = subprocess.run(
        [sys.executable, "execute.py"], cwd=folder, env=os.environ | own, check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return [one["outputs"] for one in json.loads((folder / "a.ipynb").read_text())["cells"]]
