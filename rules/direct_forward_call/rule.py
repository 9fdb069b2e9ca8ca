from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import skipped_hooks
from torchlint.queries import hooks, modules, testing

from . import detect


@rule(group="api", severity="info", symptoms="gpu-idle setting-has-no-effect", default=False, words=".forward(")
def check(file: File) -> Findings:
    """Calling `model.forward(x)` skips the module's hooks, which run only when the module itself is called."""
    found = []
    for call in file.method_calls("forward"):
        module = call.receiver
        if module is None or not detect.is_proven_module(module) or module.is_self:
            continue  # a class, `super()`, an object of another kind, or a method that delegates to another forward
        if modules.is_called_otherwise(module) or testing.is_test_module(file):
            continue  # its class defines what a call does, or this is a test of forward itself
        if detect.is_made_for_this_use(module):
            continue  # the module is local to this code, so nobody registers hooks on it
        if hooks.is_in_hook_of_its_receiver(call):
            continue  # a call would run the hook that this code is in, endlessly
        found.append((call, module))
    for (call, module), *others in detect.one_per_habit(found):
        more = f" (and {len(others)} more)" if others else ""
        edits = (edit for one, of in ((call, module), *others) for edit in one.callee.put(of.code))
        yield finding(
            call,
            f"`{call.callee}` skips the hooks of `{module}`{more}; call `{module}(...)`",
            fix=Fix("Call the module", tuple(edits), safe=False),
            proof=skipped_hooks(module),
            related=tuple(one.says("and here") for one, _ in others),
        )
