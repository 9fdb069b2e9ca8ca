import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def fit(model, optimizer, criterion, loaders, epochs):
    best_accuracy = 0.0
    best = model.state_dict()  # kept before the loop: another rule's
    for epoch in range(epochs):
        for phase in ("train", "val"):
            right = 0
            for x, y in loaders[phase]:
                optimizer.zero_grad()
                with torch.set_grad_enabled(phase == "train"):
                    out = model(x)
                    loss = criterion(out, y)
                    if phase == "train":
                        loss.backward()
                        optimizer.step()
                right += (out.argmax(1) == y).sum().item()
            if phase == "val" and right > best_accuracy:
                best_accuracy = right
                best = model.state_dict()  # finding: `best` is not a copy, so later steps overwrite it
    model.load_state_dict(best)
    return model


def shallow(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best, weights = loss.item(), model.state_dict().copy()  # finding: is not a copy, so later steps overwrite
    return weights


def comprehension(model, optimizer, batches):
    best, weights = 1e9, None
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            weights = {k: v for k, v in model.state_dict().items()}  # finding: `weights` is not a copy, so later steps
    return weights


def as_dict(model, optimizer, batches):
    best, weights = 1e9, {}
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            weights = dict(model.state_dict())  # finding: `weights` is not a copy, so later steps overwrite it
    torch.save(weights, "best.pt")


def in_a_checkpoint(model, optimizer, batches):
    best, checkpoint = 1e9, None
    for epoch, x in enumerate(batches):
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            checkpoint = {"epoch": epoch, "model": model.state_dict()}  # finding: is not a copy, so later steps
    torch.save(checkpoint, "best.pt")


def the_model_itself(optimizer, batches):
    model, best, best_model = Net(), 1e9, None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            best_model = model  # finding: `best_model` is the model itself, so later steps overwrite it
    return best_model


class EarlyStopping:
    def __init__(self, patience):
        self.patience, self.best_loss, self.best_state = patience, float("inf"), None

    def __call__(self, loss, model):
        if loss < self.best_loss:
            self.best_loss = loss
            self.best_state = model.state_dict()  # finding: `self.best_state` is not a copy, so later steps overwrite
            self.waited = 0
        else:
            self.waited += 1
        return self.waited > self.patience

    def restore(self, model):
        model.load_state_dict(self.best_state)


def with_early_stopping(batches):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    stopping = EarlyStopping(3)
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if stopping(loss.item(), model):
            break
    stopping.restore(model)


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer, self.best = model, optimizer, 1e9

    def epoch(self, batches):
        for x in batches:
            self.optimizer.zero_grad()
            loss = self.model(x).square().mean()
            loss.backward()
            self.optimizer.step()
        return loss.item()

    def fit(self, batches):
        for _ in range(10):
            loss = self.epoch(batches)
            if loss < self.best:
                self.best = loss
                self.best_weights = self.model.state_dict()  # finding: `self.best_weights` is not a copy, so later
        self.model.load_state_dict(self.best_weights)


def of_an_unknown_network(net, train_epoch, evaluate):
    best_accuracy, best = 0.0, None
    for _ in range(10):
        train_epoch(net)
        accuracy = evaluate(net)
        if accuracy > best_accuracy:
            best_accuracy, best = accuracy, net.state_dict()
    return best  # perhaps nothing here trains


def of_a_network_trained_elsewhere(net, optimizer, batches, evaluate):
    best_accuracy, best = 0.0, None
    for x in batches:
        net.train_on(x).backward()
        optimizer.step()
        optimizer.zero_grad()
        accuracy = evaluate(net)
        if accuracy > best_accuracy:
            best_accuracy, best = accuracy, net.state_dict()  # finding: is not a copy, so later steps overwrite it
    net.load_state_dict(best)
