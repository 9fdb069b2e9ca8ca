"""A test has as many batches as it needs."""


def test_epoch(model, loader, optimizer, epoch=0):
    for i, batch in enumerate(loader):
        model(batch).backward()
        if (i + 1) % 2 == 0:
            optimizer.step()
            optimizer.zero_grad()
