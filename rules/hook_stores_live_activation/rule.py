from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import piled_tensors, retained_graph
from torchlint.queries import testing

from . import detect


@rule(group="memory", severity="warning", symptoms="memory-grows out-of-memory", words="register_forward")
def check(file: File) -> Findings:
    """A hook that stores activations without detaching them keeps the graph of every forward alive."""
    if testing.is_test_module(file):
        return  # tests run for a few steps only
    for stored in detect.stored_by_hooks(file):
        value, target = stored.stored, stored.target
        story = (stored.story.says("one more with each call"),) if stored.story else ()
        if not stored.retains_graph:
            yield finding(
                stored,
                f"`{target}` grows by one `{value}` per forward; "
                f"store a plain number, or clear `{target}` after each batch",
                sure=stored.is_sure,
                proof=piled_tensors(value),
                related=story,
            )
            continue  # the graph is released, and only the values are kept
        can_detach = stored.is_tensor and not stored.is_wanted
        advice = (
            f"store `{value.with_call('.detach()')}`"
            if can_detach
            else f"store detached values, or clear `{target}` after each batch"
        )
        yield finding(
            stored,
            f"`{target}` keeps the `{value}` of every forward, with its graph; {advice}",
            fix=Fix("Detach before storing", value.then(".detach()"), safe=False) if can_detach else None,
            proof=retained_graph(accumulator=target, at=stored),
            related=story,
        )
