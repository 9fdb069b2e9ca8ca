"""The file as rules see it; nothing is worked out, and no question's code is imported, before a rule asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function, Unit
from torchlint.flow import fixpoint
from torchlint.flow.facts import Record
from torchlint.flow.mode_dependence import ModeLayers
from torchlint.flow.training_trace import Tracer
from torchlint.knowledge.operations import METHODS_WITHOUT_ARGUMENTS
from torchlint.knowledge.torch_api import losses
from torchlint.project.import_resolver import Repository, is_among_tests
from torchlint.project.requirements import Supported
from torchlint.queries.views import CallView, ExpressionView
from torchlint.syntax import cst_parser, edits, tree

if TYPE_CHECKING:
    pass

_LOGARITHMS = [f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("log", "log2", "log10", "log1p")]

# Where tensors may be besides the CPU, and what stands for any of these.
_DEVICES = ("cuda", "device", "accelerator", "xpu", "mps")

# What functions that save a model have in their names, besides `save`.
_SAVED = ("checkpoint", "ckpt", "model", "state", "master", "torch", "weight")


class File:
    """One Python file, understood. Raises Unparsable if its text can't be read.

    A notebook's `text` is its cells one after the other; `cell_ends` is where each ends. `parse` gives the text's tree
    where there is a quicker way to the same.
    """

    def __init__(
        self,
        path: str,
        text: str,
        repository: Repository | None = None,
        cell_ends: Sequence[int] = (),
        parse: Callable[[str], tree.Tree] | None = None,
    ) -> None:
        self.path, self.text, self._cell_ends = path, text, cell_ends
        self.results: dict[object, object] = {}  # of queries that were asked, by the query
        self.tree: tree.Tree = (parse or cst_parser.parse)(text)
        self.repository = repository
        self.place = repository.place(path) if repository is not None else ""
        if repository is not None:
            repository.keep(self.place, self.tree)

    @cached_property
    def _reading(self) -> fixpoint.Reading:
        return fixpoint.read(self.tree, self.place, self.repository)

    @cached_property
    def torch(self) -> Supported:
        """The PyTorch versions that this code is for; the newest one where nothing says."""
        return self.repository.torch(self.place) if self.repository is not None else Supported()

    def read(self) -> bool:
        """Work out now what the first question of a rule would make it work out; whether every call was followed.

        Raises OutOfWork for a file that takes too much work.
        """
        return not self._reading.is_cut

    def holds(self, node: tree.Node) -> bool:
        """Whether a piece of code stands in this file."""
        return node in self.tree.parents

    def is_within(self, node: tree.Node, outer: tree.Node) -> bool:
        """Whether code is inside other code of this file; offsets alone say nothing about code of another file."""
        return self.holds(node) and outer.start <= node.start and node.end <= outer.end

    @property
    def record(self) -> Record:
        return self._reading.record

    @property
    def frozen(self) -> set[tree.Node]:
        """Where models were made whose parameters want no gradient."""
        return self._reading.frozen

    @property
    def units(self) -> list[Unit]:
        """The file as it was read, and those that were read with it."""
        return self._reading.units

    @property
    def functions(self) -> dict[tree.Node, Function]:
        return self._reading.functions

    @property
    def classes(self) -> list[Class]:
        return self._reading.classes

    @cached_property
    def class_at(self) -> dict[tree.Node | None, Class]:
        """The classes of this file by where they are defined."""
        return {cls.node: cls for cls in self.classes}

    @property
    def layers(self) -> ModeLayers:
        """Which modules depend on the mode that they are in."""
        return self._reading.layers

    def mentions(self, name: str) -> bool:
        """Whether this file, or one of those that were read with it, speaks of a name or an attribute."""
        return any(name in unit.mentioned for unit in self._reading.units)

    def mentions_together(self, *names: str) -> bool:
        """Whether this file, or one of those that were read with it, speaks of all of these names."""
        return any(unit.mentioned.issuperset(names) for unit in self._reading.units)

    @property
    def data_parallels(self) -> list[CallView]:
        """Where models are given to DataParallel, whatever leads to its name, in source order."""
        named = self.named_calls("torch.nn.DataParallel", "torch.nn.parallel.data_parallel")
        made = [e.node for e in self.record.wraps if e.wrapper == "DataParallel" and self.holds(e.node)]
        nodes = {call.node: None for call in named} | dict.fromkeys(made)
        return [CallView(self, node) for node in sorted(nodes, key=lambda node: node.start)]

    @property
    def says_what_may_be_loaded(self) -> bool:
        """Whether it names the classes that may be loaded besides weights, and so relies on loading no others."""
        return self.mentions("add_safe_globals") or self.mentions("safe_globals")

    @cached_property
    def uses_cuda(self) -> bool:
        """Whether this file, or one of those that were read with it, speaks of CUDA or of a device of that name."""
        return self.mentions("cuda") or self.has_text("cuda")

    def has_text(self, beginning: str) -> bool:
        """Whether a text in this file, or in one of those that were read with it, begins like this."""
        return any(unit.has_text(beginning) for unit in self._reading.units)

    @property
    def tracer(self) -> Tracer:
        """The order of training, as it was noted."""
        return self._reading.tracer

    @property
    def predates_scheduler_order(self) -> bool:
        """Whether the file is written for a PyTorch before 1.1, where schedulers stepped first: it wraps tensors."""
        return any(name == "torch.autograd.Variable" for name in self._imports.values())

    def calls(self, *names: str) -> Iterator[CallView]:
        """Every call of these, named as the PyTorch documentation names them, in source order."""
        wanted = set(names)
        found = [call for call, known in self.record.callees.items() if known & wanted and self.holds(call)]
        return (CallView(self, call) for call in sorted(found, key=lambda c: c.start))

    @cached_property
    def calls_by_name(self) -> dict[tree.Call, frozenset[str]]:
        """The calls whose names the file's imports spell out, in source order, and what each may mean."""
        from torchlint.binding.qualified_names import by_name

        return by_name(self.tree)

    @cached_property
    def _by_meaning(self) -> dict[frozenset[str], list[tree.Call]]:
        found: dict[frozenset[str], list[tree.Call]] = {}
        for call, names in self.calls_by_name.items():
            found.setdefault(names, []).append(call)
        return found

    def statements_calling(self, *names: str) -> Iterator[CallView]:
        """The calls of these, by the file's imports, as statements of their own: nobody has what they give."""
        return (call for call in self.named_calls(*names) if call.is_discarded)

    def method_calls(self, *names: str) -> Iterator[CallView]:
        """Every call of methods of these names, of whatever objects, in source order."""
        calls = self._methods
        found = [call for name in names for call in calls.get(name, ())]
        return (CallView(self, call) for call in sorted(found, key=lambda call: call.start))

    @cached_property
    def _methods(self) -> dict[str, list[tree.Call]]:
        found: dict[str, list[tree.Call]] = {}
        for call in self.tree.all(tree.Call):
            if isinstance(call.func, tree.Attribute):
                found.setdefault(call.func.attr, []).append(call)
        return found

    def speaks_of(self, *words: str) -> bool:
        """Whether the file's text has one of these words."""
        return any(word in self.text for word in words)

    @property
    def made_losses(self) -> Iterator[CallView]:
        """Every call of a class of PyTorch's losses, in source order."""
        names = [name for name in losses() if name.rpartition(".")[2][:1].isupper()]
        return self.named_calls(*names)

    @property
    def saves_models(self) -> bool:
        """Whether this file writes models or tensors: by torch.save, or by a function that is called after it."""
        names = {tree.last_name(call.func).lower() for call in self.tree.all(tree.Call)}
        wrapped = any("save" in name and any(what in name for what in _SAVED) for name in names)
        return wrapped or any(self.named_calls("torch.save"))

    @property
    def downloads_from_pytorch(self) -> bool:
        """Whether there are addresses in the file's strings, all of them of PyTorch's own server."""
        strings = (c.value for c in self.tree.all(tree.Constant) if isinstance(c.value, str))
        addresses = [text for text in strings if text.startswith(("http://", "https://"))]
        return bool(addresses) and all("://download.pytorch.org/" in text for text in addresses)

    @property
    def is_for_debugging(self) -> bool:
        """Whether the file's name says that it looks for bugs."""
        return "debug" in self.path.replace("\\", "/").rpartition("/")[2].lower()

    @property
    def uncalled_methods(self) -> Iterator[ExpressionView]:
        """Attributes, as statements of their own, of optimizers, modules, schedulers and tensors, in source order."""
        for statement in self.tree.all(tree.ExpressionStatement):
            held = statement.value
            if isinstance(held, tree.Attribute) and statement not in self.displayed:
                kind = self.value(held.value).value.kind
                if held.attr in METHODS_WITHOUT_ARGUMENTS.get(kind, ()):
                    yield ExpressionView(self, held)

    def spelled(self, call: tree.Call) -> frozenset[str]:
        """What a call may mean as the file's imports spell its name out; empty where they do not."""
        return self.calls_by_name.get(call, frozenset())

    def named_calls(self, *names: str) -> Iterator[CallView]:
        """Every call of these as the file's imports spell their names out, in source order, in dead code too."""
        wanted = frozenset(names)
        found = [call for meant, calls in self._by_meaning.items() if meant <= wanted for call in calls]
        return (CallView(self, call) for call in sorted(found, key=lambda call: call.start))

    def spelled_out(self, node: tree.Node) -> str:
        """A dotted name as the file's imports spell it out: `F.relu` to `torch.nn.functional.relu`."""
        first, _, rest = (tree.dotted(node) or "").partition(".")
        meaning = self._imports.get(first, first)
        return f"{meaning}.{rest}" if rest else meaning

    def goes_over_batches(self, loop: tree.Node) -> bool:
        """Whether a loop takes one batch of a loader after the other."""
        return loop in self.record.over_batches

    @cached_property
    def called_names(self) -> frozenset[str]:
        """The names, and the last names of attributes, that are called here: `model` of `self.model(x)`."""
        called = (call.func for call in self.tree.all(tree.Call))
        return frozenset(
            n.id if isinstance(n, tree.Name) else n.attr for n in called if isinstance(n, (tree.Name, tree.Attribute))
        )

    @cached_property
    def _imports(self) -> dict[str, str]:
        return edits.imported(self.tree)

    def imports_any(self, names: frozenset[str]) -> bool:
        """Whether one of these, by its dotted name, is imported here."""
        return not names.isdisjoint(self._imports.values())

    def imports_packages(self, names: Iterable[str]) -> bool:
        """Whether something of one of these packages, or of a module of this name in one, is imported here."""
        wanted = set(names)
        return any(not wanted.isdisjoint(meaning.split(".")) for meaning in self._imports.values())

    def value(self, node: tree.Node) -> ExpressionView:
        """The view of an expression."""
        return CallView(self, node) if isinstance(node, tree.Call) else ExpressionView(self, node)

    @cached_property
    def displayed(self) -> frozenset[tree.Node]:
        """The expression statements that end a cell, of a notebook or a script in cells: their values are shown."""
        from torchlint.queries.api.displayed_values import shown

        return frozenset(shown(self.tree, self.text, self._cell_ends))

    @cached_property
    def is_part_of_tests(self) -> bool:
        """Whether a test runner collects this file, or it stands in a folder of the project's tests."""
        among = self.repository is not None and is_among_tests(self.place, self.repository.root)
        return among or self.is_test_module

    @property
    def names_a_device(self) -> bool:
        """Whether the file speaks of anything but the CPU, in code or in a text."""
        return any(word in self.text for word in _DEVICES)

    @cached_property
    def is_test_module(self) -> bool:
        """Whether its name, its imports or its tests say that a runner collects it; a folder does not."""
        name = self.path.replace("\\", "/").rpartition("/")[2]
        if name.startswith("test_") or name.endswith("_test.py") or name == "tests.py":
            return True
        imports: list[tree.Import | tree.ImportFrom] = [*self.tree.all(tree.Import), *self.tree.all(tree.ImportFrom)]
        for node in imports:
            names = [node.module] if isinstance(node, tree.ImportFrom) else [a.name for a in node.names]
            if any({"pytest", "unittest", "testing"} & set(name.split(".")) for name in names):
                return True
        return any(map(self._is_unit_test, self.tree.all(tree.FunctionDef)))

    def _is_unit_test(self, function: tree.FunctionDef) -> bool:
        """Whether a function is a test by its name, and by what it calls of unittest's: `self.assertTrue(...)`."""
        if not function.name.startswith("test_"):
            return False
        called = (tree.dotted(call.func) or "" for call in self.tree.inside(function, tree.Call))
        return any(re.match(r"self\.assert[A-Z]", name) for name in called)
