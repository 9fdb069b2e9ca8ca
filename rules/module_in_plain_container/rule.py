from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import unregistered_parameters

from . import detect, detect_given, detect_returned


@rule(group="training", severity="error", symptoms="loss-does-not-move checkpoint-does-not-load")
def check(file: File) -> Findings:
    """Modules and parameters in a plain list, tuple or dict are not trained, saved or moved with the model."""
    for container in detect.plain_containers(file):
        registering = container.registering.rpartition(".")[2]
        held = "parameters" if container.holds_parameters else "modules"
        edits = container.wrapped
        yield finding(
            container,
            f"`{container.name}` is a plain {container.kind}, so its {held} are not trained, saved or moved "
            f"with the model; use `nn.{registering}`",
            fix=Fix(f"Use {registering}", edits, safe=False),
            proof=unregistered_parameters(container=container.attribute, at=container.statement),
            sure=container.is_proven,
        )
    for given in (*detect_given.given_containers(file), *detect_returned.returned_containers(file)):
        yield finding(
            given,
            f"`{given.attribute}` is a plain {given.kind}, so its modules are not trained, saved or moved "
            f"with the model; use `nn.{given.registering}`",
            proof=unregistered_parameters(container=given.attribute, at=given),
            sure=given.is_proven,
        )
