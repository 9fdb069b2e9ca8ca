"""Queries about autograd graphs and numerics: what accumulates, dtypes, shapes, rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.gradients.accumulation import growing_containers as growing_containers
    from torchlint.queries.gradients.accumulation import running_sums as running_sums
    from torchlint.queries.gradients.autocast_contexts import Autocast as Autocast
    from torchlint.queries.gradients.autocast_contexts import autocast_around as autocast_around
    from torchlint.queries.gradients.autocast_contexts import autocast_in_forward as autocast_in_forward
    from torchlint.queries.gradients.autocast_contexts import autocast_of_forward as autocast_of_forward
    from torchlint.queries.gradients.autocast_contexts import enters_autocast as enters_autocast
    from torchlint.queries.gradients.clamp_bounds import rounded_bounds as rounded_bounds
    from torchlint.queries.gradients.copies import uncopied as uncopied
    from torchlint.queries.gradients.copies import without_methods as without_methods
    from torchlint.queries.gradients.dtypes import dtype_of as dtype_of
    from torchlint.queries.gradients.dtypes import named_dtype as named_dtype
    from torchlint.queries.gradients.float_rounding import folded as folded
    from torchlint.queries.gradients.float_rounding import half_optimizers as half_optimizers
    from torchlint.queries.gradients.float_rounding import lost_constants as lost_constants
    from torchlint.queries.gradients.half_fills import large_fills as large_fills
    from torchlint.queries.gradients.operands import Operation as Operation
    from torchlint.queries.gradients.operands import operation_of as operation_of
    from torchlint.queries.gradients.reductions import half_reductions as half_reductions
    from torchlint.queries.gradients.reductions import selections as selections
    from torchlint.queries.gradients.returned_parts import returned_expressions as returned_expressions
    from torchlint.queries.gradients.returned_parts import returned_views as returned_views
    from torchlint.queries.gradients.sample_ranks import part_of_sample as part_of_sample
    from torchlint.queries.gradients.settled_numbers import number_of as number_of
    from torchlint.queries.gradients.tensor_ranks import called_value as called_value
    from torchlint.queries.gradients.tensor_ranks import has_one_last as has_one_last
    from torchlint.queries.gradients.tensor_ranks import kept_dim as kept_dim
    from torchlint.queries.gradients.tensor_ranks import least_rank_of as least_rank_of
    from torchlint.queries.gradients.tensor_ranks import rank_of as rank_of
    from torchlint.queries.gradients.value_sources import agreed as agreed
    from torchlint.queries.gradients.value_sources import sources as sources
    from torchlint.queries.gradients.value_sources import traced as traced
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
