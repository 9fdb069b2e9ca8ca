"""Numbers of epochs that are counted once, or that belong to checkpoints from the middle of an epoch."""

import torch
from acme import arguments, data, make, train_one_epoch

args = arguments()
model, optimizer, loader = make(args), None, data(args)


def saved_counted():
    start = 0
    if args.resume:
        a = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(a["model"])
        start = a["epoch_a"]
    for epoch in range(start, args.epochs):
        train_one_epoch(model, loader, optimizer)
        torch.save({"epoch_a": epoch + 1, "model": model.state_dict()}, args.resume)


def read_counted():
    start = 0
    if args.resume:
        b = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(b["model"])
        start = b["epoch_b"]
    for epoch in range(start + 1, args.epochs + 1):
        train_one_epoch(model, loader, optimizer)
        torch.save({"epoch_b": epoch, "model": model.state_dict()}, args.resume)


def counted_after_reading():
    start = 0
    if args.resume:
        c = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(c["model"])
        start = c["epoch_c"]
        start += 1
    for epoch in range(start, args.epochs):
        train_one_epoch(model, loader, optimizer)
        torch.save({"epoch_c": epoch, "model": model.state_dict()}, args.resume)


def in_the_middle():
    start = 0
    if args.resume:
        d = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(d["model"])
        start = d["epoch_d"]
    for epoch in range(start, args.epochs):
        for step, (x, y) in enumerate(loader):
            (model(x) - y).square().mean().backward()
            optimizer.step()
            if step % 1000 == 0:
                torch.save({"epoch_d": epoch, "model": model.state_dict()}, args.resume)


def before_the_epoch():
    start = 0
    if args.resume:
        e = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(e["model"])
        start = e["epoch_e"]
    for epoch in range(start, args.epochs):
        torch.save({"epoch_e": epoch, "model": model.state_dict()}, args.resume)
        train_one_epoch(model, loader, optimizer)


def left_out():
    start = -1
    if args.resume:
        f = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(f["model"])
        start = f["epoch_f"]
    for epoch in range(start, args.epochs):
        if epoch == start:
            continue
        train_one_epoch(model, loader, optimizer)
        torch.save({"epoch_f": epoch, "model": model.state_dict()}, args.resume)


def counted_in_the_loop():
    epoch = 0
    if args.resume:
        g = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(g["model"])
        epoch = g["epoch_g"]
    while epoch < args.epochs:
        train_one_epoch(model, loader, optimizer)
        epoch += 1
        torch.save({"epoch_g": epoch, "model": model.state_dict()}, args.resume)


def of_either():
    start = 0
    if args.resume:
        h = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(h["model"])
        start = h["epoch_h"]
    for epoch in range(start, args.epochs):
        train_one_epoch(model, loader, optimizer)
        torch.save({"epoch_h": epoch, "model": model.state_dict()}, "best.pt")
        torch.save({"epoch_h": epoch + 1, "model": model.state_dict()}, args.resume)


def counted_in_the_loop():
    start = 0
    if args.resume:
        counted = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(counted["model"])
        start = counted["epoch_counted"]
    for epoch in range(start, args.epochs):
        train_one_epoch(model, loader, optimizer)
        epoch += 1
        torch.save({"epoch_counted": epoch, "model": model.state_dict()}, args.resume)


def interrupted_epoch():
    start = 0
    if args.resume:
        broken = torch.load(args.resume, map_location="cpu")
        model.load_state_dict(broken["model"])
        start = broken["epoch_broken"]
    for epoch in range(start, args.epochs):
        try:
            train_one_epoch(model, loader, optimizer)
        except KeyboardInterrupt:
            torch.save({"epoch_broken": epoch, "model": model.state_dict()}, args.resume)
            raise
