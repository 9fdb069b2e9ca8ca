from torchlint import File, Findings, finding, rule
from torchlint.proofs import output_structure
from torchlint.queries import testing

from . import detect, detect_samples


@rule(group="api", severity="info", symptoms="crash", default=False)
def check(file: File) -> Findings:
    """A `forward` that returns a bare tuple of different things makes every caller rely on their order."""
    if testing.is_test_module(file):
        return  # a model in a test is only an example
    reported = set()
    for output in detect.outputs(file):
        if output.is_part_of_another or output.cls in reported:
            continue  # an internal block with its only caller beside it; one finding per model
        if not output.cls.has_parameters() or output.is_for_training_only:
            continue  # a transform or a loss, or auxiliary outputs that only the loss uses
        if output.hands_on_state or output.hands_on_attention:
            continue  # the conventions of recurrent and attention layers
        if output.is_of_one_kind:
            continue  # a natural pair: two images, a mean and a log-variance
        reported.add(output.cls)
        yield finding(
            output,
            f"`{output.cls.name}.forward` returns {len(output.elements)} different things as a bare tuple, "
            "so callers depend on their order; return a NamedTuple",
            proof=output_structure(output, model=output.model),
            sure=output.is_proven,
        )
    for sample in detect_samples.samples(file):
        if sample.cls in reported or sample.is_of_one_kind:
            continue  # one finding per dataset; an image with its neighbours
        reported.add(sample.cls)
        yield finding(
            sample,
            f"`{sample.cls.name}.__getitem__` returns {len(sample.elements)} different things as a bare tuple, "
            "so loops depend on their order; return a NamedTuple",
            proof=output_structure(sample),
            sure=sample.is_proven,
        )
