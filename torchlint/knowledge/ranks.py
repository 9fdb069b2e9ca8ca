"""Names by which code says which of several processes it is, and what makes them decide alike."""

from __future__ import annotations

import re

# The number of a process: variables, attributes, and functions of whatever package that return it.
RANKS = frozenset(
    "rank local_rank global_rank world_rank ddp_rank ddp_local_rank process_index local_process_index "
    "get_rank get_local_rank get_global_rank".split()
)
# The number of a machine among those that train together, which its launcher is given.
MACHINE_NUMBERS = frozenset("node_rank machine_rank node_index node_id".split())
# What is true in the first process alone, on all machines or on each.
IS_FIRST = frozenset(
    "is_main_process is_local_main_process is_main main_process is_master is_master_process master_process is_primary "
    "is_rank_zero is_rank_0 is_rank0 is_global_zero is_world_process_zero is_local_process_zero".split()
)
# What may make all ranks decide alike, in functions of whatever name; `no_sync` and `cuda.synchronize` do not.
AGREES = re.compile(
    r"reduce|gather|broadcast|bcast|(?<!no_)(?<!no_backward_)sync(?!hronize$)|agree|any_rank|all_ranks|trigger",
    re.IGNORECASE,
)
