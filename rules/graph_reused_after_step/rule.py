from torchlint import File, Findings, finding, rule
from torchlint.proofs import changed_parameters
from torchlint.queries import training


@rule(group="training", severity="error", symptoms="crash", words="backward")
def check(file: File) -> Findings:
    """A `backward()` through a graph whose parameters a step has changed raises, or gives wrong gradients."""
    reported = set()
    for loop in training.trainings(file):
        for backward, forward, step, sure in training.stepped_graphs(loop):
            if backward in reported:
                continue  # reached through another chain of calls
            reported.add(backward)
            raises = "raises" if sure else "may raise"
            yield finding(
                backward,
                f"`{backward}` {raises}, as `{step}` has changed parameters that its graph needs; "
                "repeat the forward after that step",
                sure=sure,
                proof=changed_parameters(forward=forward, loss=backward.subject, at=backward),
                related=(forward.says("the graph is recorded here"), step.says("its parameters change here")),
            )
