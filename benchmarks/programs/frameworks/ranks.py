"""Four processes by torchrun, which train one model together; the first one saves."""

# needs: torch.distributed
# runs: {python} -m torch.distributed.run --standalone --nproc-per-node 4 {path}

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    x = torch.randn(128, 8)
    data = TensorDataset(x, (x.sum(1) > 0).long())
    sampler = DistributedSampler(data, shuffle=True)  # confirmed by distributed-sampler-no-set-epoch
    loader = DataLoader(data, batch_size=4, sampler=sampler)
    net = DistributedDataParallel(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    losses = []
    for epoch in range(2):
        for batch, labels in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(net(batch), labels)
            loss.backward()
            optimizer.step()
            losses.append(loss)  # confirmed by list-accumulates-graph
    mean = torch.stack(losses).mean().detach()
    dist.all_reduce(mean)
    if dist.get_rank() == 0:
        print(f"{mean.item() / dist.get_world_size():.6f}", os.environ["WORLD_SIZE"])
        torch.save(net.module.state_dict(), "weights.pt")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
