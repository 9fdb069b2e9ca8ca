"""Methods that wait for all processes, of accelerate and Fabric, and the state of a sharded model."""

import torch
import torch.distributed as dist
from accelerate import Accelerator
from lightning.fabric import Fabric
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import fully_shard


def accelerated(loader):
    accelerator = Accelerator()
    model, loader = accelerator.prepare(nn.Linear(4, 2), loader)
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        accelerator.backward(loss)
        if accelerator.is_main_process:
            print(accelerator.gather(loss).mean())  # finding: `gather` waits for all ranks
            accelerator.print(loss.item())
        accelerator.wait_for_everyone()
        losses = accelerator.gather_for_metrics(loss)
        if accelerator.is_main_process:
            print(losses.mean(), accelerator.unwrap_model(model))


def woven(fabric: Fabric, loss):
    if fabric.is_global_zero:
        fabric.barrier()  # finding: `barrier` waits for all ranks
    if fabric.global_rank == 0:
        fabric.print(loss)
    return fabric.all_reduce(loss)


def whole():
    model = FSDP(nn.Linear(4, 2).cuda())
    if dist.get_rank() == 0:
        torch.save(model.state_dict(), "whole.pt")  # finding: `state_dict` waits for all ranks
    state = model.state_dict()
    if dist.get_rank() == 0:
        torch.save(state, "whole.pt")


def sharded():
    model = nn.Linear(4, 2).cuda()
    fully_shard(model)
    everything = StateDictOptions(full_state_dict=True, cpu_offload=True)
    if dist.get_rank() == 0:
        torch.save(get_model_state_dict(model, options=everything), "whole.pt")  # finding: `get_model_state_dict` waits
        torch.save(get_model_state_dict(model), "mine.pt")
    return get_model_state_dict(model, options=everything)


def replicated(net):
    model = nn.parallel.DistributedDataParallel(net)
    if dist.get_rank() == 0:
        torch.save(model.module.state_dict(), "whole.pt")


class Trainer:
    """A method is given the model that another one has wrapped."""

    def __init__(self, rank):
        self.rank = rank

    def fit(self, net):
        model = FSDP(net)
        self.store(model)
        self.store_all(model)

    def store(self, model):
        if self.rank == 0:
            torch.save(model.state_dict(), "whole.pt")  # finding: `state_dict` waits for all ranks

    def store_all(self, model):
        state = model.state_dict()
        if self.rank == 0:
            torch.save(state, "whole.pt")


class Alone(Trainer):
    def fit(self, net):
        self.put(net)

    def put(self, model):
        if self.rank == 0:
            torch.save(model.state_dict(), "whole.pt")
