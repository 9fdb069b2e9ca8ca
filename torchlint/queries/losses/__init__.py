"""Queries about losses, their inputs and targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.losses.log_calls import is_natural as is_natural
    from torchlint.queries.losses.log_calls import logarithms as logarithms
    from torchlint.queries.losses.log_softmax import log_softmaxed as log_softmaxed
    from torchlint.queries.losses.log_softmax import softmax_logarithms as softmax_logarithms
    from torchlint.queries.losses.loss_calls import LossView as LossView
    from torchlint.queries.losses.loss_calls import Squashing as Squashing
    from torchlint.queries.losses.loss_calls import chosen_losses as chosen_losses
    from torchlint.queries.losses.loss_calls import is_as_given_on_one_way as is_as_given_on_one_way
    from torchlint.queries.losses.loss_calls import losses as losses
    from torchlint.queries.losses.loss_calls import losses_of_difference as losses_of_difference
    from torchlint.queries.losses.loss_calls import squashed as squashed
    from torchlint.queries.losses.one_way import sometimes_squashed as sometimes_squashed
    from torchlint.queries.losses.own_loaders import looks_itself as looks_itself
    from torchlint.queries.losses.raw_inputs import raw_on_one_way as raw_on_one_way
    from torchlint.queries.losses.reduction import mean_losses as mean_losses
    from torchlint.queries.losses.state_selection import is_known_to_fit as is_known_to_fit
    from torchlint.queries.losses.state_selection import is_selected as is_selected
    from torchlint.queries.losses.state_selection import is_selected_by_text as is_selected_by_text
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
