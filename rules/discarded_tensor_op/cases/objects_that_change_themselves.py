import torch
from torch import nn
from torch.utils.data import DataLoader
from torch_geometric.datasets import Planetoid
from transformers import AutoTokenizer

device = "cuda"


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = torch.zeros(8)
        self.cell = nn.GRUCell(8, 8)
        self.to(device)

    def detach(self):
        self.state.detach_()

    def forward(self, messages):
        return self.cell(messages)


memory = Memory()
memory.detach()
memory.float()
memory.cell.half()
nn.Sequential(memory).to(device)
layers = nn.ModuleList([nn.Linear(8, 8)])
for layer in layers:
    layer.cuda()

data = Planetoid("data", "Cora")[0]
data.to(device, "x", "y")
tokens = AutoTokenizer.from_pretrained("some-model")("a sentence", return_tensors="pt")
tokens.to(device)


def train(loader: DataLoader, model: nn.Module):
    for batch in loader:
        batch.to(device)
        model(batch)
    for number, batch in enumerate(loader):
        batch.to(device)


def somewhere(thing, scene):
    thing.to(device)
    scene.add(thing)
    scene.objects[0].view()
