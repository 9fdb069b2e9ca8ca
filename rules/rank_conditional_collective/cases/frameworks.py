"""What frameworks call on all ranks, and what may be called on one."""

import deepspeed
import torch
import torch.distributed as dist
from accelerate import Accelerator
from lightning.fabric import Fabric
from mpi4py import MPI


def accelerated(model, optimizer, loader):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        loss = model(x).mean()
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        total = accelerator.reduce(loss.detach())
        if accelerator.is_main_process:
            accelerator.log({"loss": total.item()})
            accelerator.print(accelerator.gather(loss.detach()))  # finding: `gather` waits for all ranks
    if accelerator.is_main_process:
        accelerator.save(accelerator.unwrap_model(model).state_dict(), "model.pt")
        accelerator.save_state("state")  # suspected: `save_state` may wait for all ranks
    with accelerator.main_process_first():
        print("downloads")
    accelerator.wait_for_everyone()
    accelerator.save_state("state")


def waiting(accelerator: Accelerator):
    if accelerator.is_local_main_process:
        accelerator.wait_for_everyone()  # finding: `wait_for_everyone` waits for all ranks


def write(engine, path):
    engine.save_checkpoint(path)


def sharded(model, loader):
    engine, _, _, _ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config={})
    for x in loader:
        engine.backward(engine(x).mean())
        engine.step()
    if dist.get_rank() == 0:
        torch.save(engine.module.state_dict(), "model.pt")
        engine.save_checkpoint("here")  # finding: `save_checkpoint` waits for all ranks
        write(engine, "there")  # finding: `save_checkpoint` waits for all ranks
    write(engine, "everywhere")


def in_fabric(model, optimizer):
    fabric = Fabric()
    model, optimizer = fabric.setup(model, optimizer)
    if fabric.global_rank == 0:
        fabric.save("here", {"model": model})  # finding: `save` waits for all ranks
        fabric.print("saved")
    fabric.save("there", {"model": model})


def over_mpi(model, path):
    if MPI.COMM_WORLD.Get_rank() == 0:
        model.load_state_dict(MPI.COMM_WORLD.bcast(torch.load(path, weights_only=True)))  # finding: `bcast` waits
        MPI.COMM_WORLD.send(path, dest=1)


def in_parts(path):
    comm = MPI.COMM_WORLD
    rank = comm.Get_rank()
    if rank == 0:
        comm.Barrier()  # finding: `Barrier` waits for all ranks
    few = comm.Split(rank % 2)
    if rank == 0:
        few.Barrier()
    return comm.bcast(path)
