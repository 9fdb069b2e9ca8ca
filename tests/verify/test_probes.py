"""A probe, its judge and its proof are found by one name: there is no list of them, and no name leads elsewhere."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import torchlint
from tests.runtime_parts import RUNTIME, importable, part
from torchlint import proofs
from torchlint.evidence import Evidence
from torchlint.files.source import Source
from torchlint.finding import Experiment, Finding, Span
from torchlint.verify import judges
from torchlint.verify.judge import verdict
from torchlint.verify.plan import plan_of
from torchlint.verify.verification import can_settle, judgement_of

PROBES = RUNTIME / "_torchlint" / "probes"
JUDGES = Path(judges.__file__).parent
PROOFS = {
    name: made
    for name, made in vars(proofs).items()
    if inspect.isfunction(made) and made.__module__ == proofs.__name__ and not name.startswith("_")
}
# Names that are no file of either folder, or that a careless import would follow out of it.
STRANGE = ["no_such_probe", "", "__init__", "os", "os.path", ".os", "..sites", "../site", "/etc/passwd", "Eval_Mode"]


class Somewhere:
    """A piece of code, another one each time."""

    def __init__(self, start: int) -> None:
        self.span = Span(start, start + 1)


def files_in(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def missing(named: Mapping[str, Collection[str]]) -> Iterator[str]:
    """What lacks one of its parts: `named` says what stands in each place."""
    for name in sorted(set().union(*named.values())):
        yield from (f"{name}: nothing in {place}" for place, names in named.items() if name not in names)


def made(name: str) -> Experiment:
    """The experiment of a proof that is given all it can take."""
    parameters = inspect.signature(PROOFS[name]).parameters.values()
    names = [f"{each.name}_0" if each.kind is each.VAR_KEYWORD else each.name for each in parameters]
    places = {each: Somewhere(i) for i, each in enumerate(names)}
    experiment = PROOFS[name](**places)
    assert isinstance(experiment, Experiment)
    return experiment


@pytest.fixture(scope="module")
def probes() -> Iterator[Any]:
    with importable():
        yield part("probes")


def test_a_probe_has_a_judge_and_a_proof() -> None:
    places = {"verify/runtime/_torchlint/probes": files_in(PROBES), "verify/judges": files_in(JUDGES), "proofs": PROOFS}
    assert not list(missing(places))


def test_one_that_lacks_a_part_is_reported() -> None:
    assert list(missing({"probes": {"a", "b"}, "judges": {"b", "c"}, "proofs": {"a", "b", "c"}})) == [
        "a: nothing in judges",
        "c: nothing in probes",
    ]


def test_all_that_is_there_is_found(probes: Any) -> None:
    assert files_in(PROBES) == probes.NAMES
    assert files_in(JUDGES) == judges.NAMES


@pytest.mark.parametrize("name", sorted(files_in(PROBES) | files_in(JUDGES)))
def test_a_name_leads_to_its_own_files(name: str, probes: Any) -> None:
    kind, judge = probes.probe(name), judges.judge_of(name)
    assert (kind.__module__, kind.__name__.lower()) == (f"_torchlint.probes.{name}", name.replace("_", ""))
    assert judge is not None
    assert judge.__module__ == f"torchlint.verify.judges.{name}"


@pytest.mark.parametrize("name", sorted(PROOFS))
def test_a_proof_asks_for_what_its_probe_looks_at(name: str, probes: Any) -> None:
    kind, experiment = probes.probe(name), made(name)
    roles = {role for role, _ in experiment.captures}
    known = {*kind.captured(roles), kind.looks_after, kind.looks_into, *kind.stands_at, "at"}
    assert experiment.probe == name
    assert set(kind.looks_at) <= roles
    assert roles <= known


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_is_no_file_is_refused(name: str, probes: Any) -> None:
    before = set(sys.modules)
    with pytest.raises(LookupError, match=r"^torchlint has no probe named '"):
        probes.probe(name)
    assert judges.judge_of(name) is None
    assert set(sys.modules) == before, "what has that name was imported"


@pytest.mark.parametrize("name", STRANGE)
def test_an_experiment_that_nobody_can_make_is_undecided(name: str) -> None:
    proof = Experiment(name, (("at", Span(0, 1)),))
    found = Finding("a.py", Span(0, 1), "", proof=proof)
    without = plan_of([(Source("a.py", "x"), [found])])
    for says in (verdict(proof, Evidence()), judgement_of(found, without, None).verdict):
        assert (says.outcome, says.text) == ("undecided", f"torchlint has no probe named {name!r}")
    assert not can_settle(found)


def test_only_those_that_are_asked_for_are_imported() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import _torchlint.sites, torchlint.verify.verification\n"
        "from torchlint.verify.judges import judge_of\n"
        "_torchlint.sites.add({'id': 0, 'probe': 'lost_parameter', 'roles': {'result': 0}}); judge_of('saturation')\n"
        "print(*sorted(name for name in sys.modules if '.probes.' in name or '.judges.' in name))"
    )
    command = [sys.executable, "-c", code, str(RUNTIME)]
    root = Path(torchlint.__file__).parent.parent
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.split() == ["_torchlint.probes.lost_parameter", "torchlint.verify.judges.saturation"]
