from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import data_of_graph

from . import detect


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words=".data")
def check(file: File) -> Findings:
    """Autograd does not see changes made through `.data`, so gradients are silently computed from wrong values."""
    for data in detect.data_reads(file):
        if data.is_assigned:
            continue  # other data for the tensor, which keeps its graph: a move, a type
        written = data.written
        if written is None:
            continue  # it is only read, as `detach()` would; `loss.data[0]`, which fails, is for removed-api to report
        yield finding(
            data,
            f"`{written}` changes `{data.tensor}` without autograd seeing it; "
            "create a new tensor so that gradients are right",
            fix=Fix("Create a new tensor", data.written_anew, safe=False),
            proof=data_of_graph(tensor=data.tensor, at=written),
        )
