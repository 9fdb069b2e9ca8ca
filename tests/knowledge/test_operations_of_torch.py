"""The table of operations against torch itself: what columns say of results is what calls give."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from torchlint.knowledge.operations import VIEWS, Column, full_names, has_column, operations, spellings

X = torch.tensor([[0.3, -0.7, 0.5], [0.9, 0.2, -0.4]])
ROW = torch.tensor([0.6, -0.1, 0.8])
MASK = X > 0
PLACES = torch.tensor([[0, 1, 0], [1, 0, 1]])
SQUARE = torch.eye(3) + 0.1
# What names are given after the tensor; the others are given nothing.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("view", "reshape"), (3, 2)),
    **dict.fromkeys(("view_as", "reshape_as"), (torch.zeros(3, 2),)),
    **dict.fromkeys(("expand", "broadcast_to"), ((4, 2, 3),)),
    "expand_as": (torch.zeros(4, 2, 3),),
    "unflatten": (1, (3, 1)),
    "unsqueeze": (0,),
    **dict.fromkeys(("transpose", "swapaxes", "swapdims", "permute", "movedim", "moveaxis"), (1, 0)),
    "select": (0, 1),
    "as_strided": ((2,), (1,)),
    "narrow": (0, 0, 1),
    "unfold": (0, 1, 1),
    "__getitem__": (0,),
    **dict.fromkeys(("chunk", "tensor_split", "vsplit", "dsplit", "unsafe_chunk"), (2,)),
    **dict.fromkeys(("split", "unsafe_split"), (1,)),
    "split_with_sizes": ([1, 1],),
    "hsplit": (3,),
    "flip": ((0,),),
    "roll": (1,),
    "rot90": (1, (0, 1)),
    "index_select": (0, torch.tensor([1])),
    "gather": (1, PLACES),
    "take": (PLACES,),
    "take_along_dim": (PLACES, 1),
    "masked_select": (MASK,),
    "repeat": (2, 1),
    "tile": ((2, 1),),
    "repeat_interleave": (2,),
    "prelu": (torch.tensor([0.25]),),
    "threshold": (0.1, 0.0),
    **dict.fromkeys(("addcdiv", "addcmul", "lerp"), (ROW, ROW)),
    **dict.fromkeys(("softmax", "log_softmax", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"), (0,)),
    "logsumexp": (0,),
    "isin": (ROW,),
    "searchsorted": (X,),
    "bucketize": (ROW.sort().values,),
    **dict.fromkeys(("quantile", "nanquantile"), (0.5,)),
}
# On what they work, where it is not X.
RECEIVERS = {
    "imag": X.to(torch.complex64),
    "dsplit": torch.zeros(2, 2, 2),
    "searchsorted": ROW.sort().values,
    "bincount": PLACES.flatten(),
    "det": SQUARE,
}
# Comparisons and the like of one tensor.
ALONE = frozenset(
    "isfinite isinf isnan isneginf isposinf isreal signbit logical_not bitwise_not".split()  # each is a property
)


def function(name: str) -> Callable[..., Any]:
    """The operation of a name as a function, from the first namespace that documents it."""
    found: Any = torch
    for part in spellings(name)[0].split(".")[1:]:
        found = getattr(found, part)
    return found if callable(found) else lambda tensor: getattr(tensor, name)


def result(name: str, given: torch.Tensor | None = None) -> Any:
    receiver = RECEIVERS.get(name, X) if given is None else given
    return function(name)(receiver, *ARGUMENTS.get(name, ()))


def tensors(name: str, given: torch.Tensor | None = None) -> list[torch.Tensor]:
    """The tensors that calling an operation gives."""
    made = result(name, given)
    return [made] if isinstance(made, torch.Tensor) else list(made)


def memory(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def failing(names: Iterable[str], holds: Callable[[str], bool]) -> list[str]:
    return [name for name in sorted(names) if not holds(name)]


@pytest.mark.parametrize("column", VIEWS)
def test_views_are_of_the_same_memory(column: Column) -> None:
    def shares(name: str) -> bool:
        return all(memory(made) == memory(RECEIVERS.get(name, X)) for made in tensors(name))

    assert not failing(operations(column), shares)


def test_a_view_if_possible_is_a_copy_of_what_is_in_another_order() -> None:
    turned = torch.zeros(3, 2).t()
    assert not failing(operations("view-if-possible"), lambda name: memory(result(name, turned)) != memory(turned))


@pytest.mark.parametrize("column", ["copy", "rearrange", "gather", "repeat"])
def test_copies_have_memory_of_their_own(column: Column) -> None:
    turned = ROW.expand(2, 3)
    known = operations(column) - {"pin_memory"}  # wants a GPU
    assert not failing(known, lambda name: memory(result(name, turned)) != memory(turned))


def test_joins_take_several_tensors() -> None:
    assert not failing(operations("join"), lambda name: function(name)([X, X]).numel() == 2 * X.numel())


def test_rearranging_keeps_shape() -> None:
    assert not failing(operations("rearrange"), lambda name: sorted(result(name).shape) == sorted(X.shape))


def test_what_is_unary_computes_each_number_by_itself() -> None:
    def is_by_itself(name: str) -> bool:
        whole = result(name)
        parts = [result(name, one.reshape(1, 1)) for one in X.flatten()]
        return torch.allclose(whole, torch.cat(parts).reshape(X.shape), equal_nan=True)

    assert not failing(operations("unary"), is_by_itself)


@pytest.mark.parametrize("column", ["binary", "comparison", "logical", "bitwise"])
def test_what_takes_several_tensors_spreads_them(column: Column) -> None:
    column_of_2 = X[:, :1]

    def spreads(name: str) -> bool:
        called = function(name)
        given: tuple[torch.Tensor, ...] = (
            (column_of_2, ROW, ROW) if name in ("addcdiv", "addcmul", "lerp") else (column_of_2, ROW)
        )
        if column == "bitwise":
            given = tuple(one > 0 for one in given)
        if name in ALONE:
            return bool(called(given[0]).shape == (2, 1))
        return bool(called(*given).shape == ((2, 1) if name == "isin" else (2, 3)))

    assert not failing(operations(column), spreads)


@pytest.mark.parametrize(("column", "dtype"), [("boolean", torch.bool), ("integer", torch.int64)])
def test_the_type_of_what_comes_out(column: Column, dtype: torch.dtype) -> None:
    def is_of_it(name: str) -> bool:
        takes_two = has_column(name, "comparison", "logical") and name not in ALONE
        return bool((function(name)(X, ROW) if takes_two else result(name)).dtype == dtype)

    assert not failing(operations(column), is_of_it)


def test_bits_of_whole_numbers_are_no_booleans() -> None:
    assert not failing(
        operations("bitwise") - {"bitwise_not"}, lambda n: function(n)(PLACES, PLACES).dtype != torch.bool
    )


@pytest.mark.parametrize("name", sorted(operations("values-and-indices")))
def test_values_come_with_indices(name: str) -> None:
    values, indices = function(name)(ROW, 1) if name in ("topk", "kthvalue") else function(name)(ROW, 0)
    assert values.dtype == ROW.dtype
    assert indices.dtype == torch.int64


def test_the_dimension_is_the_first_argument() -> None:
    def takes_it(name: str) -> bool:
        made = getattr(X, name)(0)
        first = made if isinstance(made, torch.Tensor) else made[0]
        return first.shape in ((3,), X.shape)

    assert not failing(operations("dim-first"), takes_it)


@pytest.mark.filterwarnings("ignore:.*degrees of freedom")
def test_what_is_undefined_of_no_numbers() -> None:
    def is_undefined(name: str) -> bool:
        try:
            made = tensors(name, torch.zeros(0))
        except (RuntimeError, IndexError):
            return True
        return all(bool(one.isnan().all()) for one in made)

    reductions = operations("reduction") | operations("undefined-when-empty")
    assert {name for name in reductions - {"logsumexp"} if is_undefined(name)} == operations("undefined-when-empty")


def test_new_tensors_have_the_sizes_that_are_given() -> None:
    assert not failing(operations("create-from-sizes"), lambda name: function(name)(2, 3).shape == (2, 3))


def test_some_new_tensors_have_one_dimension() -> None:
    def is_flat(name: str) -> bool:
        return bool(function(name)(*((0, 1, 4) if name in ("linspace", "logspace") else (4,))).shape == (4,))

    assert not failing(operations("create-1d"), is_flat)


def test_new_tensors_are_as_large_as_another() -> None:
    given: dict[str, tuple[int, ...]] = {"full_like": (1,), "randint_like": (5,)}
    assert not failing(operations("create-like"), lambda name: function(name)(X, *given.get(name, ())).shape == X.shape)


def test_what_is_positive() -> None:
    assert not failing(operations("positive"), lambda name: bool((result(name, 10 * X) > 0).all()))


def test_a_fill_leaves_one_number() -> None:
    given: dict[str, tuple[float, ...]] = {"fill_": (2.0,)}
    filled = {name: getattr(X.clone(), name)(*given.get(name, ())) for name in operations("fill")}
    assert all(len(set(tensor.flatten().tolist())) == 1 for tensor in filled.values())


def slope(name: str, at: float) -> float:
    """The derivative of an operation at a number."""
    point = torch.tensor(at, requires_grad=True)
    function(name)(point).backward()
    assert point.grad is not None
    return abs(float(point.grad))


@pytest.mark.parametrize(("column", "at"), [("steep-at-0", 0.0), ("steep-at-1", 1.0), ("steep-when-large", 1000.0)])
def test_where_derivatives_are_infinite(column: Column, at: float) -> None:
    assert not failing(operations(column), lambda name: slope(name, at) == float("inf"))


def differentiated(name: str) -> Any:
    """The node of the graph that an operation adds; None if its result has none."""
    leaf = RECEIVERS.get(name, X.abs() + 0.1).clone().requires_grad_()
    return result(name, leaf).grad_fn


def test_backward_computes_with_the_result() -> None:
    def saves(name: str) -> bool:
        node = differentiated(name)
        parts = (node, *(before for before, _ in node.next_functions))  # `norm` is made of another operation
        return any(hasattr(part, "_saved_result") for part in parts)

    saving = operations("saves-result")
    assert not failing(saving, saves)
    assert not failing(operations("unary") - saving, lambda name: not hasattr(differentiated(name), "_saved_result"))


def test_operations_in_place_write_the_same_result() -> None:
    def writes_it(name: str) -> bool:
        held = X.clone()
        made = function(f"{name}_")(held, *ARGUMENTS.get(name, ()))
        return memory(made) == memory(held) and torch.equal(made.nan_to_num(), result(name).nan_to_num())

    known = {name for name in operations("unary", *VIEWS) if has_column(f"{name}_", "unary", *VIEWS)}
    assert len(known) > 50
    assert not failing(known, writes_it)


def test_new_tensors_come_back_themselves() -> None:
    new = torch.zeros(2)
    assert not failing(operations("unchanged-when-new"), lambda name: getattr(new, name)() is new)


def test_numpys_arrays_have_it() -> None:
    assert operations("ndarray") <= set(dir(np.ndarray))


@pytest.mark.parametrize(
    ("column", "base"),
    [
        ("dropout", nn.modules.dropout._DropoutNd),
        ("recurrent", nn.RNNBase),
        ("batch-norm", nn.modules.batchnorm._BatchNorm),
        ("instance-norm", nn.modules.instancenorm._InstanceNorm),
    ],
)
def test_layers_of_one_kind(column: Column, base: type) -> None:
    public = {name: cls for name, cls in vars(nn).items() if inspect.isclass(cls) and issubclass(cls, base)}
    others = nn.modules.instancenorm._InstanceNorm if column == "batch-norm" else ()
    known = {name for name, cls in public.items() if not name.endswith("Base") and not issubclass(cls, others)}
    assert operations(column, of="torch.nn") == known


def test_activations_keep_shape() -> None:
    given = {"Threshold": (0.1, 0.0)}
    known = operations("activation", of="torch.nn")
    assert not failing(known, lambda name: getattr(nn, name)(*given.get(name, ()))(X).shape == X.shape)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_containers_are_given_layers_and_what_is_given_layers_has_them() -> None:
    containers, given, having = (operations(c, of="torch.nn") for c in ("container", "given-layers", "has-layers"))
    assert containers < given < having
    assert not failing(having - given, lambda name: len(list(getattr(nn, name)(4, 1).children())) > 1)


def test_contexts_that_act_when_they_are_called() -> None:
    assert "torch.set_grad_enabled" in full_names("acts-when-called", of="torch.autograd")
    with torch.enable_grad():
        torch.set_grad_enabled(False)
        assert not torch.is_grad_enabled()
