from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import lost_dimension

from . import (
    detect,
    detect_batch_sizes,
    detect_feature_maps,
    detect_flat_targets,
    detect_found_places,
    detect_meant_dimensions,
)


@rule(group="training", severity="warning", symptoms="accuracy-at-chance crash", words="squeeze( squeeze_(")
def check(file: File) -> Findings:
    """`squeeze()` without `dim` also removes the batch dimension when a batch holds a single sample."""
    reported = set()
    for squeeze in (*detect.squeezes(file), *detect_feature_maps.squeezed_maps(file)):
        if squeeze.node in reported:
            continue  # already reported
        reported.add(squeeze.node)
        if squeeze.is_one_sample:
            continue  # one sample made into a batch, or values that are read whatever their shape
        yield finding(
            squeeze,
            f"`{squeeze}` also removes the batch dimension if the batch is one sample; {squeeze.advice}",
            fix=Fix("Squeeze the last dimension", squeeze.of_last, safe=False),
            proof=lost_dimension(tensor=squeeze.squeezed, at=squeeze),
            sure=squeeze.is_of_any_batch,
        )
    for places in detect_found_places.squeezed_places(file):
        if places.node in reported or places.is_read_as_one:
            continue  # already reported, or the code expects a single place
        reported.add(places.node)
        yield finding(
            places,
            f"`{places}` has no dimension left if only one element is found; use `.squeeze(-1)`",
            fix=Fix("Squeeze the last dimension", places.of_last, safe=False),
            sure=places.needs_dimension,
        )
    for flat, target in detect_flat_targets.squeezed_for_flat_targets(file):
        if flat.node in reported:
            continue  # already reported
        reported.add(flat.node)
        yield finding(
            flat,
            f"`{flat}` also removes the batch dimension if it is 1, which the target keeps; use `.squeeze(-1)`",
            sure=False,
            related=(target.says("has one number for each sample"),),
        )
    for sizes in detect_batch_sizes.flat_batches(file):
        if sizes.node in reported:
            continue  # already reported
        reported.add(sizes.node)
        yield finding(
            sizes,
            f"`{sizes}` has no dimension left if the batch is one sample; use `.flatten()`",
            fix=Fix("Flatten it", sizes.flattened, safe=False),
            sure=False,
        )
    for other in detect_meant_dimensions.meant_squeezes(file):
        if other.node in reported:
            continue  # already reported
        if (place := other.put_back) is not None:
            which = "first dimension" if place == 0 else f"dimension {place}"
            yield finding(
                other,
                f"`{other}` removes every dimension of size 1, and `unsqueeze({place})` adds one back; "
                f"use `.squeeze({place})`",
                fix=Fix(f"Squeeze the {which}", other.of_dimension(place), safe=False),
                sure=False,
            )
        elif (place := other.made_one) is not None:
            yield finding(
                other,
                f"`{other}` also removes the batch dimension if it is 1; use `.squeeze({place})`",
                fix=Fix("Squeeze the dimension that `unsqueeze` added", other.of_dimension(place), safe=False),
                sure=False,
            )
        elif (joining := other.joining) is not None:
            yield finding(
                other,
                f"`{other}` also removes the batch dimension if it is 1, and `{joining}` joins along it; pass a `dim`",
                sure=False,
                related=(joining.says("joins the batches"),),
            )
        elif (loop := other.counting_loop) is not None:
            yield finding(
                other,
                f"`{other}` also removes the dimension that the loop iterates over if its size is 1; pass a `dim`",
                sure=False,
                related=(loop.says("iterates over it"),),
            )
        elif (needing := other.rows_needed_by) is not None:
            yield finding(
                other,
                f"`{other}` also removes the batch dimension if the batch is one sample; pass the `dim` to remove",
                sure=False,
                related=(needing.says("needs the batch dimension"),),
            )
