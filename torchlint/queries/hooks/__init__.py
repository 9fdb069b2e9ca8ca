"""Queries about hooks: where they are registered, what they store, and how long they live."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.hooks.hook_growth import escapes as escapes
    from torchlint.queries.hooks.hook_growth import is_never_read_whole as is_never_read_whole
    from torchlint.queries.hooks.hook_growth import is_trained as is_trained
    from torchlint.queries.hooks.hook_growth import runs_each_time as runs_each_time
    from torchlint.queries.hooks.hook_growth import without_graph as without_graph
    from torchlint.queries.hooks.hook_registrations import HookView as HookView
    from torchlint.queries.hooks.hook_registrations import is_in_hook_of_its_receiver as is_in_hook_of_its_receiver
    from torchlint.queries.hooks.hook_registrations import registrations as registrations
    from torchlint.queries.hooks.hook_storage import made as made
    from torchlint.queries.hooks.hook_storage import starts_over as starts_over
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
