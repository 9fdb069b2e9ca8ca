"""What stands at the end of a path of attributes and items, found without running the user's code."""

from __future__ import annotations

from typing import Any


class NotFound(Exception):
    """The path leads through a property or a container of the user's own, which are not for us to run."""


def found(root: Any, path: tuple[tuple[str, Any], ...]) -> Any:
    """What `root.attribute[item]...` is, for the steps of a path."""
    for kind, key in path:
        root = _attribute(root, key) if kind == "attribute" else _item(root, key)
    return root


def _attribute(owner: Any, name: str) -> Any:
    if isinstance(getattr(type(owner), name, None), property):
        raise NotFound(name)
    own = object.__getattribute__(owner, "__dict__")
    for names in (own, own.get("_buffers", {}), own.get("_parameters", {}), own.get("_modules", {})):
        if name in names:
            return names[name]
    for kind in type(owner).__mro__:
        if name in vars(kind):
            return vars(kind)[name]
    raise NotFound(name)


def _item(container: Any, key: Any) -> Any:
    if isinstance(container, dict) and type(key) in (str, int, bool, float):
        return dict.__getitem__(container, key)
    if isinstance(container, list) and type(key) is int:
        return list.__getitem__(container, key)
    raise NotFound(key)
