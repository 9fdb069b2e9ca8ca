import torch
from torch.utils.data import DataLoader
from unseen_package import build_model

model = build_model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def unpacked(loader: DataLoader):
    total_loss = total_acc = total_aux = 0
    for x, y in loader:
        loss, acc, aux = model(x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total_loss += loss  # finding: `total_loss` keeps the graph of every `loss` alive
        total_acc += acc  # suspected: `total_acc` keeps the graph
        total_aux += aux  # finding: `total_aux` keeps the graph
    return total_loss, total_acc, total_aux


def by_name(loader: DataLoader):
    total_acc = total_correct = total_aux = 0
    for x, y in loader:
        result = model(x, y)
        optimizer.zero_grad()
        result["loss"].backward()
        optimizer.step()
        total_acc += result["acc"]  # suspected: `total_acc` keeps the graph
        total_correct += result.n_correct  # suspected: `total_correct` keeps the graph
        total_aux += result["aux"]  # finding: `total_aux` keeps the graph
    return total_acc, total_correct, total_aux
