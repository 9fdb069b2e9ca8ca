"""A training in one process leaves when it likes, whatever number the process has."""


def train(model, loader, optimizer, rank):
    for x, y in loader:
        optimizer.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        optimizer.step()
        if rank == 0 and loss.item() < 0.1:
            break
