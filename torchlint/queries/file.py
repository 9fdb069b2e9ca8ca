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
    from torchlint.queries.api.deprecated_uses import ApiUse
    from torchlint.queries.private.attribute_writes import AttributeWrite
    from torchlint.queries.private.broadcasts import BroadcastView
    from torchlint.queries.private.cadence import Cadence
    from torchlint.queries.private.changed_inputs import ChangedInput
    from torchlint.queries.private.choices import ChoiceView
    from torchlint.queries.private.contexts import KeptTensor
    from torchlint.queries.private.data_reads import DataRead
    from torchlint.queries.private.ddp_views import BypassView
    from torchlint.queries.private.discards import DiscardView
    from torchlint.queries.private.divergences import DivergenceView
    from torchlint.queries.private.factory_views import MoveView
    from torchlint.queries.private.fixed_devices import FixedDevice
    from torchlint.queries.private.fixed_shapes import FixedShape
    from torchlint.queries.private.frozen_norms import FrozenNorms
    from torchlint.queries.private.hook_signatures import HookSignature
    from torchlint.queries.private.hook_storage import StoredByHook
    from torchlint.queries.private.host_copies import HostCopy
    from torchlint.queries.private.load_views import LoadView
    from torchlint.queries.private.loaded_modes import LoadedInEval
    from torchlint.queries.private.loop_rebinds import LoopRebind
    from torchlint.queries.private.lost_parameters import LostParameter
    from torchlint.queries.private.made_in_forward import MadeLayer
    from torchlint.queries.private.one_shot import UsedUp
    from torchlint.queries.private.outputs import OutputView
    from torchlint.queries.private.pixel_work import SampleWork
    from torchlint.queries.private.plain_containers import PlainContainer
    from torchlint.queries.private.plain_tensors import PlainTensor
    from torchlint.queries.private.precision_views import HalfTraining
    from torchlint.queries.private.rank_conditions import LonelyCall
    from torchlint.queries.private.recurrence import Recurrence
    from torchlint.queries.private.recurrent_axes import LastStep
    from torchlint.queries.private.reorderings import ReorderingView
    from torchlint.queries.private.repeated_modules import RepeatedModule
    from torchlint.queries.private.sampler_views import SamplerView
    from torchlint.queries.private.schedule_views import SchedulerView, ScheduleView
    from torchlint.queries.private.severed import SeveredLoss
    from torchlint.queries.private.squeezes import SqueezeView
    from torchlint.queries.private.stale_optimizers import Replaced
    from torchlint.queries.private.timings import TimingView
    from torchlint.queries.private.unused_layers import UnusedLayer
    from torchlint.queries.private.worker_seeds import WorkerSeed
    from torchlint.queries.private.wrapped_states import WrappedState

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

    @property
    def frozen_norms(self) -> Iterator[FrozenNorms]:
        """Where modules with BatchNorm are frozen that go on training in train mode, in source order."""
        from torchlint.queries.private.frozen_norms import frozen_norms

        return frozen_norms(self)

    @property
    def loaded_in_eval(self) -> Iterator[LoadedInEval]:
        """Forwards of training in the eval mode in which the model was loaded, in source order."""
        from torchlint.queries.private.loaded_modes import loaded_in_eval

        return loaded_in_eval(self)

    @property
    def stored_by_hooks(self) -> Iterator[StoredByHook]:
        """Where hooks add what they are given to containers, forward after forward, in source order."""
        from torchlint.queries.private.hook_storage import stored_by_hooks

        return stored_by_hooks(self)

    @property
    def hook_signatures(self) -> Iterator[HookSignature]:
        """The hooks whose functions stand in this file, each with what it takes and is given, in source order."""
        from torchlint.queries.private.hook_signatures import hook_signatures

        return hook_signatures(self)

    def mentions(self, name: str) -> bool:
        """Whether this file, or one of those that were read with it, speaks of a name or an attribute."""
        return any(name in unit.mentioned for unit in self._reading.units)

    def mentions_together(self, *names: str) -> bool:
        """Whether this file, or one of those that were read with it, speaks of all of these names."""
        return any(unit.mentioned.issuperset(names) for unit in self._reading.units)

    @property
    def lonely_calls(self) -> Iterator[LonelyCall]:
        """Collectives, and calls of functions that have one, that only some of the processes come to."""
        from torchlint.queries.private.rank_conditions import lonely_calls

        return lonely_calls(self)

    @property
    def ddp_bypasses(self) -> Iterator[BypassView]:
        """Forwards that train a model beside the DistributedDataParallel around it, in source order."""
        from torchlint.queries.private.ddp_views import bypasses

        return bypasses(self)

    @property
    def stuck_samplers(self) -> Iterator[SamplerView]:
        """Shuffling DistributedSamplers whose order a loop takes again in each epoch, in source order."""
        from torchlint.queries.private.sampler_views import stuck_samplers

        return stuck_samplers(self)

    @property
    def moved_factories(self) -> Iterator[MoveView]:
        """Calls that move a tensor that was made in the same expression, in source order."""
        from torchlint.queries.private.factory_views import moved_factories

        return moved_factories(self)

    @property
    def half_trainings(self) -> Iterator[HalfTraining]:
        """Where a model becomes float16 that an optimizer of PyTorch's then trains, in source order."""
        from torchlint.queries.private.precision_views import half_trainings

        return half_trainings(self)

    @property
    def data_parallels(self) -> list[CallView]:
        """Where models are given to DataParallel, whatever leads to its name, in source order."""
        named = self.named_calls("torch.nn.DataParallel", "torch.nn.parallel.data_parallel")
        made = [e.node for e in self.record.wraps if e.wrapper == "DataParallel" and self.holds(e.node)]
        nodes = {call.node: None for call in named} | dict.fromkeys(made)
        return [CallView(self, node) for node in sorted(nodes, key=lambda node: node.start)]

    @property
    def wrapped_states(self) -> Iterator[WrappedState]:
        """Where the parameters of a wrapped model are saved under the wrapper's names, in source order."""
        from torchlint.queries.private.wrapped_states import wrapped_states

        return wrapped_states(self)

    @property
    def unfinished_copies(self) -> Iterator[HostCopy]:
        """Copies to the CPU that are read before anything has waited for them, in source order."""
        from torchlint.queries.private.host_copies import unfinished_copies

        return unfinished_copies(self)

    @property
    def loads(self) -> Iterator[LoadView]:
        """Calls of torch.load, in source order."""
        from torchlint.queries.private.load_views import loads

        return loads(self)

    def is_written_by_project(self, load: CallView) -> bool:
        """Whether another file of the project saves to the path that a call of torch.load is given."""
        from torchlint.queries.private.own_files import is_written_by_project

        return is_written_by_project(self, load)

    def has_hash_in_name(self, download: CallView) -> bool:
        """Whether the names of the files that a call may download hold their hashes."""
        from torchlint.queries.private.downloads import has_hash_in_name

        return has_hash_in_name(self, download)

    @property
    def says_what_may_be_loaded(self) -> bool:
        """Whether it names the classes that may be loaded besides weights, and so relies on loading no others."""
        return self.mentions("add_safe_globals") or self.mentions("safe_globals")

    def is_whole_model(self, load: CallView) -> bool:
        """Whether what a call of torch.load gives is used as a module, rather than as a state dict."""
        from torchlint.queries.private.whole_models import is_whole_model

        return is_whole_model(self, load.node)

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
    def early_schedules(self) -> Iterator[ScheduleView]:
        """Where a scheduler steps before its optimizer has stepped for the first time, in source order."""
        from torchlint.queries.private.schedule_views import early_schedules

        return early_schedules(self)

    @property
    def idle_schedulers(self) -> Iterator[SchedulerView]:
        """Schedulers that are made here, never stepped and never handed to anybody who could, in source order."""
        from torchlint.queries.private.schedule_views import idle_schedulers

        return idle_schedulers(self)

    @property
    def severed_losses(self) -> Iterator[SeveredLoss]:
        """Losses that are made anew, so that their backward reaches no model, in source order."""
        from torchlint.queries.private.severed import severed_losses

        return severed_losses(self)

    @property
    def recurrences(self) -> Iterator[Recurrence]:
        """Outputs that go into the next training step with the graph of this one, in source order."""
        from torchlint.queries.private.recurrence import recurrences

        return recurrences(self)

    @property
    def loop_rebinds(self) -> Iterator[LoopRebind]:
        """Loops that give their own variable a new tensor, which nothing reads, in source order."""
        from torchlint.queries.private.loop_rebinds import loop_rebinds

        return loop_rebinds(self)

    @property
    def data_reads(self) -> Iterator[DataRead]:
        """`.data` of tensors that are part of a graph, in source order."""
        from torchlint.queries.private.data_reads import data_reads

        return data_reads(self)

    @property
    def stale_optimizers(self) -> Iterator[Replaced]:
        """Models, and parts of models, that are made anew after their optimizer, in source order."""
        from torchlint.queries.private.stale_optimizers import stale_optimizers

        return stale_optimizers(self)

    @property
    def cadences(self) -> Iterator[Cadence]:
        """Schedulers that step once per epoch and count batches, or the other way round, in source order."""
        from torchlint.queries.private.cadence import cadences

        return cadences(self)

    @property
    def discards(self) -> Iterator[DiscardView]:
        """Calls of operations that return a new tensor, which nothing is done with, in source order."""
        from torchlint.queries.private.discards import discards

        return discards(self)

    @property
    def layers_made_in_forward(self) -> Iterator[MadeLayer]:
        """The layers that modules make and call each time that they are called themselves, in source order."""
        from torchlint.queries.private.made_in_forward import layers_made_in_forward

        return layers_made_in_forward(self)

    @property
    def lost_parameters(self) -> Iterator[LostParameter]:
        """Parameters that are worked on before anything keeps them, in source order."""
        from torchlint.queries.private.lost_parameters import lost_parameters

        return lost_parameters(self)

    @property
    def repeated_modules(self) -> Iterator[RepeatedModule]:
        """Lists that hold one module several times, in source order."""
        from torchlint.queries.private.repeated_modules import repeated_modules

        return repeated_modules(self)

    @property
    def unused_layers(self) -> Iterator[UnusedLayer]:
        """The layers of this file's modules that nothing in the project uses, in source order."""
        from torchlint.queries.private.unused_layers import unused_layers

        return unused_layers(self)

    @property
    def attribute_writes(self) -> Iterator[AttributeWrite]:
        """The assignments to attributes that change nothing that PyTorch looks at, in source order."""
        from torchlint.queries.private.attribute_writes import attribute_writes

        return attribute_writes(self)

    @property
    def last_steps(self) -> Iterator[LastStep]:
        """Where `[:, -1]` is taken of the output of a recurrent layer whose time is the first dimension."""
        from torchlint.queries.private.recurrent_axes import last_steps

        return last_steps(self)

    @property
    def plain_tensors(self) -> Iterator[PlainTensor]:
        """The tensors that modules keep as plain attributes and compute with, in source order."""
        from torchlint.queries.private.plain_tensors import plain_tensors

        return plain_tensors(self)

    @property
    def changed_inputs(self) -> Iterator[ChangedInput]:
        """Where tensors are changed in place that somebody else goes on to use, in source order."""
        from torchlint.queries.private.changed_inputs import changed_inputs

        return changed_inputs(self)

    @property
    def fixed_devices(self) -> Iterator[FixedDevice]:
        """Where the program asks for CUDA, whatever there is, in source order."""
        from torchlint.queries.private.fixed_devices import fixed_devices

        return fixed_devices(self)

    @property
    def fixed_shapes(self) -> Iterator[FixedShape]:
        """Where modules flatten to a number of features that is written out, in source order."""
        from torchlint.queries.private.fixed_shapes import fixed_shapes

        return fixed_shapes(self)

    @property
    def outputs(self) -> Iterator[OutputView]:
        """The tuples that the forwards of this file's modules return, in source order."""
        from torchlint.queries.private.outputs import outputs

        return outputs(self)

    @property
    def worker_seeds(self) -> Iterator[WorkerSeed]:
        """What seeds the workers of DataLoaders alike in each epoch, in source order."""
        from torchlint.queries.private.worker_seeds import worker_seeds

        return worker_seeds(self)

    @property
    def plain_containers(self) -> Iterator[PlainContainer]:
        """The attributes of this file's modules that hide modules or parameters, in source order."""
        from torchlint.queries.private.plain_containers import plain_containers

        return plain_containers(self)

    @property
    def sample_work(self) -> Iterator[SampleWork]:
        """Elementwise work that is done to one sample at a time, in source order."""
        from torchlint.queries.private.samples import sample_work

        return sample_work(self)

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

    @property
    def timings(self) -> Iterator[TimingView]:
        """Readings of a clock after a model's work that nothing has waited for, in source order."""
        from torchlint.queries.private.timings import timings

        return timings(self)

    def speaks_of(self, *words: str) -> bool:
        """Whether the file's text has one of these words."""
        return any(word in self.text for word in words)

    @property
    def used_up(self) -> Iterator[UsedUp]:
        """Where an iterator over parameters is used that somebody before has used up, in source order."""
        from torchlint.queries.private.one_shot import used_up

        return used_up(self)

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

    @property
    def removed_uses(self) -> Iterator[ApiUse]:
        """Where the code uses what fails in PyTorch, or does nothing any more."""
        from torchlint.queries.private.removed_uses import removed_uses

        return removed_uses(self)

    @property
    def divergences(self) -> Iterator[DivergenceView]:
        """Every Kullback-Leibler divergence that is computed as a loss, in source order."""
        from torchlint.queries.private.divergences import divergences

        return divergences(self)

    @property
    def choices(self) -> Iterator[ChoiceView]:
        """Every choice between two tensors by a condition, in source order."""
        from torchlint.queries.private.choices import choices

        return choices(self)

    @property
    def kept_tensors(self) -> Iterator[KeptTensor]:
        """Inputs and outputs of autograd Functions that are attributes of their contexts, in source order."""
        from torchlint.queries.private.contexts import kept_tensors

        return kept_tensors(self)

    @property
    def reorderings(self) -> Iterator[ReorderingView]:
        """Views of a tensor by its own sizes in another order, in source order."""
        from torchlint.queries.private.reorderings import reorderings

        return reorderings(self)

    @property
    def broadcasts(self) -> Iterator[BroadcastView]:
        """What spreads an output of shape (N, 1) over a target of shape (N,), in source order."""
        from torchlint.queries.private.broadcasts import broadcasts

        return broadcasts(self)

    @property
    def squeezes(self) -> Iterator[SqueezeView]:
        """Squeezes without a dimension of what ends in one number for each sample, in source order."""
        from torchlint.queries.private.squeezes import squeezes

        return squeezes(self)

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
