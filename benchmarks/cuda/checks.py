"""What has to hold on a GPU: each check is a function of the runs, with what it expects as its docstring.

The tests give them runs that are only recorded, so that what a check says is known without a GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Protocol

from benchmarks.cuda.runs import REPORT, UNREAD, Pair, Runs
from torchlint.pack import builtin_rules
from torchlint.verdict import Number
from torchlint.verify.controls import Controls
from torchlint.verify.run_findings import run_findings

STEPS = 280  # of a short run, in which close looks weigh more
ROUNDS = 3
MOST_SHARE = 0.03  # of a step of 10 ms, that observing may take
WEIGHTS = 4 * (256 * 1024 + 1024 + 1024 + 1)  # bytes of the parameters that `training` has on the device
SHORT_STEP = 0.008  # seconds: a step that takes less says nothing about one of 10 ms
WAYS = {"--verify": Controls(), "--verify --verify-report": REPORT}
ALLOWED = 0.05  # by which the walk may miss what the allocator has given out


@dataclass(frozen=True, slots=True)
class Found:
    """What a check has found: whether it is as expected, and what was measured."""

    passed: bool
    says: str
    numbers: tuple[Number, ...] = ()


class Check(Protocol):
    """One thing that has to hold; its name and its docstring are shown."""

    __name__: str

    def __call__(self, runs: Runs, /) -> Found: ...


def expecting(pair: Pair, name: str, outcome: str, part: str) -> Found:
    """Whether a verdict is the one that is wanted, and says what it has to say."""
    said = pair.verdict(name)
    passed = said.outcome == outcome and part in said.text
    return Found(passed, f"{said.outcome.upper()}: {said.text}", said.numbers)


def same(pair: Pair) -> Found:
    """Whether the program has said the same, and nothing of what observes it has failed."""
    differ = [key for key in pair.plain | pair.observed if pair.plain.get(key) != pair.observed.get(key)]
    faults = [f"{part} failed: {why}" for each in pair.session.processes for part, why in each.faults.items()]
    said = [f"`{key}` is {pair.observed.get(key)}, not {pair.plain.get(key)}" for key in differ]
    return Found(not differ and not faults, "; ".join((*said, *faults)) or f"the same: {', '.join(pair.plain)}")


def training_is_the_same(runs: Runs) -> Found:
    """The same losses to the bit, random state, allocations, peak and reserved memory"""
    return same(runs.pair("training"))


def allocator_is_counted(runs: Runs) -> Found:
    """The allocator's own counts are there to be compared: allocated, its peak, and what is reserved for it"""
    said = runs.pair("training").observed
    counts = said["allocator"]
    numbers = tuple(Number(name, value, "bytes" if "bytes" in name else "") for name, value in counts.items())
    peak, reserved = counts["allocated_bytes.all.peak"], counts["reserved_bytes.all.peak"]
    current = counts["allocated_bytes.all.current"]
    passed = 0 < current <= peak <= reserved and said["peak"] == peak
    return Found(passed, f"{current:.0f} of {peak:.0f} bytes allocated, {reserved:.0f} reserved", numbers)


def cuda_is_set_up_by_the_program(runs: Runs) -> Found:
    """CUDA is not set up before the program does it"""
    said = runs.pair("training").observed["set up"]
    return Found(said == [False, False], f"before its first use: {said}")


def growing_graph_is_confirmed(runs: Runs) -> Found:
    """A graph that grows is CONFIRMED, by PyTorch's memory on the GPU"""
    return expecting(runs.pair("training"), "kept", "confirmed", "PyTorch's memory on the GPU grew by")


def walk_finds_what_is_allocated(runs: Runs) -> Found:
    """The saved tensors of a graph are, within 5 %, what the allocator has given out for it"""
    walks = [walk for walk in runs.pair("training").facts("kept")["walks"] if walk["device"] == "cuda"]
    if len(walks) < 2 or walks[-1]["chained"] - walks[0]["chained"] < 4:
        return Found(False, f"{len(walks)} walks on the GPU: too few steps to compare")
    saved, given = (walks[-1][name] - walks[0][name] for name in ("saved", "memory"))
    numbers = Number("saved", saved, "bytes"), Number("allocated", given, "bytes")
    return Found(abs(saved - given) <= ALLOWED * given, f"{saved} bytes saved, {given} allocated", numbers)


def wait_is_confirmed(runs: Runs) -> Found:
    """The host that waits where it fetches a number is CONFIRMED, with its share of the time"""
    return expecting(runs.pair("training"), "wait", "confirmed", "the host waits for")


def timeline_counts_the_gpu(runs: Runs) -> Found:
    """The timeline has the GPU's memory for each of 20 steps there, and none for the one on the CPU"""
    timeline = runs.pair("training").timeline()
    known = [row.memory is not None for row in timeline.rows]
    passed = timeline.memory == "cuda" and known == [False] + [True] * 20
    return Found(passed, f"{timeline.memory}: {sum(known)} of {len(known)} rows")


def memory_is_told(runs: Runs) -> Found:
    """Memory around each backward of 20 steps there, what is reserved, the parameters to the byte, and lines"""
    timeline = runs.pair("training").timeline()
    there = [row for row in timeline.rows if row.memory is not None]
    read = [row for row in there if row.before and row.after and (row.reserved or 0) >= row.before]
    told = [look for look in timeline.looks if look.alive.parameters == WEIGHTS and look.alive.known <= look.used]
    followed = sum(bool(look.lines and look.lines[0].line) for look in told)
    numbers = Number("rows", len(read)), Number("looks", len(told)), Number("with lines", followed)
    said = f"{len(read)} of {len(there)} rows, {len(told)} of {len(timeline.looks)} looks, {followed} with lines"
    return Found(len(read) == len(there) == 20 and 0 < len(told) == len(timeline.looks) and followed > 0, said, numbers)


def gpu_tells_its_times(runs: Runs) -> Found:
    """At least four steps are timed by events of the GPU, each phase with more than nothing"""
    return timed(runs.pair("training"))


def timed(pair: Pair) -> Found:
    """Whether the events of a timeline have told the phases of a training."""
    device = pair.timeline().device
    if device is None:
        return Found(False, "no step was timed by events")
    phases = {name: getattr(device, name) for name in ("forward", "backward", "optimizer")}
    numbers = (Number("steps", device.stretches), *(Number(name, value, "seconds") for name, value in phases.items()))
    said = ", ".join(f"{name} {1e3 * value:.3g} ms" for name, value in phases.items())
    return Found(device.stretches >= 4 and min(phases.values()) > 0, f"{device.stretches} steps: {said}", numbers)


def graphs_are_captured(runs: Runs) -> Found:
    """A step that is observed is captured as a CUDA graph, whose replays have the same losses"""
    return same(runs.pair("graphs"))


def captures_are_left_alone(runs: Runs) -> Found:
    """Of four steps, the one that is captured is not looked at, and nothing fails"""
    visits, skipped, errors = runs.pair("graphs").visits("captured")
    return Found((visits, skipped, errors) == (4, 1, 0), f"{visits} visits, {skipped} skipped, {errors} errors")


def streams_are_the_same(runs: Runs) -> Found:
    """The program stays on its stream, its events have times, and losses and copies are the same"""
    found = same(runs.pair("streams"))
    said = runs.pair("streams").observed
    works = said["on its stream"] is True and said["its events have a time"] is True
    return found if works else Found(False, f"on its stream: {said['on its stream']}; {found.says}", found.numbers)


def side_stream_is_timed(runs: Runs) -> Found:
    """Events tell the times of a training on a stream of its own"""
    return timed(runs.pair("streams"))


def pending_copy_is_confirmed(runs: Runs) -> Found:
    """A copy behind much work is CONFIRMED to be under way when the program goes on"""
    return expecting(runs.pair("streams"), "copy", "confirmed", "still running")


def copy_of_the_host_is_refuted(runs: Runs) -> Found:
    """The copy of a tensor that is on the CPU already is REFUTED"""
    return expecting(runs.pair("streams"), "again", "refuted", "on the CPU already")


def pinned_copies_are_the_same(runs: Runs) -> Found:
    """A DataLoader's batches are pinned, and what is copied from them is the same"""
    found, pinned = same(runs.pair("pinned")), runs.pair("pinned").observed["pinned"]
    return found if pinned and all(pinned) else Found(False, f"pinned: {pinned}; {found.says}")


def copied_bytes_are_counted(runs: Runs) -> Found:
    """A tensor that is made on the CPU and moved is CONFIRMED, with 256 x 256 x 4 bytes in each of four calls"""
    pair = runs.pair("pinned")
    found, facts = expecting(pair, "moved", "confirmed", "copied to cuda"), pair.facts("moved")
    return Found(found.passed and facts["bytes"] == 4 * 256 * 256 * 4, found.says, found.numbers)


def tensor_made_there_is_refuted(runs: Runs) -> Found:
    """A tensor that is made on the GPU is REFUTED to be copied there"""
    return expecting(runs.pair("pinned"), "there", "refuted", "already on the right device")


def autocast_is_the_same(runs: Runs) -> Found:
    """The same losses under autocast, in float16 with a GradScaler and in bfloat16, the same types and scales"""
    return same(runs.pair("autocast"))


def scaled_clip_is_confirmed(runs: Runs) -> Found:
    """A clip of gradients that are scaled is CONFIRMED, with the scale"""
    return expecting(runs.pair("autocast"), "scaled", "confirmed", "scaled by 1024")


def unscaled_clip_is_refuted(runs: Runs) -> Found:
    """A clip after `unscale_` is REFUTED"""
    return expecting(runs.pair("autocast"), "unscaled", "refuted", "unscaled before")


def autocast_graph_is_confirmed(runs: Runs) -> Found:
    """A graph that grows under autocast is CONFIRMED, by PyTorch's memory on the GPU"""
    return expecting(runs.pair("autocast"), "kept", "confirmed", "PyTorch's memory on the GPU grew by")


def nothing_waits(runs: Runs) -> Found:
    """Observed steps wait for the GPU as little as plain ones: not at all, as PyTorch's own warnings count it"""
    pair = runs.pair("waits", UNREAD)
    plain, seen = (side["in steps"] for side in (pair.plain, pair.observed))
    numbers = Number("plain", plain, "waits"), Number("observed", seen, "waits")
    if not pair.plain["with one of its own"] > plain:
        return Found(False, "PyTorch does not warn of the wait that the program makes itself", numbers)
    return Found(seen == plain, f"{seen} waits observed, {plain} plain", numbers)


def waits_of_steps_are_told(runs: Runs) -> Found:
    """A run finds the one line at which each step waits, with its share of the step, and the losses are the same"""
    pair = runs.pair("step_waits")
    losses, rule = same(pair), builtin_rules()["host-waits-for-device"]
    found = [one for each in run_findings(pair.session.processes, [rule]).values() for one in each]
    rows = pair.program.path.read_text(encoding="utf-8").splitlines()
    lines = [rows[one.place[0] - 1].strip() for one in found]
    numbers = tuple(number for one in found for number in one.measured.numbers)
    said = "; ".join((*(one.measured.text for one in found), losses.says))
    return Found(losses.passed and lines == ["losses.append(loss.item())"], said, numbers)


def overhead_is_small(runs: Runs) -> Found:
    """Less than 3 % of a step of 10 ms in runs of 280 steps, with a report and without, the same losses"""
    words = str(STEPS), str(runs.plain("steps", "10")["layers"])
    plain: list[float] = []
    more: dict[str, list[float]] = {way: [] for way in WAYS}
    losses = set()
    for number in range(ROUNDS):
        took = {}
        order = ["", *WAYS] if number % 2 == 0 else [*reversed(WAYS), ""]
        for way in order:
            told = runs.observed("steps", WAYS[way], *words)[0] if way else runs.plain("steps", *words)
            took[way] = told["seconds"]
            losses.add(told["last"])
        plain.append(took[""])
        for way in WAYS:
            more[way].append(took[way] - took[""])  # within a round, between neighbours in time
    step = median(plain)
    shares = {way: median(each) / step for way, each in more.items()}
    numbers = (
        Number("step", 1e3 * step, "ms"),
        *(Number(f"{way}, more", 1e3 * median(each), "ms/step") for way, each in more.items()),
        *(Number(f"{way}, share", share) for way, share in shares.items()),
    )
    said = "; ".join(f"{way} {share:+.1%}" for way, share in shares.items())
    if len(losses) > 1:
        return Found(False, f"the losses differ; {said}", numbers)
    if step < SHORT_STEP:
        return Found(False, f"a step takes {1e3 * step:.1f} ms only; {said}", numbers)
    return Found(max(shares.values()) < MOST_SHARE, f"step of {1e3 * step:.1f} ms: {said}", numbers)


CORRECT: tuple[Check, ...] = (
    cuda_is_set_up_by_the_program,
    training_is_the_same,
    allocator_is_counted,
    growing_graph_is_confirmed,
    walk_finds_what_is_allocated,
    wait_is_confirmed,
    timeline_counts_the_gpu,
    memory_is_told,
    gpu_tells_its_times,
    graphs_are_captured,
    captures_are_left_alone,
    streams_are_the_same,
    side_stream_is_timed,
    pending_copy_is_confirmed,
    copy_of_the_host_is_refuted,
    pinned_copies_are_the_same,
    copied_bytes_are_counted,
    tensor_made_there_is_refuted,
    autocast_is_the_same,
    scaled_clip_is_confirmed,
    unscaled_clip_is_refuted,
    autocast_graph_is_confirmed,
    nothing_waits,
    waits_of_steps_are_told,
)
ALL: tuple[Check, ...] = (*CORRECT, overhead_is_small)
