"""Code of other files that calls what a file defines is run, and that which only speaks of it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flow.test_reveal import reveals_in
from torchlint.binding.scopes import SourceUnit
from torchlint.flow import call_graph, fixpoint
from torchlint.flow.import_binding import run_top_level
from torchlint.flow.state import Interpreter
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.project.project_files import ProjectFiles
from torchlint.reading import read_source, text_of
from torchlint.rule import Rule
from torchlint.syntax import tree

NET = """
class Evaluator:
    def __call__(self, model, x):
        return model(x)
"""
MANY = 80


def opened(folder: Path, **texts: str) -> set[str]:
    """The files that are looked into when `net.py` is read, of a project with these; by their names."""
    return {Path(unit.place).stem for unit in read(folder, "net", {"net": NET, **texts}).units} - {"net"}


def read(folder: Path, name: str, texts: dict[str, str]) -> fixpoint.Analysis:
    """What is known of one file of a project with these."""
    for stem, text in texts.items():
        (folder / f"{stem}.py").write_text(text, encoding="utf-8")
    files = [str(path) for path in sorted(folder.glob("*.py"))]
    project_files = ProjectFiles(str(folder), lambda place: Path(place).read_text(encoding="utf-8"), lambda: files)
    place = str(folder / f"{name}.py")
    syntax = project_files.tree(place)
    assert syntax is not None
    return fixpoint.analyse(syntax, place, project_files)


@pytest.mark.parametrize(
    "made",
    [
        "from net import Evaluator\n\nevaluate = Evaluator()\nevaluate(model, x)\n",
        "from net import Evaluator as E\n\nE()(model, x)\n",
        "import net\n\nnet.Evaluator ()(model, x)\n",
        "from net import Evaluator\n\n\nclass Special(Other, Evaluator):\n    pass\n",
    ],
)
def test_a_file_that_makes_an_object_of_a_class_is_run(tmp_path: Path, made: str) -> None:
    assert opened(tmp_path, run=made) == {"run"}


@pytest.mark.parametrize(
    "named",
    [
        'from net import Evaluator\n\nTABLE = {"plain": Evaluator}\n',
        "from net import Evaluator\n\n__all__ = [Evaluator.__name__]\n",
        "from net import Evaluator\n\n\ndef names():\n    return [Evaluator, Other]\n",
    ],
)
def test_a_file_that_only_names_the_class_is_not(tmp_path: Path, named: str) -> None:
    assert opened(tmp_path, table=named) == set()


def test_a_caller_that_names_everything_there_is_does_not_have_all_of_it_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call_graph, "_LEAST_WORK", 400)
    looked_into = opened(tmp_path, **table_of_many())
    assert "run" in looked_into
    assert len(looked_into) < MANY


def test_a_name_that_was_asked_for_in_vain_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = f"from helper import help_out\n{NET}\n        return help_out(x)\n\n\ndef later(x):\n    return help_out(x)\n"
    net = net.replace("return model(x)", "model(x)")
    monkeypatch.setattr(call_graph, "_LEAST_WORK", 400)
    assert "helper" in opened(tmp_path, net=net, helper="def help_out(x):\n    return x\n", **table_of_many())


@pytest.mark.parametrize(
    "handed_on",
    [
        "def outer(model, loader):\n    inner(model, loader)\n",
        "def outer(model, loader):\n    inner(loader=loader, model=model)\n",
        "def outer(parts, loader):\n    inner(parts.model, loader)\n",
        "def outer(model, loader):\n    between(model)\n\n\ndef between(model):\n    inner(model, [1])\n",
        "def outer(model, loader):\n    model = model.to('cpu')\n    inner(model, loader)\n",
    ],
)
def test_who_calls_a_function_that_only_hands_on_is_run(tmp_path: Path, handed_on: str) -> None:
    net = f"{handed_on}\n\ndef inner(model, loader):\n    for x in loader:\n        model(x)\n"
    assert opened(tmp_path, net=net, run="from net import outer\n\nouter(make(), load())\n") == {"run"}


def test_who_hands_on_to_an_object_that_calls_it_is_run(tmp_path: Path) -> None:
    net = f"{NET}\n\ndef outer(model, x):\n    return Evaluator()(model, x)\n"
    assert opened(tmp_path, net=net, run="from net import outer\n\nouter(make(), 1)\n") == {"run"}


def test_who_calls_what_never_runs_what_it_is_given_is_not(tmp_path: Path) -> None:
    net = "def outer(text):\n    return inner(text)\n\n\ndef inner(text):\n    return text.strip()\n"
    assert opened(tmp_path, net=net, run="from net import outer\n\nouter('a')\n") == set()


def test_who_takes_a_file_of_the_same_package_is_no_user_of_what_the_package_hands_on(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("from pack.engine import run\n", encoding="utf-8")
    (package / "engine.py").write_text("def run(model, x):\n    return model(x)\n", encoding="utf-8")
    (package / "words.py").write_text("def words():\n    return []\n", encoding="utf-8")
    (tmp_path / "uses.py").write_text("from pack import run\n\nrun(make(), 1)\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("from pack import words\n\nother.run(words.words())\n", encoding="utf-8")
    files = sorted(map(str, tmp_path.glob("**/*.py")))
    project_files = ProjectFiles(str(tmp_path), lambda place: Path(place).read_text(encoding="utf-8"), lambda: files)
    assert project_files.users(str(package / "engine.py")) == [str(tmp_path / "uses.py")]


LONG = " + ".join(f"{n} * {n}" for n in range(40))
HELPERS = "".join(f"def helper_{n}(x):\n    offset = {LONG}\n    return float(x) + offset\n\n\n" for n in range(60))


@pytest.mark.parametrize("order", [range(60), range(59, -1, -1)], ids=["forth", "back"])
def test_what_one_helper_gives_is_known_however_many_were_called_before(tmp_path: Path, order: range) -> None:
    names = [f"helper_{number}" for number in order]
    text = f"from helpers import {', '.join(names)}\n\n" + "".join(f"{name}(loss)\n" for name in names)
    analysis = read(tmp_path, "train", {"train": text, "helpers": HELPERS})
    given = {node: value.kind for node, value in analysis.facts.values.items() if isinstance(node, tree.Call)}
    assert [kind for node, kind in given.items() if tree.last_part(node.func) in names] == ["number"] * 60


SCORES = """
def report(model, loader):
    return len(scores(model, loader))


def scores(model, loader):
    model.eval()
    return [model(x).argmax(1) for x in loader]
"""
PROGRAM = """import torch
from torch import nn
from torch.utils.data import DataLoader

from scores import report

net = nn.Sequential(nn.Linear(4, 2), nn.Dropout())
loader = DataLoader(torch.randn(16, 4), batch_size=4)
{with_or_without}
    print(report(net, loader))
"""


@pytest.mark.parametrize("wrong", range(9))
def test_which_caller_comes_first_does_not_matter(tmp_path: Path, wrong: int) -> None:
    """One of nine programs forgets to turn gradients off, whichever its name is, and however they are listed."""
    ways = ["with torch.no_grad():"] * 9
    ways[wrong] = "if True:"
    programs = {f"run_{number}": PROGRAM.format(with_or_without=way) for number, way in enumerate(ways)}
    files = {"scores": SCORES, **programs}
    forth = found(tmp_path, "scores", files)
    assert [(message.partition(",")[0], sure) for message, sure in forth] == [
        ("`model` is evaluated with gradients enabled", True)
    ]
    assert found(tmp_path, "scores", dict(reversed(list(files.items())))) == forth


def found(
    folder: Path, name: str, files: dict[str, str], rules: tuple[Rule, ...] | None = None
) -> list[tuple[str, bool]]:
    """What is found in one file of a project, its files listed in this order, by these rules or those that are on."""
    for stem, text in files.items():
        (folder / f"{stem}.py").write_text(text, encoding="utf-8")
    listed = [str(folder / f"{stem}.py") for stem in files]
    around = ProjectFiles(str(folder), text_of, lambda: listed)
    rules = rules or tuple(rule for rule in builtin_rules().values() if rule.default and not rule.preview)
    findings = check(read_source(str(folder / f"{name}.py")), rules, project_files=around).findings
    return sorted((one.message, one.sure) for one in findings)


def table_of_many() -> dict[str, str]:
    """A file that makes an Evaluator, and before that names the classes of many other files."""
    parts = {f"part{number}": f"class Part{number}:\n    pass\n" for number in range(MANY)}
    imports = "".join(f"from part{number} import Part{number}\n" for number in range(MANY))
    table = ", ".join(f"Part{number}" for number in range(MANY))
    main = f"def main(model, x):\n    table = [{table}]\n    return Evaluator()(model, x)\n"
    return {"run": f"from net import Evaluator\n{imports}\n\n{main}", **parts}


def test_a_class_of_another_file_may_be_started_with_keywords_alone(tmp_path: Path) -> None:
    base = "class Base:\n    def __init__(self, **given):\n        self.given = given\n"
    by_hand = "import torch\nfrom base import Base\n\n\ndef start():\n    Base.__init__(x=1)\n"
    analysis = read(tmp_path, "start", {"base": base, "start": by_hand})
    assert {Path(unit.place).stem for unit in analysis.units} == {"base", "start"}


# Each helper calls many functions, and together they take more than there is for callers.
PART = f"def part(x):\n    return {' + '.join(['x'] * 20)}\n\n\n"
MANY_HELPERS = PART + "\n\n".join(
    f"def helper_{n}():\n" + "".join(f"    part({n}.{k})\n" for k in range(1, 30)) for n in range(20)
)
LOOP = """
def train(model, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
        reveal(model)
"""
LONG_PROGRAM = """
import torch
from engine import train
from helpers import *
from torch import nn
from torch.utils.data import DataLoader


def main():
    HELPERS
    model = nn.Linear(3, 1)
    train(model, torch.optim.SGD(model.parameters(), 0.1), DataLoader(torch.rand(9, 3)))


if __name__ == "__main__":
    main()
"""


def test_a_loop_is_reached_however_much_its_program_computes_before(tmp_path: Path) -> None:
    calls = "\n    ".join(f"helper_{n}()" for n in range(20))
    others = {"helpers": MANY_HELPERS, "main": LONG_PROGRAM.replace("HELPERS", calls)}
    (found,) = reveals_in(tmp_path, LOOP, name="engine", **others)
    assert found.found == "module, torch.nn.Linear"


PREPARED = (
    "\n\ndef prepared(model):\n" + "".join(f"    part(0.{k})\n" for k in range(1, 11)) + "    return done(model)\n"
)
DONE = "\n\ndef done(model):\n    return model\n"


def test_what_prepares_a_model_is_followed_after_much_else(tmp_path: Path) -> None:
    calls = "\n    ".join(f"helper_{n}()" for n in range(12))
    program = LONG_PROGRAM.replace("HELPERS", calls).replace("= nn.Linear(3, 1)", "= prepared(nn.Linear(3, 1))")
    others = {"helpers": MANY_HELPERS + PREPARED + DONE, "main": program}
    (found,) = reveals_in(tmp_path, LOOP, name="engine", **others)
    assert found.found == "module, torch.nn.Linear"


SCALER = """
class LossScaler:
    def __init__(self, scaler):
        self.scaler = scaler

    def __call__(self, loss, optimizer, update):
        self.scaler.scale(loss).backward()
        if update:
            self.scaler.step(optimizer)
            self.scaler.update()
"""
ENGINE = """from torch import nn


def train_one_epoch(model, loader, optimizer, scale, accumulation):
    optimizer.zero_grad()
    for i, (x, y) in enumerate(loader):
        loss = nn.functional.cross_entropy(model(x), y) / accumulation
        scale(loss, optimizer, (i + 1) % accumulation == 0)
        {cleared}
"""
MAIN = """import torch
from engine import train_one_epoch
from scaler import LossScaler as Scaler
from torch import nn
from torch.utils.data import DataLoader


def main():
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scale = Scaler(torch.amp.GradScaler())
    for epoch in range(10):
        train_one_epoch(model, DataLoader(data(), batch_size=4), optimizer, scale, 4)


main()
"""


@pytest.mark.parametrize(
    ("cleared", "messages"),
    [
        ("pass", ["`zero_grad()` runs only in the outer loop"]),
        ("if (i + 1) % accumulation == 0: optimizer.zero_grad()", []),
    ],
)
def test_an_object_made_under_another_name_is_followed_to_where_it_is_called(
    tmp_path: Path, cleared: str, messages: list[str]
) -> None:
    files = {"scaler": SCALER, "engine": ENGINE.format(cleared=cleared), "main": MAIN}
    rules = (builtin_rules()["zero-grad-once-per-epoch"],)
    assert [message.partition(",")[0] for message, _ in found(tmp_path, "scaler", files, rules)] == messages


LAUNCHER = """from main import main


class Launcher:
    def __call__(self):
        main()


Launcher()()
"""


def test_a_launcher_of_a_program_that_has_run_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def run(interpreter: Interpreter, unit: SourceUnit) -> None:
        ran.append(Path(unit.place).stem)
        run_top_level(interpreter, unit)

    monkeypatch.setattr(call_graph, "run_top_level", run)
    files = {"scaler": SCALER, "engine": ENGINE.format(cleared="pass"), "main": MAIN, "launch": LAUNCHER}
    read(tmp_path, "scaler", files)
    assert ran == ["main"]


STEPS = """
def train(model, optimizer, loader):
    for x in loader:
        model(x).sum().backward()
        optimizer.step()
"""
UNGUARDED = """import torch
from torch import nn
from torch.utils.data import DataLoader

from engine import train
from helpers import *

HELPERS
model = nn.Linear(3, 1)
train(model, torch.optim.SGD(model.parameters(), 0.1), DataLoader(torch.rand(9, 3)))
"""


def test_a_script_without_a_guard_is_run_once(tmp_path: Path) -> None:
    """All that there is for callers is used up by its first run, which is the one that records what happens."""
    calls = "\n".join(f"helper_{n}()" for n in range(20))
    files = {"engine": STEPS, "helpers": MANY_HELPERS, "main": UNGUARDED.replace("HELPERS", calls)}
    rules = (builtin_rules()["missing-zero-grad"],)
    assert [message.partition(" applies")[0] for message, _ in found(tmp_path, "engine", files, rules)] == [
        "`optimizer.step()`"
    ]


WARMED_UP = """class WarmedUp:
    def __init__(self, optimizer, rate):
        self.inner, self.rate, self.count = optimizer, rate, 0

    def advance(self):
        self.count += 1
        self.inner.param_groups[0]["lr"] = self.rate * min(self.count / 100, 1)
        self.inner.step()
"""
WARM_PROGRAM = """import torch
from torch import nn
from torch.utils.data import DataLoader

from warm import WarmedUp


def main():
    model = nn.Linear(3, 1)
    inner = torch.optim.SGD(model.parameters(), 0.1)
    optimizer = WarmedUp(inner, 0.1)
    for x in DataLoader(torch.rand(9, 3)):
        model(x).sum().backward()
        optimizer.advance()
        {cleared}


main()
"""


@pytest.mark.parametrize(("cleared", "messages"), [("pass", ["`self.inner.step()`"]), ("inner.zero_grad()", [])])
def test_what_steps_an_optimizer_is_followed_without_a_word_about_torch(
    tmp_path: Path, cleared: str, messages: list[str]
) -> None:
    files = {"warm": WARMED_UP, "main": WARM_PROGRAM.format(cleared=cleared)}
    rules = (builtin_rules()["missing-zero-grad"],)
    assert [message.partition(" applies")[0] for message, _ in found(tmp_path, "warm", files, rules)] == messages


STEP_PROGRAM = """import torch
from helpers import *
from torch import nn
from torch.utils.data import DataLoader

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for x in DataLoader(torch.rand(9, 3)):
    helper_0()
    model(x).sum().backward()
    optimizer.step()
"""
CLEARER = "\n\nrunning = []\n\n\ndef clear():\n    for one in running:\n        one.zero_grad()\n"


@pytest.mark.parametrize(
    ("more", "messages"),
    [
        ("", ["`optimizer.step()`"]),
        (CLEARER, ["`optimizer.step()`"]),
        (f"{CLEARER}\n\ndef part(x):\n    clear()\n", []),
    ],
)
def test_what_is_too_long_to_follow_clears_no_gradients_if_nothing_that_it_calls_does(
    tmp_path: Path, more: str, messages: list[str]
) -> None:
    files = {"helpers": MANY_HELPERS + more, "main": STEP_PROGRAM}
    rules = (builtin_rules()["missing-zero-grad"],)
    sure = [message for message, sure in found(tmp_path, "main", files, rules) if sure]
    assert [message.partition(" applies")[0] for message in sure] == messages
