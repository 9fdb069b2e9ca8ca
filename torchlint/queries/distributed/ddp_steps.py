"""Training steps whose model DistributedDataParallel shares between the processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.model_wrappers import DDP
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.domain.origins import Origin
    from torchlint.queries.file import File


def ddp_wrapping_in(file: File, step: tree.Node) -> Origin | None:
    """Where a model that a loop or a function calls was given to DistributedDataParallel; None if none was."""
    for fact in file.facts.forwards:
        where = fact.where
        around = {run.node for run in where.loops} | {function.node for function in where.stack}
        if step in around or (where.function is not None and where.function.node is step):
            for origin in fact.model.origins:
                if origin.what == DDP:
                    return origin
    return None
