"""deepspeed.initialize returns the engine, which is the model and more, its optimizer, a loader and a scheduler."""

import deepspeed
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 2)

    def forward(self, x):
        return torch.sigmoid(self.body(x))


def train(args, dataset, criterion):
    net = Net()
    engine, optimizer, loader, scheduler = deepspeed.initialize(
        args=args, model=net, model_parameters=net.parameters(), training_data=dataset
    )
    reveal(engine)  # module, deepspeed.DeepSpeedEngine, Net
    reveal(optimizer)  # optimizer
    reveal(loader)  # loader
    reveal(scheduler)  # scheduler
    total = 0.0
    for x, y in loader:
        outputs = engine(x)
        reveal(outputs)  # tensor, grad, sigmoid
        loss = criterion(outputs, y)
        reveal(engine.backward(loss))  # none
        reveal(engine.step())  # none
        total += loss  # finding: `total` keeps the graph of every `loss`
    engine.eval()
    for x, y in loader:
        print(engine(x).argmax(1))  # finding: `engine` is evaluated with gradients enabled
    if torch.distributed.get_rank() == 0:
        engine.save_checkpoint("here")  # finding: `save_checkpoint` waits for all ranks


def infer(loader):
    engine = deepspeed.init_inference(Net())
    reveal(engine)  # module, Net
