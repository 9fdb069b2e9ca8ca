from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_LOOKS = 4  # in a row, each with more nodes of earlier steps than the one before


@run_rule(
    monitor="graph_growth",
    group="memory",
    severity="warning",
    symptoms="memory-grows slower-every-epoch",
    told_by="growing_graph",
)
def check(seen: Sequence[Sighting]) -> Measured | None:
    """A backward also goes through the graphs of all earlier steps, as state carried over was never detached."""
    looks = max((each.facts["looks"] for each in seen), key=lambda looks: int(looks[-1]["old"]))
    first, last = looks[0], looks[-1]
    if len(looks) < FEWEST_LOOKS or last["nodes"] < 2 * first["nodes"]:
        return None
    each = (last["nodes"] - first["nodes"]) // (last["backward"] - first["backward"])
    return Measured(
        "each backward goes through the graphs of earlier steps; detach what one step passes to the next",
        f"{first['nodes']} nodes in backward {first['backward']}, {last['nodes']} in backward {last['backward']}; "
        f"{last['old']} of these were recorded in earlier steps",
        (
            Number("growth", each, "nodes/backward"),
            Number("nodes at first", first["nodes"]),
            Number("nodes at last", last["nodes"]),
        ),
    )
