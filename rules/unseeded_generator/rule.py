from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="reproducibility",
    severity="error",
    symptoms="results-differ augmentation-repeats",
    words="Generator",
    preview=True,
)
def check(file: File) -> Findings:
    """An unseeded `torch.Generator()` starts from one fixed seed, so a new one per call repeats the same numbers."""
    if testing.is_part_of_tests(file):
        return  # a test wants the same numbers
    for generator in detect.unseeded_generators(file):
        yield finding(
            generator,
            f"`{generator}` is unseeded, so {generator.each} draws the same numbers; seed it, or drop it",
            related=(generator.draw.says("drawn from here"),),
            sure=generator.is_certain,
        )
