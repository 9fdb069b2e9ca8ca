from torchlint import File, Findings, finding, rule
from torchlint.queries import modules

from . import detect


@rule(
    group="training", severity="warning", symptoms="accuracy-at-chance setting-has-no-effect", words="weight_norm apply"
)
def check(file: File) -> Findings:
    """`weight_norm` recomputes `weight` in every forward, so values written to it afterwards are lost."""
    causes: dict[tuple[object, bool], list[detect.LostWrite]] = {}
    for write in detect.lost_writes(file):
        is_loaded = write.cls is not None and modules.is_only_loaded(file, write.cls)
        causes.setdefault((write.initialiser, is_loaded), []).append(write)
    for (_, is_loaded), (first, *others) in causes.items():
        more = f" (and {len(others)} more)" if others else ""
        end = ", if it ever starts without a checkpoint" if is_loaded else ""
        yield finding(
            first,
            f"`{first}` writes weights that `weight_norm` overwrites in each forward{more}; "
            f"call it before `weight_norm`{end}",
            sure=not is_loaded,
            related=(*first.where_normed, *(other.says("and here") for other in others)),
        )
