from torchlint import File, Findings, finding, rule
from torchlint.queries import options, testing


@rule(
    group="training",
    severity="error",
    symptoms="crash",
    words="args arg opts opt options flags hparams params config cfg conf",
)
def check(file: File) -> Findings:
    """Reading an attribute of argparse's namespace that no parser defines raises AttributeError, often hours later."""
    if testing.is_test_module(file):
        return  # the authors of a test make its namespaces themselves
    for read in options.undefined_options(file):
        instead = f"read `{read.similar}`" if read.similar else f"add an option `--{read.name}`"
        message = f"`{read}` raises AttributeError: the parser defines no such option; {instead}"
        if not read.is_certain:
            message = f"`{read}` may raise AttributeError: a parser that `{read.owner}` comes from lacks it; {instead}"
        yield finding(read, message, sure=read.is_certain)
