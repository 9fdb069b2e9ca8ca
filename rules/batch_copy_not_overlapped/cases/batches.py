import torch
from torch import nn
from torch.utils.data import DataLoader

device = "cuda" if torch.cuda.is_available() else "cpu"
host = torch.device("cpu")


def pinned(dataset, model, criterion, args):
    loader = DataLoader(dataset, batch_size=8, pin_memory=True)
    for step, (x, y) in enumerate(loader):
        x, y = x.cuda(), y.cuda()  # finding: `x.cuda()` blocks although the loader pins its batches
        criterion(model(x), y).backward()
    for batch in loader:
        batch = {name: part.to(device) for name, part in batch.items()}  # finding: blocks although the loader pins its
        model(**batch).loss.backward()
    for batch in loader:
        rows = batch["rows"].to(args.gpu)  # finding: blocks although the loader pins its batches
        model(rows).sum().backward()
    for batch in loader:
        x, y = batch
        rows = x.to(device, non_blocking=True)
        labels = [part.to(args.device) for part in y]  # finding: blocks although the loader pins its batches
        criterion(model(rows), labels).backward()


def pinned_and_overlapped(dataset, model, criterion):
    for x, y in DataLoader(dataset, batch_size=8, pin_memory=True):
        x, y = x.cuda(non_blocking=True), y.to(device, non_blocking=True)
        criterion(model(x), y).backward()


def pinned_for_nothing(dataset, model, criterion, dtype):
    for x, y in DataLoader(dataset, batch_size=8, pin_memory=True):
        x = x.float().to(device)  # what float() makes is not pinned
        y = y.to(dtype)
        mask = torch.ones(8).to(device)
        criterion(model(x) * mask, y.to(host)).backward()


def computed_first(dataset, model):
    for x in DataLoader(dataset, batch_size=8, pin_memory=True):
        x = x / 255
        model(x.to(device)).sum().backward()


def not_pinned(dataset, model):
    loader = DataLoader(dataset, batch_size=8, num_workers=2)
    for x, y in loader:
        x = x.to(device, non_blocking=True)  # finding: blocks because the loader doesn't pin its batches
        y = y.to(device, non_blocking=True)
        nn.functional.mse_loss(model(x), y).backward()


def neither(dataset, model):
    for x, y in DataLoader(dataset, batch_size=8, num_workers=2, pin_memory=False):
        nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()


def by_a_flag(dataset, model, args):
    for x, y in DataLoader(dataset, batch_size=8, num_workers=2, pin_memory=args.pin):
        x = x.to(device, non_blocking=True)
        nn.functional.mse_loss(model(x), y.to(device)).backward()


def asked_by_a_flag(dataset, model, overlaps):
    for x in DataLoader(dataset, batch_size=8, pin_memory=True):
        model(x.to(device, non_blocking=overlaps)).sum().backward()


def on_the_host(dataset, model):
    for x in DataLoader(dataset, batch_size=8, pin_memory=True):
        model(x.to("cpu")).sum().backward()


def unpacked_settings(dataset, model, **settings):
    for x in DataLoader(dataset, batch_size=8, **settings):
        model(x.to(device, non_blocking=True)).sum().backward()


def two_kinds(dataset, model):
    plain = DataLoader(dataset, batch_size=8)
    fast = DataLoader(dataset, batch_size=8, pin_memory=True)
    for x, y in zip(plain, fast):
        model(x.to(device), y.to(device)).sum().backward()
