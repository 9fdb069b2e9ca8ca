from torch import nn, profiler
from torch.utils.data import DataLoader


def main(dataset, model: nn.Module, optimizer):
    with profiler.profile() as seen:
        for rows in DataLoader(dataset, batch_size=8):
            optimizer.zero_grad()
            model(rows).sum().backward()
            optimizer.step()
    print(seen.key_averages().table())
