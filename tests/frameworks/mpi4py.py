"""mpi4py's communicator counts the processes in plain Python numbers."""

import torch
from mpi4py import MPI

reveal(MPI.COMM_WORLD.Get_rank())  # number
if MPI.COMM_WORLD.Get_rank() == 0:
    MPI.COMM_WORLD.Barrier()  # finding: `Barrier` waits for all ranks
print(torch.ones(2) / MPI.COMM_WORLD.Get_size())
