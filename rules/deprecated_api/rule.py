from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, devices, testing

# So many uses of one name in a file are one finding: what is to be done is said once.
HABIT = 3


@rule(
    group="deprecated",
    severity="info",
    symptoms="crash",
    default=False,
    words="torch transformers accelerate lightning",
    replaces="TOR101 TOR201",
)
def check(file: File) -> Findings:
    """A deprecated PyTorch API still works, with a warning, until a later release removes it."""
    if testing.is_test_module(file):
        return  # a test of the old name is for those who still use it
    untrained = {call.node for call in devices.checkpoints(file) if call.loses_first_segment}
    told: dict[tuple[object, ...], list[api.ApiUse]] = {}
    for use in api.deprecated_uses(file):
        if use.node in untrained:
            continue  # checkpoint-reentrant-drops-first-segment reports the other problem there
        if use.is_guarded:
            continue  # the code checks the PyTorch version
        told.setdefault((use.shown, use.happens, use.instead, bool(use.edits), use.is_same), []).append(use)
    groups = (group for uses in told.values() for group in ([uses] if len(uses) >= HABIT else [[use] for use in uses]))
    for first, *others in groups:
        more = f" (and {len(others)} more)" if others else ""
        edits = (*first.edits, *(edit for other in others for edit in other.edits))
        yield finding(
            first,
            f"`{first.shown}` {first.happens}{more}; {first.instead}",
            fix=Fix("Replace with the current API", edits, safe=first.is_same),
            related=tuple(other.says("and here") for other in others),
        )
