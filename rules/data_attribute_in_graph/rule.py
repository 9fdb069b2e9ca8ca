from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import data_of_graph

from . import detect


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words=".data")
def check(file: File) -> Findings:
    """Autograd does not see changes made through `.data`, so gradients are silently computed from wrong values."""
    for data in detect.data_reads(file):
        if data.is_assigned:
            continue  # a move or a conversion: the tensor gets other data and keeps its graph
        written = data.written
        if written is None:
            continue  # only read, as with `detach()`; removed-api reports `loss.data[0]`, which fails
        yield finding(
            data,
            f"`{written}` changes `{data.tensor}` without autograd seeing it, so gradients may be wrong; "
            "create a new tensor instead",
            fix=Fix("Create a new tensor", data.written_anew, safe=False),
            proof=data_of_graph(tensor=data.tensor, at=written),
        )
