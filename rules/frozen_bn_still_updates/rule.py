from torchlint import File, Findings, finding, frozen_statistics, rule


@rule(group="training", severity="warning", words="requires_grad")
def check(file: File) -> Findings:
    """The BatchNorm statistics of a frozen module move with every batch as long as it is in train mode."""
    if file.is_test_module:
        return  # a test takes a few steps, and ends
    for norms in file.frozen_norms:
        module = norms.frozen
        yield finding(
            norms,
            f"`{module}` is frozen, but its BatchNorm statistics move; keep these layers in `eval()`",
            proof=frozen_statistics(model=module),
            sure=norms.is_sure,
            related=norms.story,
        )
