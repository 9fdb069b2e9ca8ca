"""`@query`, which memoises a function per file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from torchlint.queries.file import File

_Result = TypeVar("_Result")
_Item = TypeVar("_Item")


@overload
def query(function: Callable[[File], Iterator[_Item]]) -> Callable[[File], tuple[_Item, ...]]: ...
@overload
def query(function: Callable[[File], _Result]) -> Callable[[File], _Result]: ...
def query(function: Callable[[File], object]) -> Callable[[File], object]:
    """Memoise a function per file: its result is computed on the first call. A generator's items become a tuple."""

    @wraps(function)
    def ask(file: File) -> object:
        if ask not in file.results:
            result = function(file)
            file.results[ask] = tuple(result) if isinstance(result, Iterator) else result
        return file.results[ask]

    return ask
