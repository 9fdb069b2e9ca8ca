from torchlint import File, Findings, finding, rule
from torchlint.proofs import hook_signature

from . import detect


@rule(group="api", severity="error", symptoms="crash", words="register_")
def check(file: File) -> Findings:
    """A hook is called with the arguments of its kind, and one that can't take them stops the program."""
    for signature in detect.hook_signatures(file):
        given = ", ".join(signature.given)
        experiment = {f"takes_{len(signature.given)}": signature.hook.registered}
        proof = hook_signature(body=signature.hook.body, **experiment) if signature.hook.body else None
        if not signature.fits:
            message = f"`{signature.name}` can't take what the hook is given: ({given})"
            yield finding(signature.hook, message, proof=proof)
            continue  # it fails before it could use anything
        if signature.wrong_use is not None:
            use = signature.wrong_use
            message = f"`{use.parameter}` is a tuple here and has no `.{use.attribute}`; take `{use.parameter}[0]`"
            yield finding(use, message, proof=proof)
