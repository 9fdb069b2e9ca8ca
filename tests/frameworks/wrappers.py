"""Wrappers are the module that they are given: DDP, FSDP, DataParallel, torch.compile, averaged models."""

import copy

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel
from torch.nn.parallel.distributed import DistributedDataParallel as DDP
from torch.optim.swa_utils import AveragedModel


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 2)

    def forward(self, x):
        return torch.sigmoid(self.body(x))


net = Net()
reveal(nn.DataParallel(net, [0, 1]))  # module, Net
reveal(nn.DataParallel(module=net, device_ids=[0]))  # module, Net
reveal(DistributedDataParallel(net, device_ids=[0]))  # module, Net
reveal(DDP(net))  # module, Net
reveal(FSDP(net))  # module, Net
reveal(fully_shard(net))  # module, Net
reveal(torch.compile(net, mode="max-autotune"))  # module, Net
reveal(AveragedModel(net))  # module, Net
reveal(copy.deepcopy(net))  # module, Net
reveal(nn.SyncBatchNorm.convert_sync_batchnorm(net))  # module, Net


def wrap(net):
    net = nn.DataParallel(module=net)
    reveal(net)  # module
    net.eval()
    return net


wrapped = DDP(torch.compile(net))
reveal(wrapped.module)  # module, Net
reveal(wrapped(torch.zeros(1, 8)))  # tensor, grad, sigmoid


@torch.compile(dynamic=True)
def helper(x):
    return torch.sigmoid(x)


reveal(helper(torch.tensor([0.5])))  # tensor, no grad, sigmoid

scaler = torch.cuda.amp.GradScaler()  # finding: looks for infinities in this rank's shards only
reveal(scaler)  # scaler, torch.cuda.amp.GradScaler
loss = net(torch.zeros(1, 8)).mean()
reveal(scaler.scale(loss))  # tensor, grad
optimizer = torch.optim.SGD(net.parameters(), 0.1)
total = 0
for x in torch.utils.data.DataLoader([]):
    optimizer.zero_grad()
    loss = net(x).mean()  # finding: `net(x)` bypasses DistributedDataParallel
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    total += loss  # finding: `total` keeps the graph of every `loss`
