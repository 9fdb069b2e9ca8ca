"""The checkpoint of an epoch holds the best score from before that epoch, or the one that includes it."""

import torch


def too_early(model, optimizer, data, train, evaluate, epochs, path):
    best_acc, start = 0.0, 0
    if path:
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        start, best_acc = saved["epoch"] + 1, 0.0
        best_acc = saved["best_acc"]
    for epoch in range(start, epochs):
        train(model, optimizer, data)
        acc = evaluate(model)
        state = {
            "model": model.state_dict(),
            "optimizer": optimizer.state_dict(),
            "epoch": epoch,
            "best_acc": best_acc,  # finding: saved before this epoch updates it
        }
        torch.save(state, "last.pt")
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")


def write(path, model, epoch, lowest):
    torch.save({"model": model.state_dict(), "epoch": epoch, "lowest": lowest}, path)


def through_a_function(model, train, evaluate, epochs, every, path):
    lowest = float("inf")
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    if "lowest" in saved:
        lowest = saved.get("lowest")
    start = saved["epoch"] + 1
    for epoch in range(start, epochs):
        train(model)
        loss = evaluate(model)
        if epoch % every == 0:
            torch.save({"model": model.state_dict(), "epoch": epoch, "lowest": lowest}, path)  # finding: does not know
        write(path, model, epoch, lowest)
        lowest = min(lowest, loss)


def after_the_update(model, train, evaluate, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    best_acc = saved["best_acc"]
    for epoch in range(saved["epoch"] + 1, epochs):
        train(model)
        acc = evaluate(model)
        if acc > best_acc:
            best_acc = acc
            torch.save(model.state_dict(), "best.pt")
        torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)


def saved_in_both_branches(model, train, evaluate, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    best_acc = saved["best_acc"]
    for epoch in range(saved["epoch"] + 1, epochs):
        train(model)
        acc = evaluate(model)
        if acc <= best_acc:
            torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)
        else:
            best_acc = acc
            torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)


def saved_once_more(model, train, evaluate, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    best_acc = saved["best_acc"]
    for epoch in range(saved["epoch"] + 1, epochs):
        train(model)
        torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)
        best_acc = max(best_acc, evaluate(model))
        torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)


def a_running_number(model, train, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    steps = saved["steps"]
    for epoch in range(saved["epoch"] + 1, epochs):
        torch.save({"model": model.state_dict(), "epoch": epoch, "steps": steps}, path)
        steps += train(model)


def before_the_epoch(model, train, evaluate, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    best_acc = saved["best_acc"]
    for epoch in range(saved["epoch"], epochs):
        if epoch % 10 == 0:
            torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)
        train(model)
        best_acc = max(best_acc, evaluate(model))


def written_to_a_log(model, train, evaluate, save_log, epochs, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    best_acc = saved["best_acc"]
    for epoch in range(saved["epoch"], epochs):
        train(model)
        save_log(epoch, best_acc)
        acc = evaluate(model)
        if acc > best_acc:
            best_acc = acc
            torch.save({"model": model.state_dict(), "epoch": epoch, "best_acc": best_acc}, path)
