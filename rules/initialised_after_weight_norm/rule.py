from torchlint import File, Findings, finding, rule
from torchlint.queries import modules

from . import detect


@rule(group="training", severity="warning", words="weight_norm")
def check(file: File) -> Findings:
    """`weight_norm` computes `weight` anew in each forward, so what is written to it afterwards is lost."""
    for write in detect.lost_writes(file):
        is_loaded = write.cls is not None and modules.is_only_loaded(file, write.cls)
        end = ", should it ever begin without a checkpoint" if is_loaded else ""
        yield finding(
            write,
            f"`{write}` writes to weights that `weight_norm` computes anew; initialise the layer before{end}",
            sure=not is_loaded,
            related=(write.norm.says("weight_norm is applied here"),),
        )
