from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

# One version each for training, evaluation and the last batch is no news.
OPTIONS = {"moments": "At how many moments of the run a function has to be compiled again."}


@run_rule(
    monitor="compilations", group="speed", severity="warning", symptoms="slower-every-epoch gpu-idle", options=OPTIONS
)
def check(seen: Sequence[Sighting], *, moments: int = 4) -> Measured | None:
    """`torch.compile` compiles a function again and again while the program goes on."""
    often = [
        each.facts
        for each in seen
        if each.facts["moments"] >= moments  # several versions at one moment are for modules of several sizes
        and not each.facts["is_judged"]  # `compile-recompiles` tells the same of the function
    ]
    if not often:
        return None
    facts = max(often, key=lambda facts: facts["compiled"])
    again, reasons = facts["compiled"], facts["distinct"]
    given_up = f", and reached the limit of {facts['limit']} versions" * (facts["versions"] >= facts["limit"] > 0)
    what = facts["function"] or "what is called here"
    why = f"; {reasons} guards failed, the first was `{facts['reasons'][0]}`" if reasons else ""
    return Measured(
        f"`torch.compile` compiles {what} again at step after step; keep what its guards ask for the same",
        f"compiled again {again} times, which took {facts['seconds']:.2f} s{given_up}{why}",
        (
            Number("compiled again", again, "times"),
            Number("compiling", facts["seconds"], "seconds"),
            Number("distinct reasons", reasons),
        ),
    )
