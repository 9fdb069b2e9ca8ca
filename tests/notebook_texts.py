"""Notebooks for tests, made where they are needed."""

from __future__ import annotations

import json
from typing import Any

PYTHON = {"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "python"}}


def cell(source: str | list[str], kind: str = "code", **more: Any) -> dict[str, Any]:
    outputs: dict[str, Any] = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **outputs, **more}


def notebook(*cells: str | dict[str, Any], metadata: Any = None) -> bytes:
    """A notebook of some cells; a plain string is a code cell."""
    made = [cell(one) if isinstance(one, str) else one for one in cells]
    whole = {"cells": made, "metadata": PYTHON if metadata is None else metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1).encode()
