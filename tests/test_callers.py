"""Code of other files that calls what a file defines is run, and that which only speaks of it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from torchlint.model import callers, project
from torchlint.model.repository import Repository

NET = """
class Evaluator:
    def __call__(self, model, x):
        return model(x)
"""
MANY = 80


def opened(folder: Path, **texts: str) -> set[str]:
    """The files that are looked into when `net.py` is read, of a project with these; by their names."""
    for name, text in {"net": NET, **texts}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    files = [str(path) for path in sorted(folder.glob("*.py"))]
    repository = Repository(str(folder), lambda place: Path(place).read_text(encoding="utf-8"), lambda: files)
    place = str(folder / "net.py")
    syntax = repository.tree(place)
    assert syntax is not None
    return {Path(unit.place).stem for unit in project.read(syntax, place, repository).units} - {"net"}


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


def test_a_caller_that_names_everything_there_is_does_not_have_all_of_it_read(tmp_path: Path) -> None:
    looked_into = opened(tmp_path, **table_of_many())
    assert "run" in looked_into
    assert len(looked_into) == callers._MOST_OPENED < MANY


def test_a_name_that_was_asked_for_in_vain_is_asked_for_again(tmp_path: Path) -> None:
    net = f"from helper import help_out\n{NET}\n        return help_out(x)\n\n\ndef later(x):\n    return help_out(x)\n"
    net = net.replace("return model(x)", "model(x)")
    assert "helper" in opened(tmp_path, net=net, helper="def help_out(x):\n    return x\n", **table_of_many())


def table_of_many() -> dict[str, str]:
    """A file that makes an Evaluator, and before that names the classes of many other files."""
    parts = {f"part{number}": f"class Part{number}:\n    pass\n" for number in range(MANY)}
    imports = "".join(f"from part{number} import Part{number}\n" for number in range(MANY))
    table = ", ".join(f"Part{number}" for number in range(MANY))
    main = f"def main(model, x):\n    table = [{table}]\n    return Evaluator()(model, x)\n"
    return {"run": f"from net import Evaluator\n{imports}\n\n{main}", **parts}
