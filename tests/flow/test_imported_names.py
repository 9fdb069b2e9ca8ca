"""What imported names mean on each way through a program, and in a package that imports its own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in

NET = """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)
"""
ONE_WAY = """
import sys

from net import Net

if len(sys.argv) > 1:
    print(Net())
reveal(Net)
reveal(Net())
"""
IN_A_LOOP = """
from net import Net

for path in ("a", "b"):
    if path == "a":
        print(Net())
    else:
        print(path)
    reveal(Net())
"""
EITHER = """
import sys

if len(sys.argv) > 1:
    from net import Net
else:
    from other import Net
reveal(Net)
reveal(Net()(x))
"""
IN_A_FUNCTION = """
def made(name):
    if name == "net":
        from net import Net
    else:
        from other import Net
    reveal(Net())
"""


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (ONE_WAY, ["class, Net", "module, Net"]),
        (IN_A_LOOP, ["module, Net"]),
        (EITHER, ["choice", "tensor, grad"]),
        (IN_A_FUNCTION, ["module, either"]),
    ],
)
def test_a_name_means_the_same_where_only_one_way_has_used_it(tmp_path: Path, program: str, said: list[str]) -> None:
    found = reveals_in(tmp_path, program, net=NET, other=NET)
    assert [one.found for one in found] == said


@pytest.mark.parametrize("written", ["from nets.small import net", "from . import net", "import nets.small.net as net"])
def test_a_package_that_imports_its_own_file_by_its_whole_name(tmp_path: Path, written: str) -> None:
    package = f"{written}\n\n\ndef built():\n    return net.Net()\n"
    program = "from nets.small import built\n\nreveal(built())\n"
    (tmp_path / "nets").mkdir()
    files = {"nets/__init__": "", "nets/small/__init__": package, "nets/small/net": NET}
    (found,) = reveals_in(tmp_path, program, **files)
    assert found.found == "module, Net"


def test_a_file_that_imports_its_own_name_means_the_library(tmp_path: Path) -> None:
    program = "import optuna\n\nreveal(optuna)\n"
    (found,) = reveals_in(tmp_path, program, name="optuna")
    assert found.found == "external, optuna"
