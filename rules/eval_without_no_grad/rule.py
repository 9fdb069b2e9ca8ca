from torchlint import File, Findings, Fix, finding, held_activations, rule


@rule(group="evaluation", severity="warning")
def check(file: File) -> Findings:
    """A model evaluated with gradients enabled records a graph for every batch and holds its activations."""
    if file.predates_no_grad:
        return  # inputs say `volatile`
    told = set()
    for forward in file.forwards:
        if not forward.grad_enabled:
            continue  # gradients are off on every way that leads here
        if not forward.is_evaluated and not forward.is_only_read:
            continue  # training, or a part of something larger
        if forward.is_differentiated or forward.is_among_training:
            continue  # the gradients are wanted: saliency, attacks, fine-tuning with frozen statistics
        if forward.is_frozen or forward.is_smoke_test:
            continue  # nothing to record a graph for; one look at a shape
        function = forward.function
        if function in told or (function and function.is_test):
            continue  # one finding per function; a test checks that a forward runs
        told.add(function)
        where = (
            f"decorate `{function.name}` with `@torch.no_grad()`" if function else "wrap it in `with torch.no_grad():`"
        )
        yield finding(
            forward,
            f"`{forward.model}` is evaluated with gradients enabled; {where}",
            fix=Fix("Turn gradients off in this function", function.decorate("torch.no_grad"), safe=False)
            if function
            else None,
            proof=held_activations(forward),
            sure=not forward.is_returned or forward.in_loader_loop,
        )
