"""Queries about training loops: backward, step and zero_grad, clipping, loss scaling, and who has which parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.training.accumulation_windows import Windows as Windows
    from torchlint.queries.training.backward_calls import leads_to_backward as leads_to_backward
    from torchlint.queries.training.calls_of_steps import StepCall as StepCall
    from torchlint.queries.training.calls_of_steps import blamed_call as blamed_call
    from torchlint.queries.training.calls_of_steps import calls_of_each_evaluation as calls_of_each_evaluation
    from torchlint.queries.training.calls_of_steps import calls_of_each_step as calls_of_each_step
    from torchlint.queries.training.calls_of_steps import reached_by_steps as reached_by_steps
    from torchlint.queries.training.cast_trainings import CastTraining as CastTraining
    from torchlint.queries.training.cast_trainings import bfloat16_trainings as bfloat16_trainings
    from torchlint.queries.training.cast_trainings import half_trainings as half_trainings
    from torchlint.queries.training.gradient_clipping import Clipping as Clipping
    from torchlint.queries.training.gradient_hooks import may_be_cleared as may_be_cleared
    from torchlint.queries.training.gradient_hooks import may_be_cleared_for_another as may_be_cleared_for_another
    from torchlint.queries.training.gradient_hooks import may_be_cleared_unseen as may_be_cleared_unseen
    from torchlint.queries.training.graphs_after_step import stepped_graphs as stepped_graphs
    from torchlint.queries.training.library_accumulation import accumulating_calls as accumulating_calls
    from torchlint.queries.training.library_accumulation import cleared_before_backward as cleared_before_backward
    from torchlint.queries.training.library_accumulation import is_accumulated_by_library as is_accumulated_by_library
    from torchlint.queries.training.loss_scaling import Scaling as Scaling
    from torchlint.queries.training.parameter_ownership import relations as relations
    from torchlint.queries.training.step_intervals import IntervalStep as IntervalStep
    from torchlint.queries.training.step_intervals import interval_steps as interval_steps
    from torchlint.queries.training.step_intervals import is_step as is_step
    from torchlint.queries.training.trace_paths import paths as paths
    from torchlint.queries.training.training_loops import StepView as StepView
    from torchlint.queries.training.training_loops import Training as Training
    from torchlint.queries.training.training_loops import is_in_each_step as is_in_each_step
    from torchlint.queries.training.training_loops import is_range_of_one as is_range_of_one
    from torchlint.queries.training.training_loops import step_loops as step_loops
    from torchlint.queries.training.training_loops import trainings as trainings
    from torchlint.queries.training.untrained_by_names import unnamed_parts as unnamed_parts
    from torchlint.queries.training.untrained_models import UnownedModel as UnownedModel
    from torchlint.queries.training.untrained_models import unowned_models as unowned_models
    from torchlint.queries.training.untrained_parts import LeftOutPart as LeftOutPart
    from torchlint.queries.training.untrained_parts import left_out_parts as left_out_parts
    from torchlint.queries.training.weight_snapshots import stored_snapshots as stored_snapshots
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
