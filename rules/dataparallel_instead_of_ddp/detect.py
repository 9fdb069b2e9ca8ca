"""Where models are given to DataParallel."""

from __future__ import annotations

from torchlint.queries import CallView, File


def data_parallels(file: File) -> list[CallView]:
    """Where models are given to DataParallel, whatever leads to its name, in source order."""
    named = file.named_calls("torch.nn.DataParallel", "torch.nn.parallel.data_parallel")
    made = [e.node for e in file.facts.model_wrappers if e.wrapper == "DataParallel" and file.holds(e.node)]
    nodes = {call.node: None for call in named} | dict.fromkeys(made)
    return [CallView(file, node) for node in sorted(nodes, key=lambda node: node.start)]
