"""What names declare about themselves: annotations, docstrings, operator schemas, notices of deprecation."""

from __future__ import annotations

import inspect
import re
from types import CodeType

import torch

from tools.torch_api.measure import Seen
from tools.torch_api.surface import Entry

RETURNS = {
    "tensor": "tensor",
    "bool": "bool",
    "int": "number",
    "float": "number",
    "number": "number",
    "none": "none",
    "nonetype": "none",
    "module": "module",
    "removablehandle": "handle",
    "tuple[tensor, tensor]": "tensors",
    "tuple[tensor, tensor, tensor]": "tensors",
    "tuple[int, int]": "number",
    "list[tensor]": "list",
    "list of tensors": "list",
    "tuple of tensors": "list",
}


def declaration(entry: Entry) -> Seen:
    """What a name's annotation or the first line of its docstring promises; constants are looked at."""
    if entry.kind == "constant":
        value = entry.thing
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return Seen("number" if number else "bool" if isinstance(value, bool) else "unknown")
    if not inspect.isroutine(entry.thing) or entry.kind == "context":
        return Seen()
    annotation = getattr(entry.thing, "__annotations__", {}).get("return", "")
    is_class = isinstance(annotation, type) and not hasattr(
        annotation, "__origin__"
    )  # tuple[int] is one on Python 3.10
    promise = annotation.__name__ if is_class else str(annotation)
    signature = re.match(rf"\s*{re.escape(entry.short)}\(.*?\)\s*->\s*\(?([^\n]+?)\)?\s*(\n|$)", doc(entry), re.DOTALL)
    if not promise and signature and signature.end() < 400:
        promise = signature.group(1)
    promise = re.sub(r"typing\.|torch\.nn\.|torch\.|nn\.modules\.module\.|\bnn\.", "", promise).strip("'\"").lower()
    return Seen(RETURNS.get(promise, "unknown"))


def is_list(short: str) -> bool:
    """Whether the operator returns as many tensors as the input has parts, and not a tuple of different things."""
    schemas = torch._C._jit_get_schemas_for_operator(f"aten::{short}")
    return any([str(each.type) for each in schema.returns] == ["List[Tensor]"] for schema in schemas)


def waits(entry: Entry) -> bool:
    """Whether the documentation says that the call waits for the device."""
    told = re.search(r"function\s+synchronizes\s(?!only)|host-device\s+synchronization", doc(entry))
    return told is not None


def is_deprecated(entry: Entry) -> bool:
    """Whether the thing itself is called deprecated, and not one of its arguments or uses."""
    short = re.escape(entry.short)
    notice = vars(entry.thing).get("__deprecated__") if hasattr(entry.thing, "__dict__") else None
    if isinstance(notice, str):
        return re.match(rf"Use `{short}` instead", notice) is None  # the old name wraps the new one
    own_notice = rf"(?<!from `){short}[`(.)args]*'? (is|has been) (now )?deprecated|non-inplace {short} is deprecated"
    in_doc = rf"This (function|method|class) is (now )?deprecated|TorchScript is deprecated|{own_notice}"
    if re.search(in_doc, doc(entry)):
        return True
    code = getattr(inspect.unwrap(entry.thing), "__code__", None) if inspect.isroutine(entry.thing) else None
    if not isinstance(code, CodeType):
        return False
    docstring = getattr(entry.thing, "__doc__", None)
    texts = [const for const in code.co_consts if isinstance(const, str) and const != docstring]
    was_removed = any("was deprecated since version" in text for text in texts)
    return was_removed or "_deprecated" in code.co_names or any(re.search(own_notice, text) for text in texts)


def doc(entry: Entry) -> str:
    """The docstring of a class or function itself; a class does not inherit that of its base."""
    if isinstance(entry.thing, type):
        return inspect.cleandoc(entry.thing.__doc__ or "")
    return inspect.getdoc(entry.thing) or "" if inspect.isroutine(entry.thing) else ""
