"""What nn.Sequential, nn.ModuleList and nn.ModuleDict are made of, and what is added to them later."""

from __future__ import annotations

from torchlint.domain.iteration import element
from torchlint.domain.joins import join_all, with_part
from torchlint.domain.values import NONE, UNKNOWN, ModuleList, Sequential, Value
from torchlint.flow.assignment import rebind
from torchlint.flow.state import Frame
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


def regrow(frame: Frame, module: Value, name: str, args: list[Value], node: tree.Call) -> Value:
    """Add to an nn.Sequential, or forget it; an nn.ModuleList's modules are all treated as one."""
    is_list = isinstance(module.ref, ModuleList)
    if args and (name == "append" or (name == "insert" and is_list)):
        return grow(frame, module, args[-1], node)
    if is_list and args and name != "pop":
        return grow(frame, module, _what_all_are(args[0]), node)
    if isinstance(module.ref, Sequential) and isinstance(node.func, tree.Attribute):
        rebind(frame, node.func.value, module.with_module(None))
    return NONE


def with_parts_of(module: Value, added: Value) -> Value:
    """An nn.ModuleList to which a list of modules was added: `layers += [nn.Linear(3, 3)]`."""
    return with_part(module, _what_all_are(added))


def _what_all_are(added: Value) -> Value:
    return join_all(added.elements or (element(added),))


def grow(frame: Frame, module: Value, added: Value, node: tree.Call) -> Value:
    """Add one module to an nn.Sequential or nn.ModuleList."""
    ref = module.ref
    if isinstance(node.func, tree.Attribute) and isinstance(ref, (Sequential, ModuleList)):
        is_list = isinstance(ref, ModuleList)
        grown = with_part(module, added) if is_list else module.with_module(Sequential((*ref.parts, added)))
        rebind(frame, node.func.value, grown)
    return NONE


def made_module(name: str, args: list[Value], node: tree.Call) -> Value:
    """The result of constructing one of torch.nn's modules."""
    last = name.rpartition(".")[2]
    if last == "Sequential":
        parts: list[Value] = []
        for value in args:
            if value.kind == "star" and value.items[0].items:
                inner = value.items[0].items
                # Of a list only the last element is known by itself; something comes before it.
                parts += inner if value.items[0].kind == "tuple" else (Value("module"), inner[-1])
            elif value.kind == "dict" and len(value.entries) > 1 and "*" not in value.entries:
                parts += value.entries.values()  # of an OrderedDict
            else:
                parts.append(_named_part(value))
        return Value("module", ref=Sequential(tuple(parts)), source=node)
    if last in ("ModuleList", "ModuleDict"):
        if not node.args:
            return Value("module", ref=ModuleList(), source=node)  # nothing yet
        inside = args[0] if args else UNKNOWN
        item = join_all(inside.elements) if inside.elements else Value("module", assumed=True)
        return Value("module", ref=ModuleList(), items=(item,), source=node)
    if fact(name) is None:
        return Value("module", source=node)
    return Value("module", ref=name, source=node)


def _named_part(value: Value) -> Value:
    """A layer of a Sequential; the last one of an OrderedDict represents all."""
    if value.kind == "dict" and value.entries:
        return list(value.entries.values())[-1]
    if value.kind == "list" and value.items:
        last = value.items[-1]
        return last.items[-1] if last.kind == "tuple" and last.items else last
    return value if value.kind == "module" else Value("module")
