"""The probes by the names that experiments call them by."""

from __future__ import annotations

from ..site import Site
from .retained_graph import RetainedGraph

PROBES: dict[str, type[Site]] = {"retained_graph": RetainedGraph}
