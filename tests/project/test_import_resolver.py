"""Where imports lead in a project, and who imports what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from torchlint.domain.values import MAYBE, YES, Value
from torchlint.files.source import Unreadable
from torchlint.flow import import_binding
from torchlint.flow.state import Interpreter
from torchlint.project.project_files import ProjectFiles
from torchlint.project.sources import is_among_tests
from torchlint.queries import File
from torchlint.reading import read_source
from torchlint.syntax import tree

Make = Callable[..., ProjectFiles]


@pytest.fixture
def project(tmp_path: Path) -> Make:
    def make(**files: str) -> ProjectFiles:
        for name, text in files.items():
            path = tmp_path / (name.replace("__", "/").replace("//", "/__").replace("init/", "init__") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return ProjectFiles(str(tmp_path), text_of, lambda: map(str, sorted(tmp_path.glob("**/*.py"))))

    return make


def text_of(path: str) -> str | None:
    try:
        return read_source(path).text
    except Unreadable:
        return None


def place(project_files: ProjectFiles, path: str) -> str:
    return str(Path(project_files.root) / path)


def leads(project_files: ProjectFiles, importer: str, module: str, level: int = 0) -> str | None:
    found = project_files.resolve(place(project_files, importer), level, module)
    return found and str(Path(found).relative_to(project_files.root))


def test_the_nearest_file_is_meant(project: Make) -> None:
    project_files = project(utils="", vision__utils="", vision__train="", vision__deep__run="", text__train="")
    assert leads(project_files, "vision/train.py", "utils") == "vision/utils.py"
    assert leads(project_files, "vision/deep/run.py", "utils") == "vision/utils.py"
    assert leads(project_files, "text/train.py", "utils") == "utils.py"


def test_packages_folders_and_files(project: Make) -> None:
    project_files = project(main="")
    for path in ("pkg/__init__.py", "pkg/net.py", "src/lib/__init__.py", "plain/deep/part.py"):
        (Path(project_files.root) / path).parent.mkdir(parents=True, exist_ok=True)
        (Path(project_files.root) / path).write_text("")
    assert leads(project_files, "main.py", "pkg") == "pkg/__init__.py"
    assert leads(project_files, "main.py", "pkg.net") == "pkg/net.py"
    assert leads(project_files, "main.py", "lib") == "src/lib/__init__.py"
    assert leads(project_files, "main.py", "plain.deep.part") == "plain/deep/part.py"
    assert leads(project_files, "main.py", "plain.deep") == "plain/deep"
    assert project_files.submodule(place(project_files, "plain/deep"), "part") == place(
        project_files, "plain/deep/part.py"
    )
    assert project_files.submodule(place(project_files, "pkg/net.py"), "anything") is None


def test_relative_imports(project: Make) -> None:
    project_files = project(pkg__a="", pkg__deep__b="")
    (Path(project_files.root) / "pkg/__init__.py").write_text("")
    assert leads(project_files, "pkg/deep/b.py", "a", 2) == "pkg/a.py"
    assert leads(project_files, "pkg/a.py", "deep.b", 1) == "pkg/deep/b.py"
    assert leads(project_files, "pkg/a.py", "", 1) == "pkg/__init__.py"
    assert leads(project_files, "pkg/a.py", "missing", 1) is None


def test_what_is_no_part_of_the_project(project: Make) -> None:
    project_files = project(main="", torch="", random="", wandb="import wandb")
    assert leads(project_files, "main.py", "torch") is None
    assert leads(project_files, "main.py", "random") is None
    assert leads(project_files, "main.py", "numpy") is None
    assert leads(project_files, "main.py", "not_here") is None
    assert leads(project_files, "wandb.py", "wandb") is None


def test_nothing_above_the_root_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.py").write_text("import secret\n")
    project_files = ProjectFiles(str(tmp_path / "project"), text_of)
    assert project_files.resolve(str(tmp_path / "project" / "main.py"), 0, "secret") is None


def test_a_part_of_a_larger_whole(project: Make) -> None:
    project_files = project(main="", moco__loader="", models__resnet="")
    assert leads(project_files, "main.py", "company.research.moco.loader") == "moco/loader.py"
    assert leads(project_files, "main.py", "torchvision.models.resnet") is None


def test_who_imports_a_file(project: Make) -> None:
    project_files = project(
        a="from b import f\n",
        b="",
        c="import os, b as short\n",
        d="x = 'import b'\n",
        tests__e="import b\n",
    )
    (Path(project_files.root) / "pkg").mkdir()
    (Path(project_files.root) / "pkg" / "__init__.py").write_text("from .net import (\n    Net,  # the model\n)\n")
    (Path(project_files.root) / "pkg" / "net.py").write_text("")
    (Path(project_files.root) / "main.py").write_text("from pkg import Net\n")

    def by_name(paths: list[str]) -> list[str]:
        return [str(Path(path).relative_to(project_files.root)) for path in paths]

    assert by_name(project_files.importers(place(project_files, "b.py"))) == ["a.py", "c.py", "tests/e.py"]
    assert by_name(project_files.users(place(project_files, "b.py"))) == ["a.py", "c.py"]
    assert by_name(project_files.users(place(project_files, "pkg/net.py"))) == ["main.py"]


def test_who_imports_what_others_hand_on(project: Make) -> None:
    project_files = project(
        loops="",
        api="from loops import run, test as check\nfrom elsewhere import name\n",
        stars="from loops import *\n",
        whole="import loops\n",
        uses="from api import check\n",
        uses_all="from api import *\n",
        uses_it="import api\n",
        other="from api import name\n",
        of_stars="from stars import anything\n",
        of_whole="from whole import loops\n",
        import_of_whole="import whole\n",
        far="from uses import check\n",
        round="from far import check\nfrom round import check\nimport loops\n",
    )
    users = {Path(path).stem for path in project_files.users(place(project_files, "loops.py"))}
    assert users == {"api", "stars", "whole", "uses", "uses_all", "uses_it", "of_stars", "far", "round"}


def test_what_can_not_be_read_is_nothing(project: Make) -> None:
    project_files = project(good="x = 1\n", broken="def (:\n")
    (Path(project_files.root) / "wide.py").write_bytes("x = 1".encode("utf-16"))
    assert project_files.tree(place(project_files, "good.py")) is not None
    assert project_files.tree(place(project_files, "broken.py")) is None
    assert project_files.tree(place(project_files, "wide.py")) is None
    assert project_files.tree(place(project_files, "missing.py")) is None
    assert project_files.text(place(project_files, "missing.py")) == ""


def test_tests_are_known_by_their_place() -> None:
    assert is_among_tests("/p/tests/a.py", "/p")
    assert is_among_tests("/p/src/test_a.py", "/p")
    assert not is_among_tests("/tests/p/src/a.py", "/tests/p")


@pytest.mark.parametrize(("packages", "kind"), [(3, "tensor"), (400, "unknown")])
def test_a_file_that_takes_all_of_very_many_others_is_not_looked_through(
    project: Make, packages: int, kind: str
) -> None:
    names = [f"part{number}" for number in range(packages)]
    project_files = project(
        whole____init__="".join(f"from .{name} import *\n" for name in names),
        **{f"whole__{name}": "from .shared import *\n" for name in names},
        whole__shared="def tool(x):\n    return x\n",
    )
    text = "import torch\nfrom whole import tool\nmade = tool(torch.rand(2))\n"
    file = File(place(project_files, "main.py"), text, project_files)
    (made,) = (call for call in file.tree.all(tree.Call) if tree.dotted(call.func) == "tool")
    assert file.facts.values[made].kind == kind
    assert len(project_files.dependencies.texts) < 10


def test_what_is_found_does_not_hang_on_what_was_read_before(project: Make) -> None:
    """Nor on what was called before in the same file: each call into another file may cost something by itself."""
    much = "\n".join(f"        total = total * {i} + other * (n - {i}) / (n + {i})" for i in range(9))
    tools = f"def much(n):\n    total, other = 0, n\n    for i in range(n):\n{much}\n    return total\n"
    tools += "def loss(model, x):\n    return model(x).sum()\n"
    start, end = "import torch, tools\nmodel = torch.nn.Linear(2, 2)\n", "tools.loss(model, torch.rand(2))\n"
    calls = "".join(f"tools.much({n})\n" for n in ("1", "None", "torch.pi"))

    def read(project_files: ProjectFiles, name: str, code: str) -> str:
        file = File(place(project_files, name), code, project_files)
        (loss,) = (call for call in file.tree.all(tree.Call) if tree.dotted(call.func) == "tools.loss")
        return file.facts.values[loss].kind

    project_files = project(tools=tools)
    assert read(project_files, "none.py", start + end) == "tensor"
    assert read(project_files, "all.py", start + calls + end) == "tensor"
    assert read(project_files, "again.py", start + calls + end) == "tensor"


def test_a_base_class_of_another_file_may_turn_gradients_off_before_it_calls_a_method(project: Make) -> None:
    off = "import torch\nclass {}:\n    def context(self):\n        return torch.no_grad\n"
    calls = "    def __call__(self, x):\n        with self.context()():\n            return self.step(x)\n"
    project_files = project(quiet=off.format("Base") + calls, plain="class Base:\n" + calls)
    grads = {}
    for name in ("quiet", "plain"):
        code = f"import torch\nfrom {name} import Base\nmodel = torch.nn.Linear(2, 2)\n"
        code += "class Own(Base):\n    def step(self, x):\n        return model(x)\n"
        file = File(place(project_files, f"of_{name}.py"), code, project_files)
        grads[name] = {event.where.grad for event in file.facts.forwards}
    assert grads == {"quiet": {MAYBE}, "plain": {YES}}


def test_each_file_is_asked_once_for_a_name_however_many_stars_lead_to_it(
    project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Layers of files that take all that the layers below hold: there are more ways through them than files."""
    files = {"f0": "import torch\nmodel = torch.nn.Linear(2, 2)\n"}
    for i in range(1, 12):
        files[f"f{i}"] = "".join(f"from f{below} import *\n" for below in range(i))
    project_files = project(**files)
    asked: list[str] = []
    look_in = import_binding._look_in

    def counted(
        interpreter: Interpreter, place: str, name: str, depth: int, of_this: set[tuple[str, str]]
    ) -> Value | None:
        asked.append(name)
        return look_in(interpreter, place, name, depth, of_this)

    monkeypatch.setattr(import_binding, "_look_in", counted)
    file = File(place(project_files, "main.py"), "from f11 import *\nmodel(1)\nnowhere(2)\n", project_files)
    found = {tree.dotted(call.func): file.facts.values[call.func].kind for call in file.tree.all(tree.Call)}
    assert found == {"model": "module", "nowhere": "unknown"}
    assert asked.count("nowhere") <= 12 * 3
