from torchlint import File, Findings, finding, rule
from torchlint.proofs import compiled_frames
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle setting-has-no-effect", words="torch.compile")
def check(file: File) -> Findings:
    """`torch.compile` compiles only calls of its result; its other methods and the original model run eagerly."""
    if testing.is_part_of_tests(file):
        return  # a test compares the compiled model with the original
    if "torch.compile" not in file.text:
        return  # the file that compiles the model says that nothing calls it
    for call in detect.method_calls(file):
        if not call.trains and not call.is_the_only_use:
            continue  # training calls the compiled model; this method draws samples or computes metrics now and then
        if call.has_compiled_part:
            continue  # its expensive parts are compiled by themselves
        yield finding(
            call,
            f"`{call.callee}` runs eagerly, as `torch.compile` covers only `{call.receiver}(...)`; "
            f"also compile the method: `torch.compile({call.callee})`",
            proof=compiled_frames(model=call.receiver, result=call),
            related=call.elsewhere,
        )
    for bodiless in detect.without_forward(file):
        yield finding(
            bodiless,
            f"`{bodiless}` compiles nothing, as `{bodiless.model}` has no `forward`; "
            "compile the methods that are called",
            proof=compiled_frames(compiled=bodiless),
        )
    for result in detect.unused_results(file):
        if result.method:
            yield finding(
                result,
                f"`{result}` compiles nothing, as only methods of its result are called; "
                f"pass them to `torch.compile`, such as `{result.method}`",
                proof=compiled_frames(compiled=result),
            )
            continue  # another file calls it
        yield finding(
            result,
            f"`{result}` compiles nothing, as its result is never called; call the result instead of `{result.model}`",
            proof=compiled_frames(compiled=result),
            related=result.instead,
        )
