"""Methods of bases in other files that call a class's own ones: `Trainer.fit` calls what a trainer overrides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from torchlint.binding.symbols import Class, Function


def calling_bases(functions: Iterable[Function]) -> Iterator[tuple[Class, list[Function]]]:
    """The classes that these methods are of, each with the methods of its bases that come to call one of them first.

    Of a base in the file itself, the methods are run anyway; a base that another class derives from, too, calls the
    methods of the object that it is given.
    """
    by_class: dict[Class, set[str]] = {}
    for function in functions:
        owner = function.owner
        if owner is not None and not function.name.startswith("__") and function.binding != "staticmethod":
            if any(not base.unit.is_target for base in owner.lineage):
                by_class.setdefault(owner, set()).add(function.name)
    for cls, names in by_class.items():
        if drivers := _drivers(cls, names):
            yield cls, drivers


def _drivers(cls: Class, wanted: set[str]) -> list[Function]:
    """The inherited methods that lead to some of an object's own, and that no other of its methods calls."""
    methods = {name: cls.method(name) for base in cls.lineage for name in base.methods}
    callers: dict[str, set[str]] = {}
    for name, method in methods.items():
        called = method.unit.traits_of(method.node).calls_of_self if method is not None else ()
        for one in called:
            if one in methods and one != name:
                callers.setdefault(one, set()).add(name)
    found: dict[str, None] = {}
    todo = [caller for name in sorted(wanted) for caller in sorted(callers.get(name, ()))]
    for name in todo:  # grows as callers of callers are found
        if name not in found:
            found[name] = None
            todo += sorted(callers.get(name, ()))
    first = [method for name in found if not callers.get(name) and (method := methods[name]) is not None]
    return [method for method in first if not method.unit.is_target and not method.name.startswith("__")]
