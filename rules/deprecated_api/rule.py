from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, devices, testing


@rule(group="deprecated", severity="warning", words="torch transformers accelerate lightning", replaces="TOR101 TOR201")
def check(file: File) -> Findings:
    """What PyTorch has deprecated still works and warns, until a release takes it away."""
    if testing.is_test_module(file):
        return  # a test of the old name is there for those who still use it
    untrained = {call.node for call in devices.checkpoints(file) if call.has_no_graph_before or call.is_given_input}
    for use in api.deprecated_uses(file):
        if use.node in untrained:
            continue  # checkpoint-reentrant-drops-first-segment says what else is wrong there
        if use.is_guarded:
            continue  # asks which PyTorch it runs on
        yield finding(
            use,
            f"`{use.shown}` {use.happens}; {use.instead}",
            fix=Fix("Write it as PyTorch has it now", use.edits, safe=use.is_same) if use.edits else None,
        )
