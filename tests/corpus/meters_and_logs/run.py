"""What a meter or a log keeps is decided in other files: this one hands all of them the same loss."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from tracking.history import History, remember
from tracking.meters import AverageMeter, MeterBank, ScalarMeter

device = "cuda" if torch.cuda.is_available() else "cpu"


def train_one_epoch(model, loader, criterion, optimizer, history):
    losses, scalars, bank, recent = AverageMeter(), ScalarMeter("loss"), MeterBank(), []
    model.train()
    for step, (images, target) in enumerate(loader):
        images, target = images.to(device), target.to(device)
        output = model(images)
        loss = criterion(output, target)
        losses.update(loss, images.size(0))  # finding: keeps the graph of every `loss` alive
        losses.update(loss.item(), images.size(0))
        scalars.update(loss, images.size(0))
        bank.update(loss=loss, accuracy=(output.argmax(1) == target).float().mean())
        remember(recent, loss)  # finding: keeps the graph of every `loss` alive
        history.add("loss", loss)  # finding: keeps the graph of every `loss` alive
        history.add_number("loss", loss)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return losses.average, scalars.average, bank.summary(), recent


def main():
    data = TensorDataset(torch.randn(64, 3, 8, 8), torch.randint(0, 10, (64,)))
    loader = DataLoader(data, batch_size=16, shuffle=True)
    model = nn.Sequential(nn.Flatten(), nn.Linear(192, 10)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = History()
    for epoch in range(3):
        print(epoch, train_one_epoch(model, loader, nn.CrossEntropyLoss(), optimizer, history))


if __name__ == "__main__":
    main()
