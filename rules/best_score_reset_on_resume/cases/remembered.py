"""Each epoch has its own checkpoint, and the best one is remembered."""

import torch

from training import evaluate, one_epoch


def save_weights(model, folder, epoch):
    path = f"{folder}/model_{epoch}.pt"
    torch.save(model.state_dict(), path)
    return path


def remembers(args, model, optimizer, loaders):
    saved = torch.load(args.path)
    optimizer.load_state_dict(saved["optimizer"])
    best, best_path = 0.0, ""  # suspected: a worse epoch can be taken for the best one
    for epoch in range(saved["epoch"] + 1, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        path = save_weights(model, args.folder, epoch)
        acc = evaluate(model, loaders[1])
        if best <= acc:
            best, best_path = acc, path
    return evaluate(torch.load(best_path), loaders[2])


def remembers_the_plot(args, model, optimizer, loaders):
    saved = torch.load(args.path)
    optimizer.load_state_dict(saved["optimizer"])
    best, best_plot = 0.0, ""
    for _ in range(saved["epoch"] + 1, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        plot = args.save_plot(loaders)
        acc = evaluate(model, loaders[1])
        if best <= acc:
            best, best_plot = acc, plot
    return best_plot


def restored(args, model, optimizer, loaders):
    saved = torch.load(args.path)
    optimizer.load_state_dict(saved["optimizer"])
    best, best_path = saved["best"], saved["best_path"]
    for epoch in range(saved["epoch"] + 1, args.epochs):
        one_epoch(model, optimizer, loaders[0])
        path = save_weights(model, args.folder, epoch)
        acc = evaluate(model, loaders[1])
        if best <= acc:
            best, best_path = acc, path
    return evaluate(torch.load(best_path), loaders[2])
