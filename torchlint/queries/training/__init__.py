"""Queries about training loops: steps, clipping, scaling, who owns which parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.training.parameter_ownership import relations as relations
    from torchlint.queries.training.training_loops import is_in_each_step as is_in_each_step
    from torchlint.queries.training.training_loops import step_loops as step_loops
    from torchlint.queries.training.training_loops import trainings as trainings
    from torchlint.queries.training.weight_snapshots import kept_weights as kept_weights
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
