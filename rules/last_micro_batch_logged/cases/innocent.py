"""Sums of all passes, steps in each pass, checks, and estimates that are scaled up."""

import torch


def summed(model, optimizer, batches, passes):
    total = 0.0
    for _ in range(passes):
        loss = model(next(batches)) / passes
        loss.backward()
        total = total + loss.item()
    optimizer.step()
    return total


def whole(model, optimizer, batches):
    loss = 0.0
    for batch in batches:
        part = model(batch)
        part.backward()
        loss += part.detach()
    optimizer.step()
    return loss


def each_pass(model, optimizer, batches):
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
    optimizer.step()
    return loss.item()


def estimated(model, optimizer, batches, passes):
    for _ in range(passes):
        loss = model(next(batches)) / passes
        loss.backward()
    optimizer.step()
    return loss.item() * passes


def checked(model, optimizer, batches, passes):
    for _ in range(passes):
        loss = model(next(batches))
        loss.backward()
    if torch.isfinite(loss):
        optimizer.step()
    loss = model(next(batches))
    return loss.item()


def kept(model, optimizer, batches, passes):
    losses = []
    for _ in range(passes):
        loss = model(next(batches))
        loss.backward()
        losses.append(loss.item())
    optimizer.step()
    del loss
    return sum(losses) / passes


def no_step(model, batches):
    for batch in batches:
        loss = model(batch)
        loss.backward()
    return loss.item()


def begun_anew(model, optimizer, batches):
    for batch in batches:
        penalty = float()
        loss = model(batch)
        loss.backward()
    optimizer.step()
    return penalty


def unpacked_and_summed(model, optimizer, get_batch, passes):
    loss = 0.0
    for _ in range(passes):
        scores, part = model(*get_batch())
        part.backward()
        count, loss = len(scores), loss + part.detach()
    optimizer.step()
    print(loss)
