"""What is read of memory inside of steps: what it is for, which lines have saved it, and what CUDA's counters tell."""

from __future__ import annotations

import gc
import inspect
import sys
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import importable, part

torch: Any = pytest.importorskip("torch")
MB = 1 << 20


@pytest.fixture(autouse=True)
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """The runtime with torch in it, no other trace, and what it writes."""
    written: list[dict[str, Any]] = []
    before = sys.gettrace()
    sys.settrace(None)
    with importable():
        part("torch_state").is_here(torch)
        monkeypatch.setattr(part("evidence"), "write", lambda kind, **said: written.append({"kind": kind, **said}))
        monkeypatch.setattr(part("dynamo"), "is_used", lambda: False)  # whatever other tests have compiled
        yield written
    sys.settrace(before)


# What memory is for.


def alive(roots: Any = (), optimizers: Any = (), parameters: Any = ()) -> Any:
    return part("alive").Alive("cpu", [root.grad_fn for root in roots], optimizers, parameters)


def test_each_storage_is_counted_once_for_what_it_is_first() -> None:
    model = torch.nn.Linear(512, 512, bias=False)  # 1 MB
    frozen = torch.nn.Parameter(torch.ones(512, 512), requires_grad=False)
    optimizer = torch.optim.Adam([*model.parameters(), torch.nn.Parameter(model.weight.detach()[:10])])
    x = torch.ones(256, 512, requires_grad=True)  # 0.5 MB
    model(x).sum().backward()
    optimizer.step()
    loss = torch.nn.functional.linear(model(x).exp(), frozen).sum()  # saves x, which is a leaf, and what exp() made
    found = alive([loss], [optimizer])
    assert found.parameters == (2 + 0.5) * MB  # a leaf that gradients are made for is as good as a parameter
    assert found.gradients == (1 + 0.5) * MB
    assert 2 * MB <= found.state < 2.1 * MB  # with the counts of steps; that of the ten rows has never had a gradient
    assert found.saved == 0.5 * MB
    assert (found.opaque, found.is_cut, found.foreign) == (0, False, 0)


def test_what_is_not_in_the_heap_is_not_counted() -> None:
    shared = torch.ones(256, 512).share_memory_()
    elsewhere = torch.ones(4, device="meta")
    assert alive(parameters=[shared, elsewhere]).parameters == 0


def test_types_of_their_own_are_told_and_not_counted() -> None:
    class Sharded(torch.Tensor):  # type: ignore[misc]
        pass

    found = alive(parameters=[torch.ones(1024).as_subclass(Sharded)])
    assert (found.parameters, found.foreign) == (0, 1)


def test_what_hooks_have_packed_is_told() -> None:
    with torch.autograd.graph.save_on_cpu():
        loss = torch.ones(4, requires_grad=True).exp().sum()
    assert alive([loss]).opaque == 1


def test_nothing_is_kept_alive() -> None:
    made = torch.ones(1000, requires_grad=True).exp()
    loss = made.sum()
    kept = weakref.ref(made)
    found = alive([loss])
    del loss, made
    gc.collect()
    assert kept() is None
    assert found.saved == 4000


# Which lines have saved it.


def work(x: Any) -> Any:
    x = x.exp()  # saves 4 MB
    for _ in range(2):
        x = x + 1
        x = x.tanh()  # saves 4 MB, twice
    return x.sum()


def lines_of(function: Any, *arguments: Any) -> tuple[Any, dict[int, int]]:
    """What a function returns, and the bytes by its lines, counted from its first one; -1 is all other code."""
    lines = part("forward_lines").ForwardLines()
    lines.start()
    result = function(*arguments)
    lines.stop()
    first = inspect.getsourcelines(function)[1]
    sizes = {}
    for told in lines.of(alive([result]).savers):
        path, _, number = (told["line"] or ":").rpartition(":")
        assert path == (__file__ if number else "")
        sizes[int(number) - first if number else -1] = told["bytes"]
    return result, sizes


def test_lines_have_what_their_operations_save() -> None:
    x = torch.ones(MB, requires_grad=True)
    result, sizes = lines_of(work, x)
    assert sizes == {1: 4 * MB, 4: 8 * MB}
    assert result.item() == work(x).item()


def test_nobody_is_traced_afterwards() -> None:
    lines = part("forward_lines").ForwardLines()
    lines.start()
    assert sys.gettrace() is not None
    lines.stop()
    assert sys.gettrace() is None
    frame = sys._getframe()
    while frame is not None:
        assert frame.f_trace is None
        frame = frame.f_back  # type: ignore[assignment]


def test_a_program_that_puts_the_trace_back_is_traced_no_more() -> None:
    lines = part("forward_lines").ForwardLines()
    lines.start()
    ours = sys.gettrace()
    lines.stop()
    sys.settrace(ours)
    work(torch.ones(4, requires_grad=True))
    assert sys.gettrace() is None


def test_another_trace_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def debugger(*_: Any) -> None:
        return None

    lines = part("forward_lines").ForwardLines()
    sys.settrace(debugger)
    lines.start()
    lines.stop()
    assert sys.gettrace() is debugger
    sys.settrace(None)
    assert "debugger" in lines.why


def test_a_trace_of_the_programs_own_stays() -> None:
    def debugger(*_: Any) -> None:
        return None

    lines = part("forward_lines").ForwardLines()
    lines.start()
    sys.settrace(debugger)
    lines.stop()
    assert sys.gettrace() is debugger
    sys.settrace(None)
    assert "its own trace function" in lines.why


def test_compiled_programs_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part("dynamo"), "is_used", lambda: True)
    lines = part("forward_lines").ForwardLines()
    lines.start()
    assert sys.gettrace() is None
    assert "torch.compile" in lines.why


def test_following_ends_after_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part("forward_lines"), "MOST_EVENTS", 4)
    lines = part("forward_lines").ForwardLines()
    lines.start()
    work(torch.ones(4, requires_grad=True))
    assert sys.gettrace() is None
    lines.stop()
    assert "too many lines" in lines.why


def test_graphs_of_before_are_no_lines() -> None:
    """What was made before the forward that was followed belongs to none of its lines."""
    x = torch.ones(MB, requires_grad=True).exp()
    _, sizes = lines_of(work, x)
    assert sizes == {1: 4 * MB, 4: 8 * MB, -1: 4 * MB}


# When it is looked at.


class Counters:
    """Memory as somebody counts it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: str = "cuda") -> None:
        self.kind, self.used, self.peak, self.reserved = kind, 0, 0, 0
        memory = part("memory")
        monkeypatch.setattr(memory, "counter", lambda: self.kind)
        monkeypatch.setattr(memory, "used_bytes", lambda: self.used)
        monkeypatch.setattr(memory, "cuda_counts", lambda: (self.peak, self.reserved))
        module = part("memory_looks")
        monkeypatch.setattr(module, "Alive", lambda *_: pytest.fail("there is no device to look at"))
        self.readings = memory.Readings()
        self.looks = module.MemoryLooks(self.readings)
        self.looks._next_look = self.looks.next_lines = 10**9

    def step(self, before: int, after: int, peak: int, reserved: int = 0) -> None:
        self.used = before
        self.looks.backward_begins(())
        self.used, self.peak, self.reserved = after, peak, reserved
        self.looks.backward_ends()
        self.looks.step_ends()
        self.looks.row_ends(self.kind)


def test_the_allocators_peak_is_told_where_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = Counters(monkeypatch)
    cuda.peak = 100  # of before
    cuda.step(50, 40, 100, 200)
    cuda.step(60, 40, 120, 200)
    cuda.step(60, 40, 120, 300)
    cuda.step(60, 40, 70, 300)  # the program has reset it in this step
    assert cuda.looks.rows == [
        [50, 40, 200, None],
        [60, 40, 200, 120],
        [60, 40, 300, None],
        [60, 40, 300, 70],
    ]


def test_rows_are_put_together_by_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = Counters(monkeypatch)
    cuda.step(50, 40, 0, 200)
    cuda.step(30, 60, 7, 100)
    cuda.looks.halve()
    assert cuda.looks.rows == [[50, 60, 200, 7]]


def test_another_counter_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = Counters(monkeypatch, "heap")
    cuda.step(50, 40, 0)
    cuda.kind, cuda.peak = "cuda", 10
    cuda.step(5, 4, 10, 20)
    assert cuda.looks.rows == [[None] * 4, [5, 4, 20, None]]


def test_a_counter_that_fails_costs_no_row(monkeypatch: pytest.MonkeyPatch, runtime: list[dict[str, Any]]) -> None:
    cuda = Counters(monkeypatch)
    cuda.step(50, 40, 0)
    monkeypatch.setattr(part("memory"), "cuda_counts", lambda: 1 // 0)
    cuda.looks.row_ends("cuda")
    assert len(cuda.looks.rows) == 2
    assert {"kind": "fault", "part": "memory", "error": "ZeroDivisionError"} in runtime


def test_readings_that_take_long_become_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    memory = part("memory")
    monkeypatch.setattr(memory, "time", SimpleNamespace(perf_counter=lambda: now[0], thread_time=lambda: now[0]))
    cuda = Counters(monkeypatch)
    read = []

    def slow() -> int:
        read.append(now[0])
        now[0] += 0.001
        return 5

    monkeypatch.setattr(memory, "used_bytes", slow)
    steps = []
    for _ in range(1000):
        already = len(read)
        cuda.readings.begin_step(now[0])
        cuda.looks.backward_begins(())
        cuda.looks.backward_ends()
        steps.append(len(read) - already)
        now[0] += 0.01
    assert 20 < len(read) <= (memory.FREE + memory.SHARE * now[0]) / 0.001 + 2
    assert set(steps) == {0, 2}  # at both moments of a step, or at none


def test_the_highest_is_told_as_soon_as_it_grows(
    monkeypatch: pytest.MonkeyPatch, runtime: list[dict[str, Any]]
) -> None:
    cuda = Counters(monkeypatch)
    for used in (100, 102, 106, 90, 200):
        cuda.step(used, 0, 0)
    told = [(each["bytes"], each["moment"]) for each in runtime if each["kind"] == "high"]
    assert told == [
        (100, "before the backward of step 1"),
        (106, "before the backward of step 3"),
        (200, "before the backward of step 5"),
    ]


def test_evaluations_are_followed_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = Counters(monkeypatch)
    cuda.looks.next_lines = 1
    started = []
    monkeypatch.setattr(cuda.looks.lines, "start", lambda: started.append(1))
    for _ in range(100):
        cuda.looks.forward_begins()
        cuda.looks.forward_breaks()
    assert len(started) == part("memory_looks").MOST_TRIES


# A snapshot of CUDA's allocator.


class Allocator:
    """What torch.cuda.memory is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, is_cuda: bool, records: bool = False) -> None:
        self.asked: list[str] = []
        monkeypatch.setattr(part("plan"), "memory_snapshot", "s.pickle")
        monkeypatch.setattr(part("memory"), "is_cuda_in_use", lambda: is_cuda)
        monkeypatch.setattr(torch._C, "_cuda_isHistoryEnabled", lambda: records, raising=False)
        monkeypatch.setattr(torch.cuda.memory, "_record_memory_history", lambda **_: self.asked.append("record"))
        monkeypatch.setattr(torch.cuda.memory, "_dump_snapshot", lambda path: self.asked.append(path))
        snapshot = part("memory_snapshot")
        for _ in range(3):
            snapshot.begin(None)
        snapshot.finish()


def test_a_snapshot_is_recorded_once_and_written(
    monkeypatch: pytest.MonkeyPatch, runtime: list[dict[str, Any]]
) -> None:
    monkeypatch.setenv("RANK", "2")
    assert Allocator(monkeypatch, is_cuda=True).asked == ["record", "s-rank2.pickle"]
    assert runtime[-1] == {"kind": "snapshot", "path": "s-rank2.pickle"}


def test_a_recording_of_the_programs_own_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANK", raising=False)
    assert Allocator(monkeypatch, is_cuda=True, records=True).asked == ["s.pickle"]


def test_without_cuda_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Allocator(monkeypatch, is_cuda=False).asked == []


# Out of memory.


def test_what_is_out_of_memory() -> None:
    is_one = part("out_of_memory").is_one
    assert is_one(torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"))
    assert is_one(MemoryError())
    with pytest.raises(RuntimeError) as caught:
        torch.empty(10**15)
    assert is_one(caught.value)
    assert not is_one(RuntimeError("mat1 and mat2 shapes cannot be multiplied"))
    assert not is_one(ValueError("out of memory"))


def test_what_a_traceback_holds_is_told(runtime: list[dict[str, Any]]) -> None:
    def forward(model: Any, x: Any) -> None:
        hidden = model(x).exp()
        pad = torch.ones(2 * MB)  # 8 MB
        raise torch.OutOfMemoryError(f"CUDA out of memory {len(hidden) + len(pad)}")

    model = torch.nn.Linear(512, 512, bias=False)
    with pytest.raises(torch.OutOfMemoryError) as caught:
        forward(model, torch.ones(256, 512))
    part("out_of_memory").tell(caught.value)
    (said,) = runtime
    assert said["line"].startswith(f"{__file__}:")
    assert (said["parameters"], said["gradients"], said["saved"]) == (MB, 0, MB)  # x, and the result of exp()
    assert said["named"][0][:2] == (8 * MB, "pad")


def test_objects_of_any_class_are_not_asked() -> None:
    class Strange:
        @property  # type: ignore[misc]
        def __class__(self) -> type:
            raise AssertionError

        def __getattr__(self, name: str) -> Any:
            raise AssertionError

    tensor = torch.ones(2)
    (found,) = part("out_of_memory").tensors_in([Strange(), {"a": tensor}])
    assert found is tensor
