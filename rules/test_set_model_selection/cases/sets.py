"""Which data chooses the checkpoint, as people write it."""

import copy
import os

import torch
import torchvision
from torch import nn
from torch.utils.data import DataLoader, random_split

net = nn.Linear(3 * 32 * 32, 10)
trainset = torchvision.datasets.CIFAR10("data", train=True)
testset = torchvision.datasets.CIFAR10("data", train=False)
trainloader = DataLoader(trainset, batch_size=128, shuffle=True)
testloader = DataLoader(testset, batch_size=100)
best_acc = 0.0


def test(epoch):
    """Summed up in a loop over the test set."""
    global best_acc
    net.eval()
    correct = total = 0
    with torch.no_grad():
        for _, (inputs, targets) in enumerate(testloader):
            correct += net(inputs.flatten(1)).argmax(1).eq(targets).sum().item()
            total += targets.size(0)
    acc = 100.0 * correct / total
    if acc > best_acc:  # finding: `acc` is measured on `testloader` and decides what is saved
        torch.save({"net": net.state_dict(), "epoch": epoch}, "ckpt.pth")
        best_acc = acc


def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        return sum((model(x.flatten(1)).argmax(1) == y).sum().item() for x, y in loader)


def save_checkpoint(state, is_best):
    torch.save(state, "checkpoint.pt")
    if is_best:
        torch.save(state, "best.pt")


def told(epochs):
    """The result is handed to what saves."""
    best_prec = 0
    for epoch in range(epochs):
        prec = evaluate(net, testloader)
        is_best = prec > best_prec  # finding: `prec` is measured on `testloader` and decides what is saved
        best_prec = max(prec, best_prec)
        save_checkpoint({"epoch": epoch, "net": net.state_dict()}, is_best)


def by_list(epochs):
    """`train=False` says how images are prepared; the list is that of the validation."""
    test_rows = DataLoader(torchvision.datasets.ImageFolder("lists/voc_val.txt", train=False))
    best_hits = 0
    for _ in range(epochs):
        hits = evaluate(net, test_rows)
        if hits > best_hits:  # suspected: `hits` is measured on `test_rows`
            torch.save(net.state_dict(), "listed.pt")
            best_hits = hits


def by_split_text(epochs):
    """The argument says which set it is."""
    test_data = DataLoader(torchvision.datasets.SVHN("data", split="test"))
    lowest_best = 1e9
    for _ in range(epochs):
        wrong = evaluate(net, test_data)
        if wrong < lowest_best:  # finding: `wrong` is measured on `test_data` and decides what is saved
            lowest_best = wrong
            torch.save(net.state_dict(), "net.pt")


def held_back(epochs):
    """Chosen by the validation set; the test set is looked at as well."""
    train_part, val_part = random_split(trainset, [45000, 5000])
    val_loader, best = DataLoader(val_part), 0
    for _ in range(epochs):
        val_acc, test_acc = evaluate(net, val_loader), evaluate(net, testloader)
        print(len(train_part), test_acc)
        if val_acc > best:
            best = val_acc
            torch.save(net.state_dict(), "net.pt")


def of_both(epochs, val_loader):
    """Of both, one of which may choose."""
    best = 0
    for _ in range(epochs):
        score = evaluate(net, val_loader) + evaluate(net, testloader)
        if score > best:
            best = score
            torch.save(net.state_dict(), "net.pt")


def only_told(epochs):
    """Nothing is saved by it: how good it ever was."""
    best = 0
    for epoch in range(epochs):
        score = evaluate(net, testloader)
        if score > best:
            best = score
            print("best epoch", epoch)


def by_training(epochs):
    """Chosen by the training loss."""
    best = 1e9
    for _ in range(epochs):
        loss = evaluate(net, trainloader)
        if loss < best:
            best = loss
            torch.save(net.state_dict(), "net.pt")


def named_only(epochs, test_dataloader):
    """The name is all that is known."""
    best, kept = 0, None
    for _ in range(epochs):
        score = evaluate(net, test_dataloader)
        if score > best:  # suspected: `score` is measured on `test_dataloader` and decides what is saved
            best, kept = score, copy.deepcopy(net.state_dict())
    return kept


def part_of_training(epochs):
    """Called the test set, and split off the training set: the sets of others are not seen here."""
    fitted, test_part = random_split(trainset, [45000, 5000])
    test_loader, best = DataLoader(test_part), 0
    for _ in range(epochs):
        score = evaluate(net, test_loader) / len(fitted)
        if score > best:  # suspected: `score` is measured on `test_loader` and decides what is saved
            best = score
            torch.save(net.state_dict(), "net.pt")


def latest(epochs, folder):
    """`latest` is no test, and neither is a length."""
    best = 0
    for name in os.listdir(folder):
        latest_loader = DataLoader(torchvision.datasets.FakeData(len(name)))
        if evaluate(net, latest_loader) > best:
            best = evaluate(net, latest_loader)
            torch.save(net.state_dict(), "net.pt")
    return epochs


class Meter:
    def __init__(self):
        self.sum = self.count = 0.0

    def update(self, value, count):
        self.sum += value * count
        self.count += count


def by_meter(epochs):
    """The score is in an object that a loop over the test set fills."""
    best_loss = 1e9
    for _ in range(epochs):
        meter = Meter()
        for rows, labels in testloader:
            meter.update(nn.functional.cross_entropy(net(rows.flatten(1)), labels).item(), len(rows))
        if meter.sum / meter.count < best_loss:  # finding: `meter.sum / meter.count` is measured on `testloader`
            best_loss = meter.sum / meter.count
            torch.save(net.state_dict(), "net.pt")


def by_meter_of_training(epochs):
    """The same of the training set."""
    best_loss = 1e9
    for _ in range(epochs):
        meter = Meter()
        for rows, labels in trainloader:
            meter.update(nn.functional.cross_entropy(net(rows.flatten(1)), labels).item(), len(rows))
        for rows, _ in testloader:
            print(net(rows.flatten(1)).argmax(1))
        if meter.sum / meter.count < best_loss:
            best_loss = meter.sum / meter.count
            torch.save(net.state_dict(), "net.pt")


def by_list_of_scores(epochs, classes):
    """Of each class, in lists by what they count."""
    best = 0
    for _ in range(epochs):
        right, count, scores = [0] * classes, [0] * classes, {}
        for rows, labels in testloader:
            pred_val = net(rows.flatten(1)).argmax(1)
            for label in range(classes):
                right[label] += ((pred_val == label) & (labels == label)).sum().item()
                count[label] += (labels == label).sum().item()
        scores["mean"] = sum(r / c for r, c in zip(right, count)) / classes
        scores["loss"] = evaluate(net, trainloader)
        if scores["mean"] > best:  # finding: `scores["mean"]` is measured on `testloader`
            best = scores["mean"]
            torch.save(net.state_dict(), "net.pt")


def by_other_entry(epochs):
    """The other score of the dict is of the test set."""
    best = 1e9
    for _ in range(epochs):
        scores = {}
        scores["hits"] = evaluate(net, testloader)
        scores["loss"] = evaluate(net, trainloader)
        if scores["loss"] < best:
            best = scores["loss"]
            torch.save(net.state_dict(), "net.pt")


def kept_in_settings(settings):
    """The best score so far is an entry of a dict, and what saves is told the result."""
    for epoch in range(settings["epochs"]):
        hits = evaluate(net, testloader)
        is_best = hits > settings["best_hits"]  # finding: `hits` is measured on `testloader` and decides what is saved
        settings["best_hits"] = max(hits, settings["best_hits"])
        save_checkpoint({"epoch": epoch, "net": net.state_dict()}, is_best)


def asked_later(epochs, test_criterion, wanted):
    """A flag that the branch sets is asked where the weights are saved; the criterion is no data."""
    best = 1e9
    for epoch in range(epochs):
        is_new_best = False
        loss = test_one_epoch(net, test_criterion, testloader)
        if loss < best:  # finding: `loss` is measured on `testloader` and decides what is saved
            best, is_new_best = loss, True
            is_new_best = True
        print(epoch)
        if is_new_best:
            torch.save(net.state_dict(), wanted)


def test_one_epoch(model, criterion, loader):
    return sum(criterion(model(x.flatten(1)), y).item() for x, y in loader)


def best_epoch_saved(epochs, wanted):
    """The epoch of the best score is the one that is saved."""
    best = best_epoch = 0
    for epoch in range(epochs):
        hits = evaluate(net, testloader)
        if hits > best:  # finding: `hits` is measured on `testloader` and decides what is saved
            best = hits
            best_epoch = epoch
        if best_epoch == epoch:
            torch.save(net.state_dict(), wanted)


def best_epoch_told(epochs, wanted):
    """Each epoch is saved, and the best one printed."""
    best = best_epoch = 0
    for epoch in range(epochs):
        hits = evaluate(net, testloader)
        if hits > best:
            best = hits
            best_epoch = epoch
        if epoch % 10 == 0:
            torch.save(net.state_dict(), wanted)
    print(best_epoch)


def one_of_two(epochs, test_loader=None):
    """Saved always where there is no test set, or where its loss is the lowest."""
    best_loss = test_loss = 1e9
    for _ in range(epochs):
        if test_loader is not None:
            test_loss = test_one_epoch(net, nn.functional.cross_entropy, test_loader)
        is_good = test_loader is None or test_loss < best_loss  # suspected: `test_loss` is measured on `test_loader`
        if is_good and epochs > 1:
            best_loss = test_loss
            torch.save(net.state_dict(), "net.pt")


def by_setting(epochs, settings, named_loaders, test_names):
    """A setting says which of several scores it is, perhaps that of a validation."""
    best = 0
    for _ in range(epochs):
        scores = {}
        for test_name, test_loader in zip(test_names, named_loaders):
            scores[test_name] = evaluate(net, test_loader)
        if scores[settings.stop_by] > best:
            best = scores[settings.stop_by]
            torch.save(net.state_dict(), "net.pt")
