from torchlint import File, Findings, finding, rule
from torchlint.proofs import growing_graph
from torchlint.queries import testing

from . import detect, detect_left_out


@rule(
    group="memory", severity="error", symptoms="memory-grows out-of-memory slower-every-epoch", words="backward detach"
)
def check(file: File) -> Findings:
    """An RNN state passed to the next training step without `detach()` makes backward go through all earlier steps."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only
    for call in detect.recurrences(file):
        state = call.state
        yield finding(
            state,
            f"`{state}` carries the graphs of all earlier steps; "
            f"write `{state} = {state}.detach()` after each optimizer step",
            proof=growing_graph(loss=call.loss, at=call.backward or call),
            related=(call.says("passed in again in the next iteration"),),
        )
    for left in detect_left_out.left_out(file):
        yield finding(
            left,
            f"`{left.written}` keeps its graph while `{left.detached}` is detached; detach both",
            sure=False,
            related=(left.written.says("written here with the graph of its step"),),
        )
