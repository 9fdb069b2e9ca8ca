"""Calls of torch.utils.checkpoint: what is recomputed in the backward pass, and with which inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import NO, UNKNOWN, Composite, OneOf, Sequential, Value, alternatives
from torchlint.finding import Edit
from torchlint.knowledge.effects import Handler
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


_HANDLERS: tuple[Handler, ...] = ("checkpoint", "checkpoint-sequential")


class CheckpointView(CallView):
    """A call of `checkpoint` or `checkpoint_sequential`."""

    __slots__ = ()

    @property
    def is_sequential(self) -> bool:
        """Whether it is `checkpoint_sequential`, which runs a list of functions in segments."""
        return not self.names.isdisjoint(BUILT_IN.names_with("checkpoint-sequential", "torch"))

    @property
    def body(self) -> ExpressionView | None:
        """What is recomputed: a function, a module, or the list of modules."""
        return self.argument(0, "functions" if self.is_sequential else "function")

    @property
    def is_reentrant(self) -> bool:
        """Whether it uses the reentrant implementation: `use_reentrant` is True, or left out."""
        if any(a.star == "**" for a in self.node.args):
            return False  # it may set the argument
        given = self.argument(-1, "use_reentrant")
        return given is None or tree.is_true(given.node)

    @property
    def inputs(self) -> list[ExpressionView]:
        """The arguments that are passed on to the body."""
        first = 2 if self.is_sequential else 1
        given = [a for a in self.node.args if not a.keyword][first:]
        given += [a for a in self.node.args if a.keyword == "input"]
        return [ExpressionView(self.file, a.value) for a in given]

    @property
    def has_no_graph_before(self) -> bool:
        """Whether certainly no input requires grad."""
        values = [given.value for given in self.inputs]
        plain = all(
            v.kind in ("number", "none", "batch") or (v.is_tensor and v.grad == NO and not v.assumed) for v in values
        )
        return plain and any(v.kind == "batch" or v.is_tensor for v in values) and not self._is_unpacked

    @property
    def loses_first_segment(self) -> bool:
        """Whether its first segment surely gets no gradients; for a sequential one, perhaps."""
        has_no_graph = self.has_no_graph_before or (self.is_sequential and self.is_given_input)
        is_whole = self.is_reentrant and self.may_train and not self.has_one_segment
        return has_no_graph and is_whole and not self.reads_requires_grad

    @property
    def reads_requires_grad(self) -> bool:
        """Whether it only runs if an input requires grad: `if x.requires_grad: ...`."""
        given = {tree.dotted(one.node) or one.code for one in self.inputs}
        for above in self.file.tree.around(self.node):
            if isinstance(above, tree.FunctionDef):
                return False
            if isinstance(above, (tree.If, tree.Conditional)):
                then = above.body if isinstance(above, tree.If) else [above.body]
                if then[0].start <= self.node.start < then[-1].end and self._requires_grad(above.test, given):
                    return True
        return False

    def _requires_grad(self, test: tree.Node, given: set[str]) -> bool:
        """Whether a condition requires that one of these names requires grad; not its negation."""
        parts = test.values if isinstance(test, tree.BoolOp) else [test]
        asked = [part.value for part in parts if isinstance(part, tree.Attribute) and part.attr == "requires_grad"]
        return any(self.file.tree.text_of(one) in given for one in asked)

    @property
    def is_given_input(self) -> bool:
        """Whether its input is the unknown input of the model's own forward, so that this is the first segment."""
        function, given = self.function, self.inputs
        if function is None or function.name != "forward" or len(given) != 1 or self._is_unpacked:
            return False
        node, value = given[0].node, given[0].value
        definition = reaching_definition(self.file.tree, node) if isinstance(node, tree.Name) else None
        if definition is None or definition.node not in function.node.parameters:
            return False
        return value.kind == "unknown" or (value.is_tensor and value.grad == NO and value.assumed)

    @property
    def _is_unpacked(self) -> bool:
        return any(a.star for a in self.node.args)

    @property
    def may_train(self) -> bool:
        """Whether the body may have parameters that require grad."""
        body = self.body
        if body is None or not self.may_have_grad:
            return False
        value = body.value
        return value.kind != "module" or (
            module_has_parameters(value) and value.source not in self.file.analysis.frozen
        )

    @property
    def holds_batch_norm(self) -> bool:
        """Whether what is recomputed contains a BatchNorm with running statistics."""
        value = self.body.value if self.body is not None else UNKNOWN
        if not self.is_sequential or not isinstance(value.ref, Sequential):
            return has_running_statistics(value)
        return any(has_running_statistics(part) for part in value.ref.parts[: self._recomputed_of(value.ref)])

    @property
    def has_one_segment(self) -> bool:
        """Whether it is `checkpoint_sequential` with a single segment, which is the last: nothing is checkpointed."""
        return self.is_sequential and self._segments == 1

    @property
    def has_known_segments(self) -> bool:
        """Whether it is known which part of the body is recomputed."""
        return not self.is_sequential or self._segments is not None

    @property
    def _segments(self) -> int | None:
        given = self.argument(1, "segments")
        return tree.integer_literal(resolved_expression(self.file.tree, given.node)) if given is not None else None

    def _recomputed_of(self, layers: Sequential) -> int:
        """How many of the layers are recomputed at most: all but the last segment, which has those left over, too."""
        segments = self._segments
        if segments is None:
            return len(layers.parts) - 1
        return len(layers.parts) // segments * (segments - 1) if segments > 0 else 0

    @property
    def without_reentry(self) -> tuple[Edit, ...]:
        """The edit that sets `use_reentrant=False`."""
        given = self.argument(-1, "use_reentrant")
        return given.put("False") if given is not None else self.put_last("use_reentrant=False")


def has_running_statistics(module: Value, depth: int = 0) -> bool:
    """Whether a module certainly is or contains a BatchNorm with running statistics."""
    ref = module.ref
    if module.kind != "module" or depth > 4:
        return False
    if isinstance(ref, str):
        return ref.startswith("torch.nn.BatchNorm") and _tracks_running_stats(module.source)
    if isinstance(ref, OneOf):
        return all(has_running_statistics(one, depth + 1) for one in alternatives(module))
    if isinstance(ref, Class):
        held = [value for cls in ref.lineage for value in cls.attributes.values()]
    else:
        held = [*ref.parts] if isinstance(ref, Composite) else []
    return any(has_running_statistics(value, depth + 1) for value in held)


def _tracks_running_stats(made: tree.Node | None) -> bool:
    """Whether a BatchNorm has running statistics (`track_running_stats`, on by default)."""
    return not isinstance(made, tree.Call) or all(a.keyword != "track_running_stats" for a in made.args)


@query
def checkpoints(file: File) -> Iterator[CheckpointView]:
    """Calls of `checkpoint` and `checkpoint_sequential`, in source order."""
    for call in file.calls(*(name for word in _HANDLERS for name in BUILT_IN.names_with(word, "torch"))):
        yield CheckpointView(file, call.node)
