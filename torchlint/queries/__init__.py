"""What rules ask: the file, views of its code, and typed queries by topic, each computed once per file.

It is the top floor: it may import all the others, and rules import it. Begin with `file.py` (`File` and the views),
then `memo.py` (`@query`). Each topic lists what it exports in its `__init__.py`; modules inside a topic are private to
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.file import CallView as CallView
    from torchlint.queries.file import ExpressionView as ExpressionView
    from torchlint.queries.file import File as File
    from torchlint.queries.file import FunctionView as FunctionView
    from torchlint.queries.file import View as View
    from torchlint.queries.memo import query as query
    from torchlint.queries.other_files import file_of as file_of
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
