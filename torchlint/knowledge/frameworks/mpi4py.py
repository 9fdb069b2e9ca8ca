"""The communicator of all processes, as of mpi4py 4.1."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel
from torchlint.knowledge.frameworks.rows import BARRIER, PLAIN, each

# In lower case, objects are pickled; in upper case, buffers are filled.
_COLLECTIVES = "bcast gather scatter reduce allgather alltoall allreduce scan exscan"
_ALL = f"{_COLLECTIVES} {_COLLECTIVES.title()}".split()

MODEL = LibraryModel(
    ("mpi4py",),
    version="4.1",
    calls={
        **each(" ".join(f"MPI.COMM_WORLD.{name}" for name in _ALL), CallModel("unknown", collective="always")),
        **each("MPI.COMM_WORLD.barrier MPI.COMM_WORLD.Barrier", BARRIER),
        **each("MPI.COMM_WORLD.Get_rank MPI.COMM_WORLD.Get_size", PLAIN),
    },
)
