from torchlint import File, Findings, finding, rule
from torchlint.proofs import hook_lifetime
from torchlint.queries import api, hooks, testing

from . import detect


@rule(group="memory", severity="warning", symptoms="memory-grows slower-every-epoch")
def check(file: File) -> Findings:
    """A hook that is never removed outlives its purpose, and registering it again adds another one."""
    if testing.is_test_module(file):
        return  # hooks in a test end with the test
    for hook in hooks.registrations(file):
        if hook.is_removed or hook.leaves or detect.is_removed_elsewhere(hook):
            continue  # removed, or passed on to code that removes it
        if hook.piles_up:
            continue  # one more with each forward or step, which another rule reports
        is_owned = hook.is_on_own_module or hook.is_on_local_module or hook.is_on_returned_module
        if is_owned and not hook.comes_again_on_same:
            continue  # lives as long as its owner, or belongs to the returned wrapper
        if detect.is_on_constructed(hook) or detect.is_for_training(hook) or detect.is_distributed(hook):
            continue  # lives as long as what it belongs to: an object, an optimizer, a distributed model
        if detect.is_for_good(hook):
            continue  # a part of the module from now on
        if hook.is_given_parameters:
            continue  # part of how a module computes, as with weight_norm
        if hook.translates_states:
            continue  # part of how the module is saved and loaded
        if hook.is_on_parameter_once or (hook.runs_once and not detect.collects_in_a_notebook(hook)):
            continue  # registered once for the whole run: on a trained parameter, or the model of a script
        if api.is_discarded(hook):
            message = (
                f"the hook on {hook.hooked} runs in every later {detect.runs_in(hook)}, as its handle is discarded; "
                "keep the handle and call `remove()` on it"
            )
        else:
            message = (
                f"the hook on {hook.hooked} runs in every later {detect.runs_in(hook)}, "
                f"as nothing removes it; after use, {detect.removing(hook)}"
            )
        proof = hook_lifetime(at=hook, hook=hook.registered, body=hook.body)
        is_sure = not (hook.is_stored or detect.may_be_for_good(hook) or hook.is_passed_on)
        yield finding(hook, message, proof=proof, sure=is_sure)
