"""What users write of their own code and of libraries: each kind of row makes a finding appear, or go."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn, get_args

import pytest

from tests.command import run, told
from tests.rule_folders import ROOT
from tools import schema as tool
from torchlint.files.source import Source
from torchlint.knowledge.effects import Word
from torchlint.knowledge.lookup import Lookup
from torchlint.lint import check
from torchlint.pack import PackError, builtin_rules, load_models, load_pack
from torchlint.project.project_files import ProjectFiles
from torchlint.settings.models import library_model
from torchlint.settings.toml_text import parse

HEAD = "import torch\nfrom torch import nn\nimport acme\n"
LOADER = "torch.utils.data.DataLoader(acme.data(), shuffle=True)"


def lookup(models: str) -> Lookup:
    def refuse(message: str, *path: str) -> NoReturn:
        raise AssertionError(f"{path}: {message}")

    return Lookup((library_model(parse('library = "acme"\n' + models), refuse),))


def found(code: str, models: str = "", acme: str = "") -> list[str]:
    """The rules that find something in a file, with its row; `acme` is a file of the project beside it, if any."""
    files = {"main.py": code, **({"acme.py": acme} if acme else {})}
    within = {f"/project/{name}": text for name, text in files.items()}
    around = ProjectFiles("/project", within.get, is_file=within.__contains__, holds_python=lambda folder: False)
    known = lookup(models) if models else None
    rules = [rule for rule in builtin_rules().values() if rule.name != "dataloader-underconfigured"]
    findings = check(Source("/project/main.py", code), rules, project_files=around, lookup=known).findings
    return [f"{code.count(chr(10), 0, one.span.start) + 1} {one.rule}" for one in findings if one.sure]


def evaluation(decorator: str = "", context: str = "if True:") -> str:
    return f"""{HEAD}
model = nn.Linear(3, 3)
{decorator}
def evaluate(loader):
    model.eval()
    right = 0
    {context}
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    return right
evaluate({LOADER})
"""


def training(zero: str = "optimizer.zero_grad()", step: str = "optimizer.step()", add: str = "loss.item()") -> str:
    return f"""{HEAD}
model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for x, y in {LOADER}:
    {zero}
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    {step}
    total += {add}
"""


def loop(before: str, add: str) -> str:
    return f"{HEAD}{before}\ntotal = 0\nfor x in {LOADER}:\n    total += {add}\n"


DECORATOR = "import torch\ndef quietly(function):\n    return helper(function)\n"
CONTEXT = "class Quietly:\n    def __enter__(self):\n        off()\n    def __exit__(self, *error):\n        on()\n"
ENGINE = "import torch\nclass Engine:\n    def loss_of(self, x):\n        return read(x)\n"
H5 = """
import h5py
class Images(acme.Stored):
    def __init__(self, path):
        self.file = h5py.File(path)
    def __getitem__(self, index):
        return self.file["images"][index]
    def __len__(self):
        return 3
print(torch.utils.data.DataLoader(Images("a.h5"), num_workers=4))
"""
CALLBACKS = """
class Mine(acme.Engine):
    def __init__(self):
        self.model = nn.Linear(3, 3)
        self.total = 0
    def batch(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        self.total += loss
        return loss
"""
METRIC = """
class Mine(acme.Metric):
    def __init__(self):
        self.model, self.total = nn.Linear(3, 3), 0
    def update(self, x):
        self.total += self.model(x).sum()
mine = Mine()
for x in torch.utils.data.DataLoader(acme.data(), shuffle=True):
    mine.update(x)
"""
RESTARTED = """
net, batches = nn.Linear(3, 3), acme.Batches()
for step in range(100):
    x, y = next(iter(batches))
    nn.functional.cross_entropy(net(x), y).backward()
"""
LAYERS = """
class Head(acme.Base):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(3, 3), nn.Linear(3, 3)]
    def run(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
Head().run(torch.rand(3))
"""


NETWORK = 'calls.make.gives = "Net"\nclasses.Net = { is = "module", methods.forward.gives = %s }\n'
OUTPUT = NETWORK % '"Output"' + 'classes.Output.attributes = { loss.gives = "loss", size.gives = "number" }\n'
PARTS = 'calls.make.gives = "Pair"\nclasses.Pair.attributes = { teacher.gives = "module", student.gives = "module" }\n'
GRADLESS_OUTPUT = """
net = acme.make()
total = 0
for x in torch.utils.data.DataLoader(acme.data(), shuffle=True):
    with torch.no_grad():
        output = net(x)
    total += output.loss
"""
GLOBAL_STEP = """
net = nn.Linear(3, 3)
total = 0
def step(x):
    global total
    total += net(x).sum()
"""


@pytest.mark.parametrize(
    ("code", "models", "acme", "before", "after"),
    [
        pytest.param(
            loop("net = acme.make()", "net(x)"), NETWORK % '"number"', "", "", "", id="forward that returns a number"
        ),
        pytest.param(
            loop("net = acme.make()", "net(x)[1]"),
            NETWORK % '["number", "loss"]',
            "",
            "",
            "7 loss-accumulates-graph, 7 eval-without-no-grad",
            id="forward that returns a number and a loss: the loss",
        ),
        pytest.param(
            loop("net = acme.make()", "net(x)[0]"),
            NETWORK % '["number", "loss"]',
            "",
            "",
            "",
            id="forward that returns a number and a loss: the number",
        ),
        pytest.param(
            loop("net = acme.make()", "net(x).loss"),
            OUTPUT,
            "",
            "",
            "7 loss-accumulates-graph, 7 eval-without-no-grad",
            id="forward that returns an object: its loss",
        ),
        pytest.param(
            loop("net = acme.make()", "net(x).size"),
            OUTPUT,
            "",
            "",
            "",
            id="forward that returns an object, number",
        ),
        pytest.param(HEAD + GRADLESS_OUTPUT, OUTPUT, "", "", "", id="loss of an object made where gradients are off"),
        pytest.param(
            HEAD + GRADLESS_OUTPUT.replace("torch.no_grad()", "torch.profiler.record_function('net')"),
            OUTPUT,
            "",
            "",
            "9 eval-without-no-grad, 10 loss-accumulates-graph",
            id="loss of an object made where gradients are on",
        ),
        pytest.param(
            loop("pair = acme.make()", "pair.student(x)"),
            PARTS,
            "",
            "",
            "7 loss-accumulates-graph, 7 eval-without-no-grad",
            id="attribute that is a module, called in a loop",
        ),
        pytest.param(
            loop("pair = acme.make()\npair.teacher.eval()", "pair.student(x).item()"),
            PARTS,
            "",
            "",
            "8 eval-without-no-grad",
            id="attributes that are two modules",
        ),
        pytest.param(
            loop("engine = acme.Engine()", "engine.pair[0]"),
            'classes.Engine.attributes.pair.gives = ["loss", "number"]',
            "",
            "",
            "7 loss-accumulates-graph",
            id="attribute that is a tuple",
        ),
        pytest.param(
            loop("engine = acme.Engine.create()", "engine.loss_of(x)"),
            'classes.Engine.methods = { create.gives = "Engine", loss_of.gives = "loss" }',
            "",
            "",
            "7 loss-accumulates-graph",
            id="method of the class itself",
        ),
        pytest.param(
            HEAD + GLOBAL_STEP + "acme.each(function=step)\n",
            'calls.each = { parameters = ["function"], runs.per-batch = true }',
            "",
            "",
            "9 loss-accumulates-graph",
            id="first argument by keyword",
        ),
        pytest.param(
            HEAD + GLOBAL_STEP.replace("def", "@acme.each\ndef"),
            "calls.each.runs.per-batch = true",
            "",
            "",
            "10 loss-accumulates-graph",
            id="decorator that calls the function for each batch",
        ),
        pytest.param(
            HEAD + GLOBAL_STEP.replace("def", "@acme.each(3)\ndef"),
            "calls.each.runs.per-batch = true",
            "import torch\ndef each(times):\n    return make(times)\n",
            "",
            "10 loss-accumulates-graph",
            id="decorator of the project that is called and calls the function for each batch",
        ),
        pytest.param(
            HEAD + GLOBAL_STEP + "acme.each(function=step)\n",
            "calls.each.runs.per-batch = true",
            "import torch\ndef each(function):\n    run(function)\n",
            "",
            "9 loss-accumulates-graph",
            id="first argument by keyword, of the project",
        ),
        pytest.param(
            evaluation("@acme.quietly"),
            'calls.quietly.gives = "no-grad"',
            "",
            "12 eval-without-no-grad",
            "",
            id="decorator",
        ),
        pytest.param(
            evaluation("@acme.quietly"),
            'calls.quietly.gives = "no-grad"',
            DECORATOR,
            "12 eval-without-no-grad",
            "",
            id="decorator of the project",
        ),
        pytest.param(
            evaluation("@acme.quietly()"),
            'calls.quietly.gives = "no-grad"',
            "import torch\ndef quietly():\n    return helper\n",
            "12 eval-without-no-grad",
            "",
            id="decorator of the project that is called",
        ),
        pytest.param(
            evaluation(context="with acme.quietly():"),
            'calls.quietly.gives = "no-grad"',
            "",
            "12 eval-without-no-grad",
            "",
            id="context manager",
        ),
        pytest.param(
            evaluation(context="with acme.Quietly():"),
            'calls.Quietly.gives = "no-grad"',
            CONTEXT,
            "12 eval-without-no-grad",
            "",
            id="context manager of the project",
        ),
        pytest.param(
            evaluation(context="with torch.no_grad():") + "acme.forget(model)\nmodel.eval\n",
            'calls.forget.gives = "none"',
            "",
            "16 method-not-called",
            "16 method-not-called",
            id="what has nothing to do with it stays",
        ),
        pytest.param(
            loop("", "acme.loss(x)"), 'calls.loss.gives = "loss"', "", "", "7 loss-accumulates-graph", id="loss"
        ),
        pytest.param(
            training(add="acme.measure(model(x))"),
            'calls.measure.gives = "number"',
            "import torch\ndef measure(x):\n    return x.mean()\n",
            "13 loss-accumulates-graph",
            "",
            id="number, whatever the body does",
        ),
        pytest.param(
            training(zero="acme.begin(optimizer)"),
            "calls.begin.zeroes-gradients = true",
            "import torch\ndef begin(optimizer):\n    pass\n",
            "12 missing-zero-grad",
            "",
            id="zeroes gradients",
        ),
        pytest.param(
            loop("def close(x):\n    acme.finish(nn.Linear(3, 3)(x).sum())", "1"),
            'calls.finish = { gives = "none", differentiates = true, steps = true }',
            "",
            "",
            "",
            id="training elsewhere is no mistake",
        ),
        pytest.param(
            HEAD + "lion = acme.Lion()\nlion.step\n",
            'calls.Lion.gives = "optimizer"',
            "",
            "",
            "5 method-not-called",
            id="optimizer",
        ),
        pytest.param(
            HEAD + "lion = acme.Lion()\nlion.step\n",
            'classes.Lion.is = "optimizer"',
            "import torch\nclass Lion:\n    def step(self):\n        pass\n",
            "",
            "5 method-not-called",
            id="optimizer of the project",
        ),
        pytest.param(
            HEAD + "cosine = acme.Cosine()\ncosine.step\n",
            'classes.Cosine.is = "scheduler"',
            "",
            "",
            "5 method-not-called",
            id="scheduler",
        ),
        pytest.param(
            HEAD + "net = acme.Net()\nnet.half\n",
            'classes.Net.is = "module"',
            "",
            "",
            "5 method-not-called",
            id="module",
        ),
        pytest.param(
            HEAD + "net = acme.Net()\nnet.half\n",
            'classes.Net.is = "module"',
            "import torch\nclass Net(make()):\n    def run(self):\n        pass\n",
            "",
            "5 method-not-called",
            id="module of the project",
        ),
        pytest.param(
            HEAD + LAYERS,
            'classes.Base.is = "module"',
            "",
            "",
            "8 module-in-plain-container",
            id="base that is a module",
        ),
        pytest.param(
            HEAD + "net = acme.Around(nn.Linear(3, 3))\nnet.half\n",
            'classes.Around.is = "wrapper"',
            "",
            "",
            "5 method-not-called",
            id="wrapper",
        ),
        pytest.param(
            HEAD + RESTARTED, 'classes.Batches.is = "loader"', "", "", "7 dataloader-recreated-in-loop", id="loader"
        ),
        pytest.param(
            HEAD + RESTARTED,
            'classes.Batches.is = "loader"',
            "import torch\nclass Batches:\n    def __iter__(self):\n        return self\n",
            "",
            "7 dataloader-recreated-in-loop",
            id="loader of the project",
        ),
        pytest.param(
            HEAD + H5, 'classes.Stored.is = "dataset"', "", "", "8 h5-or-db-handle-opened-in-init", id="dataset"
        ),
        pytest.param(
            HEAD + "net, lion = acme.build()\nnet.half\nlion.step\n",
            'calls.build.gives = ["module", "optimizer"]',
            "",
            "",
            "5 method-not-called, 6 method-not-called",
            id="tuple",
        ),
        pytest.param(
            loop("engine = acme.Engine()", "engine.loss_of(x)"),
            'classes.Engine.methods.loss_of.gives = "loss"',
            "",
            "",
            "7 loss-accumulates-graph",
            id="method",
        ),
        pytest.param(
            loop("engine = acme.Engine()", "engine.loss_of(x)"),
            'classes.Engine.methods.loss_of.gives = "loss"',
            ENGINE,
            "",
            "7 loss-accumulates-graph",
            id="method of the project",
        ),
        pytest.param(
            loop("net = acme.Net()", "net.loss_of(x)"),
            'classes.Net = { is = "module", methods.loss_of.gives = "loss" }',
            "",
            "",
            "7 loss-accumulates-graph",
            id="method of a module",
        ),
        pytest.param(
            loop("engine = acme.build()", "engine.loss_of(x)"),
            'calls.build.gives = "Engine"\nclasses.Engine.methods.loss_of.gives = "loss"',
            "",
            "",
            "7 loss-accumulates-graph",
            id="factory",
        ),
        pytest.param(
            loop("engine = acme.Engine()", "engine.loss"),
            'classes.Engine.attributes.loss.gives = "loss"',
            "",
            "",
            "7 loss-accumulates-graph",
            id="attribute",
        ),
        pytest.param(
            loop("engine = acme.Engine()", "engine.loss"),
            'classes.Engine.attributes.loss.gives = "loss"',
            "import torch\nclass Engine:\n    loss = 0\n",
            "",
            "7 loss-accumulates-graph",
            id="attribute of the project",
        ),
        pytest.param(
            HEAD + CALLBACKS,
            "classes.Engine.callbacks.batch = { per-batch = true, differentiates = true }",
            "",
            "",
            "11 loss-accumulates-graph",
            id="callback",
        ),
        pytest.param(
            HEAD + CALLBACKS,
            "classes.Engine.callbacks.batch = { per-batch = true, differentiates = true }",
            "import torch\nclass Engine:\n    def fit(self):\n        run(self)\n",
            "",
            "11 loss-accumulates-graph",
            id="callback of the project",
        ),
        pytest.param(
            HEAD + CALLBACKS,
            'classes.Engine.callbacks.batch = { per-batch = true, gradients = "off" }',
            "",
            "",
            "",
            id="gradless callback",
        ),
        pytest.param(
            HEAD + METRIC,
            'classes.Metric.without-gradients = ["update"]',
            "",
            "9 loss-accumulates-graph",
            "",
            id="methods that the base class wraps",
        ),
    ],
)
def test_a_row_changes_what_is_found(code: str, models: str, acme: str, before: str, after: str) -> None:
    assert ", ".join(found(code, acme=acme)) == before
    assert ", ".join(found(code, models, acme)) == after


def test_a_name_is_known_wherever_in_the_library_it_is_imported_from() -> None:
    for imported in ("from acme.losses import loss", "from acme import loss", "from acme.a.b import loss"):
        code = f"import torch\n{imported}\n" + loop("", "loss(x)").removeprefix(HEAD)
        assert found(code, 'calls.loss.gives = "loss"') == ["6 loss-accumulates-graph"]
        assert found(code, 'calls."losses.loss".gives = "loss"') == (
            ["6 loss-accumulates-graph"] * ("losses" in imported)
        )
    assert not found(loop("from acmeology import loss", "loss(x)"), 'calls.loss.gives = "loss"')


def test_code_that_only_imports_such_a_library_is_checked() -> None:
    code = "import acme\ntotal = 0\nfor x in acme.batches():\n    total += acme.loss(x)\n"
    assert not found(code)
    assert found(code, 'calls.loss.gives = "loss"\ncalls.batches.gives = "loader"') == ["4 loss-accumulates-graph"]


# The settings


CODE = "import torch\nimport acme\n" + loop("", "acme.loss(x)").removeprefix(HEAD)
ROW = 'library = "acme"\ncalls.loss = { gives = "loss" }\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    place = tmp_path / "project"
    place.mkdir()
    (place / "main.py").write_text(CODE)
    (place / "setup.cfg").write_text("")
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize(
    ("file", "header"), [("torchlint.toml", "[[models]]\n"), ("pyproject.toml", "[[tool.torchlint.models]]\n")]
)
def test_the_configuration_has_rows(folder: Path, file: str, header: str) -> None:
    assert told() == []
    (folder / file).write_text(header + ROW)
    assert told() == ["main.py:6:5 loss-accumulates-graph"], "also where the run before is remembered"
    (folder / file).write_text(header + ROW.replace('"loss"', '"number"'))
    assert told() == []
    assert told("--isolated") == []


def test_the_command_line_and_what_is_extended_have_rows_too(folder: Path) -> None:
    (folder / "shared.toml").write_text(f"[[models]]\n{ROW}")
    (folder / "torchlint.toml").write_text('extend = "shared.toml"\n')
    assert told() == ["main.py:6:5 loss-accumulates-graph"]
    inline = 'models = [{ library = "acme", calls = { loss = { gives = "number" } } }]'
    assert told("--config", inline) == [], "the command line wins"


def test_rows_count_in_each_worker(folder: Path) -> None:
    for name in "abcdefgh":
        (folder / f"{name}.py").write_text(CODE)
    (folder / "torchlint.toml").write_text(f"[[models]]\n{ROW}")
    names = [*"abcdefgh", "main"]
    assert told("--no-cache", "--jobs", "2") == [f"{name}.py:6:5 loss-accumulates-graph" for name in names]


def test_a_byte_order_mark_and_line_ends_of_windows_are_read(folder: Path) -> None:
    def windows(text: str) -> bytes:
        return b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()

    (folder / "torchlint.toml").write_bytes(windows(f"[[models]]\n{ROW}"))
    assert told() == ["main.py:6:5 loss-accumulates-graph"]
    (with_pack(folder) / "models" / "acme.toml").write_bytes(windows(ROW))
    assert told("--trust-packs") == ["main.py:6:5 loss-accumulates-graph"]


def test_settings_show_rows(folder: Path) -> None:
    (folder / "torchlint.toml").write_text(f"[[models]]\n{ROW}")
    shown = run("--show-settings").out
    assert 'models = [{ library = "acme", calls = { loss = { gives = "loss" } } }]  # torchlint.toml' in shown
    assert parse(shown.partition("[per-file-ignores]")[0])["models"] == [parse(ROW)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[models]]\ncalls = {}", "1:3: a model needs `library`"),
        ('[[models]]\nlibrary = "a-b"', "2:1: 'library' must be a dotted name, such as \"acme.trainer\""),
        ('[[models]]\nlibrary = "a"\ncals = {}', "3:1: a model has no key 'cals' (did you mean 'calls'?)"),
        (
            '[[models]]\nlibrary = "a"\nzzz = {}',
            "3:1: a model has no key 'zzz'; its keys are library, calls, classes",
        ),
        ("models = 1", "1:1: 'models' must be an array of tables: [[models]]"),
        ("models = [1]", "1:1: a model must be a table"),
        (
            '[[models]]\nlibrary = "a"\n[models.calls]\nb = 1',
            "4:1: a call's row must be a table with the keys gives, parameters",
        ),
        ('[[models]]\nlibrary = "a"\n[models.calls]\n"b-c" = {}', "4:1: 'b-c' must be a dotted name"),
        (
            '[[models]]\nlibrary = "a"\n[models.calls]\nb.zeros-gradients = true',
            "4:1: a call's row has no key 'zeros-gradients' (did you mean 'zeroes-gradients'?)",
        ),
        ('[[models]]\nlibrary = "a"\n[models.calls]\nb.steps = 1', "4:1: 'steps' must be true or false"),
        (
            '[[models]]\nlibrary = "a"\n[[models]]\nlibrary = "a"\n[models.calls]\nb.gives = "lodaer"',
            "6:1: 'gives' can't be 'lodaer' (did you mean 'loader'?)",
        ),
        (
            '[[models]]\nlibrary = "a"\ncalls.b.gives = ["loss", 1]',
            "3:1: 'gives' can't be '1'; use one of none, number",
        ),
        ('[[models]]\nlibrary = "a"\ncalls.b.gives = []', "3:1: 'gives' can't be '[]'; use one of none, number"),
        ('[[models]]\nlibrary = "a"\ncalls.b.gives = "X"', "3:1: 'gives' can't be 'X'; use one of none, number"),
        (
            '[[models]]\nlibrary = "a"\nclasses.B.is = "modul"',
            "3:1: 'is' must be one of module, wrapper, loader, dataset, optimizer, scheduler (did you mean 'module'?)",
        ),
        (
            '[[models]]\nlibrary = "a"\nclasses.B.attributes.c.steps = true',
            "3:1: an attribute's row has no key 'steps'; its keys are gives",
        ),
        (
            '[[models]]\nlibrary = "a"\ncalls.b.returns = "loss"',
            "3:1: a call's row has no key 'returns' (did you mean 'runs'?); its keys are gives, parameters",
        ),
        (
            '[[models]]\nlibrary = "a"\ncalls.b = {}\n[[models]]\nlibrary = "a"\ncalls.b.gives = "loss"',
            "6:1: 'b' is already described in an earlier table of 'a'",
        ),
        ('[[models]]\nlibrary = "a"\ncalls.b = {}\ncalls.b = {}', "4:13: cannot overwrite a value"),
        (
            '[[models]]\nlibrary = "a"\nclasses.B.callbacks.c.gradients = false',
            "3:1: 'gradients' must be one of on, off, either",
        ),
        (
            '[[models]]\nlibrary = "a"\nclasses.B.callbacks.c.model = -1',
            "3:1: 'model' must be the position of a parameter",
        ),
        (
            '[[models]]\nlibrary = "a"\nclasses.B.without-gradients = "c"',
            "3:1: 'without-gradients' must be a list of names",
        ),
    ],
)
def test_mistakes_are_pointed_at(folder: Path, text: str, message: str) -> None:
    (folder / "torchlint.toml").write_text(text)
    ran = run()
    assert ran.status == 2
    assert ran.err.startswith(f"error: torchlint.toml:{message}")


# Packs


def with_pack(folder: Path, text: str = ROW) -> Path:
    (folder / "lint" / "models").mkdir(parents=True)
    (folder / "lint" / "models" / "acme.toml").write_text(text)
    (folder / "torchlint.toml").write_text('packs = ["lint"]\n')
    return folder / "lint"


def test_a_pack_brings_rows_where_it_is_trusted(folder: Path) -> None:
    with_pack(folder)
    assert told() == []
    assert told("--trust-packs") == ["main.py:6:5 loss-accumulates-graph"]
    (folder / "lint" / "models" / "acme.toml").write_text(ROW.replace('"loss"', '"number"'))
    assert told("--trust-packs") == [], "a row that changes changes what is remembered"
    (folder / "torchlint.toml").write_text(f'packs = ["lint"]\n[[models]]\n{ROW}')
    assert told("--trust-packs") == ["main.py:6:5 loss-accumulates-graph"], "the project's own rows win"


@pytest.mark.parametrize(
    ("text", "row", "message"),
    [
        ("calls = {}", 1, "a model needs `library`"),
        (
            'library = "acme"\n[calls]\nloss = { give = "loss" }',
            3,
            "a call's row has no key 'give' (did you mean 'gives'?)",
        ),
        ('library = "acme"\n[calls\n', 2, ""),
    ],
)
def test_a_mistake_names_the_file_of_the_pack(folder: Path, text: str, row: int, message: str) -> None:
    pack = with_pack(folder, text)
    ran = run("--trust-packs")
    assert ran.status == 2
    assert re.match(rf"error: lint/models/acme\.toml:{row}: {re.escape(message)}", ran.err)
    with pytest.raises(PackError):
        load_models(pack)


def test_a_pack_may_have_rows_alone(folder: Path) -> None:
    assert load_pack(with_pack(folder)) == {}
    (one,) = load_models(folder / "lint")
    assert one.packages == ("acme",)


def test_rules_of_a_pack_are_tried_with_its_rows(folder: Path) -> None:
    rule = with_pack(folder) / "no_sum"
    rule.mkdir()
    (rule / "rule.py").write_text(
        "from torchlint import File, Findings, finding, rule\n"
        "from torchlint.queries import gradients\n"
        '@rule(group="memory", severity="error")\n'
        "def check(file: File) -> Findings:\n"
        '    """No sums."""\n'
        "    for total in gradients.running_sums(file):\n"
        '        yield finding(total, "a sum")\n'
    )
    (rule / "README.md").write_text("# no-sum\n\nNo sums.\n")
    (rule / "bad.py").write_text(CODE.replace("acme.loss(x)", "acme.loss(x)  # finding: a sum"))
    (rule / "good.py").write_text("import torch\n")
    for path in ("lint", "lint/no_sum"):
        ran = run("--test-rules", path)
        assert (ran.status, ran.out) == (0, "1 rule tested, no problems.\n")
    (folder / "lint" / "models" / "acme.toml").unlink()
    assert "marked, but not found" in run("--test-rules", "lint").out


# The page


def test_the_page_speaks_of_every_word_and_key() -> None:
    page = (ROOT / "docs/models.md").read_text(encoding="utf-8")
    assert [word for word in get_args(Word) if f'`"{word}"`' not in page] == []
    assert tool.main([]) == 0, "run `python -m tools.schema --write`"


def test_all_examples_of_the_page_can_be_used() -> None:
    page = (ROOT / "docs/models.md").read_text(encoding="utf-8")
    examples = [parse(text) for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    assert len(examples) > 4
    for example in examples:
        models = example["models"] if "models" in example else example["tool"]["torchlint"]["models"]
        for given in models:
            assert library_model(given, lambda message, *path: pytest.fail(message)).packages == ("acme",)


def test_the_example_of_the_page_does_what_the_page_says() -> None:
    page = (ROOT / "docs/models.md").read_text(encoding="utf-8")
    models = re.findall(r"```toml\n(\[\[tool\.torchlint\.models\]\].*?)```", page, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (given,) = parse(models[0])["tool"]["torchlint"]["models"]
    known = Lookup((library_model(given, lambda message, *path: pytest.fail(message)),))
    rules = builtin_rules().values()
    before, after = (
        {
            f"{code.count(chr(10), 0, one.span.start) + 1} {one.rule}"
            for one in check(Source("a.py", code), rules, lookup=rows).findings
            if one.sure
        }
        for rows in (None, known)
    )
    lines = code.split("\n")
    assert after - before == {
        f"{row} {m[1]}" for row, line in enumerate(lines, 1) if (m := re.search(r"# now found: (\S+)", line))
    }
    assert before - after == {
        f"{row} {m[1]}" for row, line in enumerate(lines, 1) if (m := re.search(r"# no longer: (\S+)", line))
    }
    assert before != after
