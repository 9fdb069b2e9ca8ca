"""Queries about train and eval mode, no_grad, and calls of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.modes.acting import chooses_actions as chooses_actions
    from torchlint.queries.modes.call_depth import depth_of as depth_of
    from torchlint.queries.modes.calls_by_callers import forwards_by_callers as forwards_by_callers
    from torchlint.queries.modes.calls_by_callers import one_per_evaluation as one_per_evaluation
    from torchlint.queries.modes.data_passes import trains_on_fetched_rows as trains_on_fetched_rows
    from torchlint.queries.modes.eval_mode_training import eval_mode_trainings as eval_mode_trainings
    from torchlint.queries.modes.evaluation import EvaluationView as EvaluationView
    from torchlint.queries.modes.evaluation import evaluations as evaluations
    from torchlint.queries.modes.functional_dropout import DropoutView as DropoutView
    from torchlint.queries.modes.functional_dropout import attention_dropouts as attention_dropouts
    from torchlint.queries.modes.functional_dropout import dropouts_behind_functions as dropouts_behind_functions
    from torchlint.queries.modes.functional_dropout import functional_dropouts as functional_dropouts
    from torchlint.queries.modes.global_models import global_model_evaluations as global_model_evaluations
    from torchlint.queries.modes.gradless_functions import can_be_gradless as can_be_gradless
    from torchlint.queries.modes.gradless_functions import is_beside_another_model as is_beside_another_model
    from torchlint.queries.modes.held_evaluations import held_model_evaluations as held_model_evaluations
    from torchlint.queries.modes.model_calls import ForwardView as ForwardView
    from torchlint.queries.modes.model_calls import forwards as forwards
    from torchlint.queries.modes.phases import phases_without_training as phases_without_training
    from torchlint.queries.modes.volatile_inputs import takes_volatile as takes_volatile
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
