from torchlint import File, Findings, finding, rule
from torchlint.proofs import hook_lifetime
from torchlint.queries import api, hooks, testing

from . import detect


@rule(group="memory", severity="warning", symptoms="memory-grows slower-every-epoch")
def check(file: File) -> Findings:
    """A hook that is never removed outlives its purpose, and registering it again adds another one."""
    if testing.is_test_module(file):
        return  # what a test hooks ends with the test
    for hook in hooks.registrations(file):
        if hook.is_removed or hook.leaves or detect.is_removed_elsewhere(hook):
            continue  # removed, or handed on to whoever removes it
        if hook.piles_up:
            continue  # one more with each forward or step, which is told as that
        if hook.is_on_own_module or hook.is_on_local_module or hook.is_on_returned_module:
            continue  # lives and dies with its owner, or belongs to the wrapper that is handed back
        if detect.is_on_constructed(hook) or detect.is_for_training(hook) or detect.is_distributed(hook):
            continue  # lives as long as what it belongs to: an object, an optimizer, the model of several processes
        if hook.is_given_parameters:
            continue  # a module made into another one, as weight_norm does: the hook is part of how it computes
        if hook.translates_states:
            continue  # how the module is saved and loaded, for as long as it lives
        if hook.is_on_parameter_once or (hook.runs_once and not detect.collects_in_a_notebook(hook)):
            continue  # once and for good: a parameter as long as it is trained, the model of a script
        if api.is_discarded(hook):
            message = f"the handle of `{hook.name}` is discarded, so the hook on {hook.hooked} can never be removed"
        else:
            message = f"`remove()` is never called on the handle of `{hook.name}`, so the hook stays on {hook.hooked}"
        proof = hook_lifetime(at=hook, hook=hook.registered, body=hook.body)
        is_sure = not (hook.is_stored or detect.may_be_for_good(hook) or hook.is_passed_on)
        yield finding(hook, message, proof=proof, sure=is_sure)
