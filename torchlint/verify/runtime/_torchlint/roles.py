"""What this process is to the others: a rank of a distributed training, or a worker that loads data for one."""

from __future__ import annotations

import os
import sys
from typing import Any

from . import events, evidence, torch_state

MOST_TRIES = 8  # batches and steps at which a process group is looked for: it is made before the first, as a rule

_tries = 0
_said: dict[str, Any] = {}


def listen() -> None:
    """Hear of batches and steps: at the end of a program its process group is gone."""
    events.forget("roles")
    for event in ("step_ends", "batch_came"):
        events.hear(event, "roles", _note)


def _note(_: Any) -> None:
    global _tries
    _tries += 1
    _say(_rank_of_group() or _rank_of_environment())
    if _tries >= MOST_TRIES:
        events.forget("roles")


def finish() -> None:
    """Note at the end whether this was a worker, and the rank, if there still is a group."""
    info = torch_state.worker_info()
    if info is not None:
        # Its rank is that of the process that it loads for, whose variables and, where it was forked, group it has.
        _say(_rank_of_group() or _rank_of_environment(), worker=info.id)
    else:
        _say(_rank_of_group())


def start_anew() -> None:
    """Forget what the process that this one was forked from is."""
    global _tries, _said
    _tries, _said = 0, {}
    if torch_state.torch is not None:
        listen()


def _say(rank: tuple[int, int] | None, **more: int) -> None:
    global _said
    if rank is None and not more:
        return
    said = {**({} if rank is None else {"rank": rank[0], "ranks": rank[1]}), **more}
    if said != _said:
        _said = said
        evidence.write("role", **said)


def _rank_of_group() -> tuple[int, int] | None:
    distributed = sys.modules.get("torch.distributed")
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return None
    return distributed.get_rank(), distributed.get_world_size()


def _rank_of_environment() -> tuple[int, int] | None:
    """The rank that torchrun and other launchers set; what a rank starts has it, too, but trains nothing."""
    rank, ranks = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    return (int(rank), int(ranks)) if rank.isdecimal() and ranks.isdecimal() else None
