"""Construction: what a call of a class or a factory makes."""

from collections import OrderedDict, defaultdict, deque

import numpy as np
import torch
import torchvision
from torch import nn
from torch.autograd import Variable
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, Dataset, TensorDataset

# Tensors: a graph starts only where one is asked for.
reveal(torch.randn(3))  # tensor, no grad, dummy
reveal(torch.zeros(3, requires_grad=True))  # tensor, grad, dummy
reveal(torch.zeros(3, requires_grad=False))  # tensor, no grad, dummy
reveal(torch.tensor([1.0]))  # tensor, no grad
reveal(torch.tensor(1.0, requires_grad=True))  # tensor, grad
reveal(torch.tensor([1.0]).requires_grad_())  # tensor, grad
reveal(torch.Tensor(3))  # tensor, no grad
reveal(torch.cuda.FloatTensor(3))  # tensor, no grad
reveal(torch.from_numpy(np.zeros(3)))  # tensor, no grad
reveal(torch.arange(3))  # tensor, no grad
reveal(nn.Parameter(torch.randn(3)))  # tensor, grad, parameter
reveal(nn.Parameter(torch.randn(3), requires_grad=False))  # tensor, no grad, parameter
reveal(torch.nn.parameter.Parameter(torch.randn(3)))  # tensor, grad, parameter
reveal(Variable(torch.randn(3)))  # tensor, no grad, dummy
reveal(Variable(torch.randn(3), requires_grad=True))  # tensor, grad
reveal(torch.empty(3).normal_())  # tensor, no grad

with torch.no_grad():
    reveal(torch.tensor(1.0, requires_grad=True))  # tensor, grad
    reveal(nn.Parameter(torch.randn(3)))  # tensor, grad, parameter

x = torch.tensor([0.1, 0.2, 0.3])
x.requires_grad = True
reveal(x)  # tensor, grad
y = torch.tensor([0.1, 0.2, 0.3])
y.requires_grad_(True)
reveal(y)  # tensor, grad
y.requires_grad_(False)
reveal(y)  # tensor, no grad

# Modules, losses, what trains them.
linear = nn.Linear(3, 1)
criterion = nn.BCELoss()
reveal(linear)  # module, torch.nn.Linear
reveal(criterion)  # module, torch.nn.BCELoss
reveal(nn.Sequential(nn.Linear(3, 1), nn.ReLU()))  # module, sequential
reveal(torch.optim.Adam(linear.parameters()))  # optimizer, torch.optim.Adam
reveal(StepLR(torch.optim.SGD(linear.parameters(), 0.1), 1))  # scheduler, torch.optim.lr_scheduler.StepLR
reveal(linear.weight)  # tensor, grad, parameter
reveal(list(linear.parameters()))  # list, of (tensor, grad, parameter)
reveal(linear(torch.randn(3)))  # tensor, grad
reveal(criterion(linear(torch.randn(3)), torch.ones(1)))  # tensor, grad
reveal(criterion(torch.zeros(1), torch.ones(1)))  # tensor, no grad
reveal(nn.ReLU()(torch.randn(3)))  # tensor, no grad, relu
reveal(nn.Sigmoid()(linear(x)))  # tensor, grad, sigmoid
reveal(nn.LSTM(3, 3)(x))  # tuple, (tensor, grad; tuple, (output, grad, state; output, grad, state))
reveal(torchvision.models.resnet18())  # module
reveal(torchvision.models.resnet18()(x))  # output, grad
reveal(torchvision.models.resnet18().fc)  # unknown
reveal(linear.to("cuda"))  # module, torch.nn.Linear
reveal(linear.eval())  # module, torch.nn.Linear
reveal(nn.Linear(3, 1).cuda().half().train(False))  # module, torch.nn.Linear

# Data.
data = TensorDataset(torch.randn(3))
reveal(data)  # dataset, dummy, torch.utils.data.TensorDataset
loader = DataLoader(data, batch_size=2)
reveal(loader)  # loader, torch.utils.data.DataLoader
reveal(iter(loader))  # loader, torch.utils.data.DataLoader
reveal(next(iter(loader)))  # batch
for batch in loader:
    reveal(batch)  # batch
    reveal(batch[0])  # batch
    reveal(batch.to("cuda"))  # batch
for step, (images, labels) in enumerate(loader):
    reveal(images)  # batch
    reveal(labels.cuda())  # batch
for images, labels in zip(loader, loader):
    reveal(images)  # batch
reveal(len(loader))  # number


class Squares(Dataset):
    def __getitem__(self, index):
        return torch.tensor(index)

    def __len__(self):
        return 3


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 1)

    def forward(self, x):
        return self.linear(x)


class Deeper(Net):
    pass


class Stacked(nn.Sequential):
    def __init__(self, *more):
        super().__init__(nn.Linear(3, 3), nn.Softmax(dim=1), *more)


class Twice(Stacked):
    pass


class Plain:
    pass


reveal(Net)  # class, Net
reveal(Net())  # module, Net
reveal(Net()(x))  # tensor, grad
reveal(Deeper())  # module, Deeper
reveal(Deeper().cuda()(x))  # tensor, grad
reveal(Squares())  # dataset, Squares
reveal(Squares()[0])  # tensor, no grad
reveal(Plain())  # instance, Plain
reveal(Stacked()(x))  # tensor, grad, softmax
reveal(Twice()(x))  # tensor, grad, softmax
nets = {"a": Net, "b": nn.Linear}
reveal(nets["a"]())  # module, Net

# A base that is one of two classes.
Base = torch.jit.ScriptModule if torch.cuda.device_count() == 1 else nn.Module
Loose = Plain if torch.cuda.is_available() else object


class Scripted(Base):
    pass


class Held(Loose):
    pass


reveal(Scripted())  # module, Scripted
reveal(Held())  # instance, Held

# Plain data, numpy.
reveal(1)  # number
reveal("text")  # number
reveal(f"{x} text")  # number
reveal(1 + 2)  # number
reveal(None)  # none
reveal(np.zeros(3))  # array
reveal(np.zeros(3) + 1)  # array
reveal(float(x.sum()))  # number
reveal(x.sum().item())  # number
reveal(OrderedDict())  # dict, {}
reveal(defaultdict(list))  # dict, {*: list}
reveal(deque(maxlen=3))  # list, bounded
reveal(deque())  # list
