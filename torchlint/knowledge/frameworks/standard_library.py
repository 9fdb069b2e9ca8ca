"""Python's own modules: most of them give plain data, and keep nothing of what they are given."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import DATA, FIRST, each, handled

MODEL = LibraryModel(
    tuple(
        """collections csv datetime glob itertools json logging math os pathlib pickle random re shutil
        string sys time argparse""".split()
    ),
    calls={
        **handled(
            "collections.defaultdict collections.OrderedDict collections.deque collections.Counter", "collection"
        ),
        "itertools.chain": CallModel(handler="chain"),
        "itertools.chain.from_iterable": CallModel(handler="chain-from-iterable"),
        **each("itertools.islice itertools.cycle", FIRST),
        **handled("argparse.Namespace", "settings"),
        **handled("os.environ.setdefault os.putenv", "environment"),
    },
    patterns={r".*": DATA},
)
