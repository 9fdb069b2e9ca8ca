from torchlint import File, Findings, finding, rule
from torchlint.proofs import hook_signature

from . import detect


@rule(group="api", severity="error", symptoms="crash", words="register_")
def check(file: File) -> Findings:
    """A hook that cannot take the arguments PyTorch passes to its kind of hook raises when it runs."""
    for signature in detect.hook_signatures(file):
        given = ", ".join(signature.given)
        experiment = {f"takes_{len(signature.given)}": signature.hook.registered}
        proof = hook_signature(body=signature.hook.body, **experiment) if signature.hook.body else None
        if not signature.fits:
            message = f"`{signature.name}` raises as a hook: PyTorch calls it with ({given}); accept exactly these"
            yield finding(signature.hook, message, proof=proof)
            continue  # raises before it uses any argument
        if signature.overwritten is not None:
            parameter, what = signature.overwritten
            lost = f"PyTorch passes `{what}` as `{parameter.name}`, so its default is lost"
            yield finding(signature.hook, f"{lost}; accept ({given}) before it")
            continue  # the other parameters are not what their names say, either
        if signature.wrong_use is not None:
            use = signature.wrong_use
            message = f"`{use.parameter}` is a tuple here and has no `.{use.attribute}`; use `{use.parameter}[0]`"
            yield finding(use, message, proof=proof)
