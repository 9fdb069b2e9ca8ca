import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Trainer:
    def __init__(self, model: nn.Module, dataset, verbose, rank):
        self.model = model.cuda()
        self.loader = DataLoader(dataset, batch_size=32)
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.verbose = verbose
        self.rank = rank
        self.losses = []
        self.total = 0

    def loss(self, images, labels):
        return F.cross_entropy(self.model(images), labels)

    def step(self, images, labels):
        loss = self.loss(images.cuda(), labels.cuda())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()  # finding: `loss.item()` waits

    def epoch(self, writer, meter):
        for step, (images, labels) in enumerate(self.loader):
            self.losses.append(self.step(images, labels))
            loss = self.loss(images, labels)
            loss.backward()
            print(step, loss)  # finding: `print(step, loss)` waits
            meter.update(float(loss), len(images))  # finding: `float(loss)` waits
            writer.add_scalar("loss", loss.item(), step)  # finding: `loss.item()` waits
            text = f"{step}: {loss:.3f}"  # finding: `loss` waits
            meter.show(text)
            if self.verbose > 0:
                meter.update(loss.detach().cpu().numpy())  # finding: waits for the GPU
            if self.rank == 0:
                self.losses.append(loss.tolist())  # finding: `loss.tolist()` waits
            print(f"{loss.item():.3f} {loss.item():.3f}")  # finding: `loss.item()` waits
            for name in ("loss", "again"):
                meter.log(name, loss.item())  # finding: `loss.item()` waits


def train(train_loader, model: nn.Module, optimizer):
    for parameter in model.parameters():
        parameter.requires_grad = False
    for epoch in range(10):
        for step, (images, labels) in enumerate(train_loader):
            logits = model(images.cuda())
            loss = F.cross_entropy(logits, labels.cuda())
            right = (logits.argmax(1) == labels.cuda()).sum().item()  # finding: waits for the GPU
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{loss.item()} {right}")  # finding: `loss.item()` waits
