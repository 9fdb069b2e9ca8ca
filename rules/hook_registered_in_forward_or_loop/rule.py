from torchlint import File, Findings, finding, rule
from torchlint.proofs import hook_lifetime
from torchlint.queries import hooks, testing


@rule(group="memory", severity="error", symptoms="memory-grows slower-every-epoch", words="hook")
def check(file: File) -> Findings:
    """Registering a hook in every `forward` or training step adds one more each time, and all of them stay."""
    if testing.is_test_module(file):
        return  # hooks in a test end with the test
    for hook in hooks.registrations(file):
        if not hook.piles_up:
            continue  # removed, guarded, returned to be removed elsewhere, or registered once
        yield finding(
            hook,
            f"each {hook.repeated_by} adds another hook to {hook.hooked}, and none is removed; register it once",
            proof=hook_lifetime(at=hook, hook=hook.registered, body=hook.body),
        )
