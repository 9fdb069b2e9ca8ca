from torchlint import File, Findings, Fix, finding, rule

from . import detect, detect_passed, detect_prepared, detect_returned


@rule(group="distributed", severity="warning", symptoms="checkpoint-does-not-load crash", words="module")
def check(file: File) -> Findings:
    """`model.module` raises an AttributeError wherever the model has not been wrapped by DDP or DataParallel."""
    reported = set()
    passed = detect_passed.taken_out(file)
    for held in (*detect.taken_out(file), *detect_returned.taken_out(file), *detect_prepared.taken_out(file), *passed):
        if held.is_asked_for:
            continue  # a condition around or before it checks whether there is a wrapper
        if held.has_its_own or held.subject in reported:
            continue  # the model has a submodule named `module`, or this is already reported
        reported.add(held.subject)
        if not isinstance(held, detect_prepared.Prepared):
            yield finding(
                held,
                f"`{held}` raises an AttributeError where the model is not wrapped; "
                "keep the unwrapped model in another variable",
                related=(held.wrapper.says("wrapped here, on one path only"),) if file.holds(held.wrapper.node) else (),
                sure=not held.is_kept_by_object,
            )
            continue  # there is no `unwrap_model` to call
        instead = f"{held.accelerator}.unwrap_model({held.model})"
        yield finding(
            held,
            f"`{held}` fails with a single process, where accelerate wraps nothing; use `{instead}`",
            fix=Fix("Use unwrap_model", held.put(instead), safe=False) if held.sees_accelerator else None,
            sure=not held.may_be_wrapped_always,
            related=(held.wrapper.says("prepared here"),),
        )
