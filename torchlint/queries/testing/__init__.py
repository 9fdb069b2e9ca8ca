"""Queries about tests: what pytest and unittest collect, and code that is only run to see whether it raises."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.testing.collected_tests import is_only_tried as is_only_tried
    from torchlint.queries.testing.collected_tests import is_part_of_tests as is_part_of_tests
    from torchlint.queries.testing.collected_tests import is_test as is_test
    from torchlint.queries.testing.collected_tests import is_test_module as is_test_module
    from torchlint.queries.testing.collected_tests import is_tried as is_tried
    from torchlint.queries.testing.debugging import is_conditional as is_conditional
    from torchlint.queries.testing.debugging import is_entered as is_entered
    from torchlint.queries.testing.debugging import is_for_debugging as is_for_debugging
    from torchlint.queries.testing.debugging import is_in_function_for_debugging as is_in_function_for_debugging
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
