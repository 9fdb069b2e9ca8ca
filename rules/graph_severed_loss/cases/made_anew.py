import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(4, 3), torch.tensor([0, 1, 0, 1]))] * 4

for x, y in batches:
    parts = [F.cross_entropy(model(x), y), F.cross_entropy(model(-x), y)]
    loss = torch.tensor(parts, requires_grad=True).sum()  # finding: `torch.tensor(parts, requires_grad=True)` starts a
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for x, y in batches:
    loss = F.cross_entropy(model(x), y)
    loss = Variable(loss.data, requires_grad=True)  # finding: `Variable(loss.data, requires_grad=True)` starts a new
    loss.backward()
    optimizer.step()

for x, y in batches:
    loss = torch.tensor(F.cross_entropy(model(x), y).item())
    loss.requires_grad = True  # finding: `loss.requires_grad = True` starts a new graph
    loss.backward()
    optimizer.step()

for x, y in batches:
    with torch.no_grad():
        loss = F.cross_entropy(model(x), y)
    loss.requires_grad_()  # finding: so `loss.backward()` reaches no parameters; compute
    loss.backward()
    optimizer.step()


def of_predictions(net, loader):
    net = nn.Linear(3, 2)
    adam = torch.optim.Adam(net.parameters())
    for x, y in loader:
        predicted = net(x).argmax(1).float()
        loss = F.mse_loss(predicted, y.float())
        loss.requires_grad_(True)  # finding: `loss.requires_grad_(True)` starts a new graph
        adam.zero_grad()
        loss.backward()
        adam.step()
