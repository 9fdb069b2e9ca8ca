"""Queries about hooks: where they are registered, what they keep, how long they live."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.hooks.hook_registrations import is_in_hook_of_its_receiver as is_in_hook_of_its_receiver
    from torchlint.queries.hooks.hook_registrations import registrations as registrations
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
