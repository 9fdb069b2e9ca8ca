"""What the forward of an autograd Function keeps for its backward as attributes of its context."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions_of, reaching_definition
from torchlint.finding import Edit
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import method
from torchlint.queries import ExpressionView
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SETS_UP = "setup_context"
_PERHAPS_TENSORS = ("unknown", "tensor", "output")  # not a list that `tolist()` has made


class KeptTensor(ExpressionView):
    """An input or output of a Function that its forward keeps as an attribute of the context."""

    __slots__ = ()
    node: tree.Name

    @property
    def assignment(self) -> tree.Assign:
        """The statement that keeps it."""
        found = self.file.tree.statement(self.node)
        assert isinstance(found, tree.Assign)
        return found

    @property
    def attribute(self) -> ExpressionView:
        """The attribute of the context, as it is assigned."""
        return ExpressionView(self.file, self._target)

    @property
    def _target(self) -> tree.Expression:
        pairs = _assigned(self.assignment)
        return next(target for target, value in pairs if self.file.is_within(self.node, value))

    @property
    def is_output(self) -> bool:
        """Whether the forward returns it, so that the tensor and its context hold each other."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        assert isinstance(function, tree.FunctionDef)
        if function.name == _SETS_UP:
            return self.node.id == _output_of(function)
        return self.node.id in _returned(function)

    @property
    def saved(self) -> tuple[Edit, ...]:
        """The edits that save it with save_for_backward; none where anything else is saved, or kept like it."""
        target, cls = self.assignment.targets[0], self.file.tree.above(self.node, tree.ClassDef)
        if (
            not isinstance(target, tree.Attribute)
            or cls is None
            or self.assignment.value is not self.node
            or len(self.assignment.targets) != 1
        ):
            return ()
        attributes = [n for n in tree.walk(cls) if isinstance(n, tree.Attribute)]
        is_alone = (
            len([kept for kept in context_tensors(self.file) if kept.node.start in range(cls.start, cls.end)]) == 1
        )
        if not is_alone or any(n.attr in ("save_for_backward", "saved_tensors", "setup_context") for n in attributes):
            return ()
        context = self.file.tree.text_of(target.value)
        made = edits.replace(self.assignment, f"{context}.save_for_backward({self.node.id})")
        for read in attributes:
            if read.attr == target.attr and read is not target:
                if tree.dotted(read.value) is None:
                    return ()
                made += edits.replace(read, f"{self.file.tree.text_of(read.value)}.saved_tensors[0]")
        return made


def context_tensors(file: File) -> Iterator[KeptTensor]:
    """The inputs and outputs of this file's autograd Functions that are attributes of their contexts."""
    for cls in file.analysis.classes:
        if any(base.endswith("autograd.Function") for base in cls.external_bases):
            yield from _stored_on(file, cls)


def _stored_on(file: File, cls: Class) -> Iterator[KeptTensor]:
    forward = cls.methods.get("forward")
    node = forward.node if forward is not None else None
    if forward is None or not isinstance(node, tree.FunctionDef) or not node.parameters:
        return
    yield from _stored_by_setup(file, cls, forward)
    context, returned = node.parameters[0].name, _returned(node)
    if context == "self" and not any(tree.dotted(one) == "staticmethod" for one in node.decorators):
        return  # a Function of the old kind, whose object is its own context
    differentiated = _differentiated(file, cls)
    tensors = {
        given.name
        for place, given in enumerate(node.parameters[1:])
        if given.kind == "positional" and (place in differentiated or _is_tensor(file, forward, given))
    }
    told = set[tree.Node]()
    for value in _kept(cls, node, context):
        if file.tree.statement(value) in told:
            continue  # one finding per statement
        for part in _held(value):
            if not isinstance(part, tree.Name):
                continue
            made = reaching_definition(file.tree, part)
            is_input = part.id in tensors and made is not None and made.kind == "parameter"
            last = definitions_of(file.tree, part)[-1:]
            is_output = (
                part.id in returned and last != () and last[0].kind != "parameter" and last[0].node.start < part.start
            )
            if (is_input or is_output) and file.value(part).value.kind in _PERHAPS_TENSORS:
                told.add(file.tree.statement(part))
                yield KeptTensor(file, part)
                break


def _held(value: tree.Expression) -> list[tree.Expression]:
    """The parts of a tuple, a list or a dict; else the expression itself."""
    if isinstance(value, tree.Dict):
        return value.values
    return value.elements if isinstance(value, (tree.Tuple, tree.List)) else [value]


def _stored_by_setup(file: File, cls: Class, forward: Function) -> Iterator[KeptTensor]:
    """What `setup_context(ctx, inputs, output)` keeps: its output, or an input that it unpacks, `x, size = inputs`."""
    setup, node = cls.methods.get(_SETS_UP), forward.node
    if setup is None or not isinstance(setup.node, tree.FunctionDef) or len(setup.node.parameters) != 3:
        return
    context, inputs, output = (one.name for one in setup.node.parameters)
    differentiated = _differentiated(file, cls)
    for value in _kept(cls, setup.node, context):
        if not isinstance(value, tree.Name):
            continue
        made = reaching_definition(file.tree, value)
        is_output = value.id == output and made is not None and made.kind == "parameter"
        place = _place_in(made.node, value.id, inputs) if made is not None else None
        given = node.parameters[place] if place is not None and place < len(node.parameters) else None
        if is_output or (given is not None and (place in differentiated or _is_tensor(file, forward, given))):
            yield KeptTensor(file, value)


def _place_in(statement: tree.Node, name: str, inputs: str) -> int | None:
    """Which of the inputs a name is, in `x, size = inputs`."""
    if not isinstance(statement, tree.Assign) or tree.dotted(statement.value) != inputs:
        return None
    target = statement.targets[0]
    names = [tree.dotted(one) for one in target.elements] if isinstance(target, (tree.Tuple, tree.List)) else []
    return names.index(name) if name in names else None


def _output_of(setup: tree.FunctionDef) -> str:
    return setup.parameters[2].name if len(setup.parameters) == 3 else ""


def _kept(cls: Class, function: tree.FunctionDef, context: str) -> Iterator[tree.Expression]:
    """What a function assigns to attributes of the context, and leaves there."""
    for assign in tree.walk(function, into_functions=False):
        for target, value in _assigned(assign) if isinstance(assign, tree.Assign) else ():
            if isinstance(target, tree.Attribute) and tree.dotted(target.value) == context:
                if not _is_taken_out(cls, target.attr):
                    yield value


def _assigned(assign: tree.Assign) -> list[tuple[tree.Expression, tree.Expression]]:
    """The first target with what it is assigned; of `ctx.x, ctx.y = x, y`, each target with its own."""
    target, value = assign.targets[0], assign.value
    if isinstance(target, (tree.Tuple, tree.List)) and isinstance(value, (tree.Tuple, tree.List)):
        if len(target.elements) == len(value.elements):
            return list(zip(target.elements, value.elements))
    return [(target, value)]


def _is_taken_out(cls: Class, attribute: str) -> bool:
    """Whether the class takes out again what it keeps: `ctx.outputs.pop()`, `del ctx.outputs`, `ctx.outputs = None`."""
    for node in tree.walk(cls.node):
        if isinstance(node, tree.Attribute) and node.attr in ("pop", "clear"):
            if isinstance(node.value, tree.Attribute) and node.value.attr == attribute:
                return True
        given = node.targets if isinstance(node, (tree.Delete, tree.Assign)) else []
        is_emptied = isinstance(node, tree.Delete) or (
            isinstance(node, tree.Assign) and isinstance(node.value, tree.Constant) and node.value.value is None
        )
        if is_emptied and any(isinstance(one, tree.Attribute) and one.attr == attribute for one in given):
            return True
    return False


def _returned(forward: tree.FunctionDef) -> set[str]:
    """The names that a function returns as they are."""
    found: set[str] = set()
    for node in tree.walk(forward, into_functions=False):
        if isinstance(node, tree.Return) and node.value is not None:
            parts = node.value.elements if isinstance(node.value, tree.Tuple) else [node.value]
            found |= {part.id for part in parts if isinstance(part, tree.Name)}
    return found


def _differentiated(file: File, cls: Class) -> set[int]:
    """The places of the inputs that backward always returns a gradient for, which PyTorch refuses for a number."""
    backward = cls.methods.get("backward")
    found: list[set[int]] = []
    for node in tree.walk(backward.node, into_functions=False) if backward is not None else ():
        if isinstance(node, tree.Return) and node.value is not None:
            parts = _parts(node.value)
            found.append({place for place, part in enumerate(parts) if _is_gradient(file, part)})
    return set.intersection(*found) if found else set()


def _parts(returned: tree.Expression) -> list[tree.Expression]:
    """What a return gives, one by one; of `(None, None) + gradients`, those that are seen."""
    if isinstance(returned, tree.Tuple):
        return returned.elements
    if isinstance(returned, tree.BinaryOp) and returned.op == "+" and isinstance(returned.left, tree.Tuple):
        return returned.left.elements
    return [returned]


def _is_gradient(file: File, returned: tree.Node) -> bool:
    """Whether this is certainly more than None: arithmetic, or a name for it."""
    if isinstance(returned, tree.Name):
        made = reaching_definition(file.tree, returned)
        return made is not None and made.value is not None and isinstance(made.value, tree.BinaryOp)
    return isinstance(returned, tree.BinaryOp)


def _is_tensor(file: File, forward: Function, given: tree.Parameter) -> bool:
    """Whether an input is a tensor: annotated as one, or used as nothing else can be."""
    if given.annotation is not None:
        return file.names.spelled_out(given.annotation) in ("torch.Tensor", "Tensor")
    for node in tree.walk(forward.node):
        if isinstance(node, tree.Attribute) and tree.dotted(node.value) == given.name:
            if method(node.attr) is not None and not has_column(node.attr, "ndarray"):
                return True
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.args:
            is_first = tree.dotted(node.args[0].value) == given.name
            if is_first and file.names.spelled_out(node.func).startswith(("torch.nn.functional.", "torch.linalg.")):
                return True
            plain = file.names.spelled_out(node.func).rpartition(".")
            if is_first and plain[0] == "torch" and method(plain[2]) is not None:
                return True
    return False
