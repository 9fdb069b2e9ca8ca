"""What rules ask: files and views of their code, and typed queries by topic, each worked out once per file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.file import CallView as CallView
    from torchlint.queries.file import ExpressionView as ExpressionView
    from torchlint.queries.file import File as File
    from torchlint.queries.file import FunctionView as FunctionView
    from torchlint.queries.file import View as View
    from torchlint.queries.memo import query as query
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
