from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_LOOKS = 4  # in a row, each with more hooks than the one before
OPTIONS = {"fewest_hooks": "How many hooks have to be on one module or tensor at the end."}


@run_rule(
    monitor="hook_counts",
    group="memory",
    severity="warning",
    symptoms="memory-grows slower-every-epoch",
    told_by="hook_lifetime",
    options=OPTIONS,
)
def check(seen: Sequence[Sighting], *, fewest_hooks: int = 8) -> Measured | None:
    """One place registers a hook again and again on the same module or tensor, and each call runs all of them."""
    rising = [each.facts for each in seen if len(each.facts["looks"]) >= FEWEST_LOOKS]
    facts = max(rising, key=lambda facts: facts["looks"][-1], default=None)
    if facts is None or facts["looks"][-1] < fewest_hooks:
        return None
    most = facts["looks"][-1]
    passed = f"{facts['steps']} steps" if facts["steps"] else f"{facts['batches']} batches"
    return Measured(
        f"{most} hooks from here are on one module or tensor; register it once, or call `remove()` on its handle",
        f"{', '.join(map(str, facts['looks']))} hooks at looks further and further apart, in {passed}",
        (Number("hooks", max(most, facts["live"])), Number("on one", most), Number("steps", facts["steps"])),
    )
