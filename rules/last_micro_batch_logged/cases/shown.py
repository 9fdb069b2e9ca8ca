"""Losses of one pass that stand for a step."""

import torch


def with_a_copy(model, optimizer, scaler, batches, passes, history):
    for _ in range(9):
        for _ in range(passes):
            loss = model(next(batches))
            shown = loss.detach()
            loss = loss / passes
            if scaler is not None:
                scaler.scale(loss).backward()
            else:
                loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        history.append(shown.item())  # finding: is the loss of the last micro-batch only


def returned(model, optimizer, parts, count):
    for start in range(0, len(parts), 8):
        loss = -model(parts[start : start + 8]).sum() / count
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    return {"loss": loss.item()}  # finding: `loss` is the loss of


def smoothed(model, optimizer, batches, passes, mean, share):
    for _ in range(passes):
        loss = model(next(batches))
        shown = loss.detach()
        (loss / passes).backward()
    optimizer.step()
    mean = share * mean + (1 - share) * shown.item()  # finding: is the loss of the last micro-batch only
    return mean, shown.item()


def unpacked(model, optimizer, get_batch, passes):
    for step in range(9):
        for _ in range(passes):
            scores, loss = model(*get_batch())
            loss = loss / passes
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if step % 3 == 0:
            print(loss.item())  # finding: `loss` is the loss of the last micro-batch only
