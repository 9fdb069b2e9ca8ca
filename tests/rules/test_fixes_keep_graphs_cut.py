"""No fix takes away what cuts a graph: where `.item()` or `float()` goes, `.detach()` comes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, name_of
from torchlint.files.source import Source
from torchlint.files.splice import Splice, prepared
from torchlint.fixing import fix
from torchlint.lint import check
from torchlint.pack import builtin_rules

_RULES = builtin_rules()
_METHODS = frozenset(("item", "tolist", "numpy", "detach", "detach_"))
_BUILTINS = frozenset(("float", "int", "bool"))  # of a tensor, its number; of a text, as in `float("-inf")`, no cut
# A seed that another seed replaces is no number of a tensor.
OF_SEEDS = "worker_init_fixed_seed"
FIXING = [
    folder
    for folder in FOLDERS
    if folder.name != OF_SEEDS and "Fix(" in (folder / "rule.py").read_text(encoding="utf-8")
]


def cuts(text: str) -> int:
    """How many calls in a text take numbers out of a tensor, or the tensor out of its graph."""
    return sum(_cuts(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))


def _cuts(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in _METHODS
    is_of_text = any(isinstance(argument, ast.Constant) for argument in call.args)
    return isinstance(call.func, ast.Name) and call.func.id in _BUILTINS and not is_of_text


def assert_graphs_stay_cut(text: str, rule: str) -> int:
    """Each fix of a rule leaves as many cuts as there were; how many fixes that were."""
    found = [one for one in check(Source("a.py", text), (_RULES[rule],)).findings if one.fix is not None]
    for finding in found:
        assert finding.fix is not None
        after = Splice([prepared(finding.fix.edits, "\n")]).applied_to(text)
        assert cuts(after) >= cuts(text), f"{finding.message}\n{after}"
    return len(found)


@pytest.mark.parametrize("folder", FIXING, ids=lambda folder: folder.name)
def test_fixes_of_a_rule(folder: Path) -> None:
    programs = [folder / "bad.py", *sorted((folder / "cases").glob("*.py"))]
    texts = [program.read_text(encoding="utf-8") for program in programs]
    assert sum(assert_graphs_stay_cut(text, name_of(folder)) for text in texts)


FETCHED = """
import torch
from torch import nn

device = torch.device("cuda")
model = nn.Linear(4, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(loader: torch.utils.data.DataLoader):
    total = 0.0
    for inputs, targets in loader:
        optimizer.zero_grad()
        outputs = model(inputs.to(device))
        loss = nn.functional.mse_loss(outputs, targets.to(device))
        loss.backward()
        optimizer.step()
        total += {added}
    return total
"""


@pytest.mark.parametrize(
    "added",
    [
        "loss.item()",
        "loss.item() * len(inputs)",
        "loss.detach().item()",
        "(outputs > 0).sum().item()",
        "outputs.detach().mean().item()",
        "float(loss)",
        "loss.cpu().item()",
        "loss.data.item()",
        "loss.tolist()",
    ],
)
def test_a_number_that_each_step_fetches(added: str) -> None:
    text = FETCHED.format(added=added)
    is_fixed = assert_graphs_stay_cut(text, "sync-in-hot-loop")
    assert bool(is_fixed) == (".item()" in added)


@pytest.mark.parametrize(
    ("added", "becomes"),
    [
        ("loss.item()", "loss.detach()"),
        ("(loss + 1).item()", "(loss + 1).detach()"),
        ("loss.cpu().item()", "loss.detach()"),  # a copy to the host waits itself
        ("loss.cpu().item() * 2", "loss.detach() * 2"),
        ("(loss + 1).to('cpu').item()", "(loss + 1).detach()"),
    ],
)
def test_a_sum_of_numbers_becomes_one_of_detached_tensors(added: str, becomes: str) -> None:
    text = (
        "import torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader\n\n\n"
        "def train(model: nn.Module, loader: DataLoader, optimizer, criterion):\n"
        "    total = 0.0\n    model.cuda()\n    for x, y in loader:\n        optimizer.zero_grad()\n"
        "        loss = criterion(model(x.cuda()), y.cuda())\n        loss.backward()\n        optimizer.step()\n"
        f"        total += {added}\n    return total\n"
    )
    done = fix(Source("a.py", text), [_RULES["sync-in-hot-loop"]], unsafe=True, fixable=lambda rule: True)
    assert not done.rolled_back
    assert f"        total += {becomes}\n" in done.checked.source.text
