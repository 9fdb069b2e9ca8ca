"""Queries about names of PyTorch's API: what is deprecated or removed, and which values a notebook displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.api.api_uses import ApiUse as ApiUse
    from torchlint.queries.api.api_uses import is_loss as is_loss
    from torchlint.queries.api.api_uses import versions as versions
    from torchlint.queries.api.deprecated_api import deprecated_uses as deprecated_uses
    from torchlint.queries.api.displayed_values import discarded_calls as discarded_calls
    from torchlint.queries.api.displayed_values import displayed as displayed
    from torchlint.queries.api.displayed_values import is_discarded as is_discarded
    from torchlint.queries.api.displayed_values import is_never_looked_at as is_never_looked_at
    from torchlint.queries.api.displayed_values import is_never_read as is_never_read
    from torchlint.queries.api.displayed_values import is_notebook as is_notebook
    from torchlint.queries.api.given_objects import makers_given as makers_given
    from torchlint.queries.api.given_up_names import renaming as renaming
    from torchlint.queries.api.handed_objects import calls_on_arguments as calls_on_arguments
    from torchlint.queries.api.learning_rates import scheduler_rates as scheduler_rates
    from torchlint.queries.api.uncalled_functions import uncalled_function as uncalled_function
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
