from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import retained_graph
from torchlint.queries import gradients, testing

_SHORT = 20  # characters of a value that a message can repeat


@rule(group="memory", severity="error", symptoms="memory-grows out-of-memory slower-every-epoch")
def check(file: File) -> Findings:
    """Collecting tensors that still carry their graphs in a list or dict keeps the graph of every step alive."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only
    for container in gradients.growing_containers(file):
        if container.is_part_of_a_forward or not container.grows_by_step:
            continue  # a forward that collects its outputs, a loop over layers or time steps
        if container.is_differentiated or container.is_bounded:
            continue  # stacked or summed and differentiated, or the oldest entries are dropped
        if container.dies_with_its_graphs:
            continue  # needed by a loss until its backward, in a list that is local to the function
        value = container.added
        kept = "graph and activations" if container.holds_activations else "graph"
        of_what = "every step alive; store detached values"
        if value:
            is_short = len(value.text) <= _SHORT
            detached = f"`{value.with_call('.detach()')}`" if is_short else "its `.detach()`"
            of_what = f"every `{value.text}` alive; store {detached}"
        yield finding(
            container,
            f"`{container.target}` keeps the {kept} of {of_what}",
            fix=Fix(
                "Detach before storing",
                value.then(".detach()"),
                safe=container.is_sure and container.adds_a_tensor and not container.leaves,
            )
            if value
            else None,
            proof=retained_graph(accumulator=container.target or container, at=container),
            related=tuple(origin.says("the graph comes from here") for origin in container.origins),
            sure=container.is_sure,
        )
