from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="reproducibility", severity="error", symptoms="results-differ", words="seed")
def check(file: File) -> Findings:
    """Assigning to `np.random.seed` or `torch.manual_seed` replaces the function and seeds nothing."""
    for overwritten in detect.overwritten_seeds(file):
        call = f"{overwritten.callee}({overwritten.seed})"
        yield finding(
            overwritten,
            f"`{overwritten.callee} = ...` replaces the function and seeds nothing; call it: `{call}`",
            fix=Fix("Call the function", overwritten.called, safe=False),
        )
