import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, x):
        for layer in self.layers:
            layer.register_forward_pre_hook(lambda module, args: None)  # finding: each call of `forward` adds another
            x = layer(x)
        return x


def train(loader, epochs):
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in loader:
            model[0].register_forward_hook(print)  # finding: each step adds another hook to `model[0]`, and none is
            handle = model.register_full_backward_hook(print)  # finding: each step adds another hook to `model`, and
            print(handle.id)
            loss = (model(x) - y).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    train([(torch.ones(2, 4), torch.ones(2, 4))], 1)
