import torch
from torch import nn, optim

model = nn.Linear(4, 2)
optimizer = optim.SGD(model.parameters(), lr=0.1)
scheduler = optim.lr_scheduler.StepLR(optimizer, 30)
x = torch.randn(3, 4)
loss = model(x).sum()
losses = []


def save(path):
    torch.save(model.state_dict, path)  # finding: so the method is saved instead of the state
    torch.save({"model": model.state_dict, "step": 3}, path)  # finding: write `model.state_dict()`
    state = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict,  # finding: `optimizer.state_dict` is not called
    }
    torch.save(state, path)
    torch.save(model.state_dict(), path)


class Checkpoint:
    def __init__(self, path, kept):
        self.state_dict = torch.load(path)
        torch.save(self.state_dict, path)
        torch.save(kept.state_dict, path)  # suspected: the method is saved


def show():
    print(loss.item)  # finding: is not called, so the method itself is printed
    print("loss", loss.item(), x.shape, x.device, x.T, x.grad)
    print(f"{loss.item}")  # finding: the method itself
    print("loss %s" % loss.item)  # finding: the method itself
    print("%d: %s" % (1, loss.item))  # finding: the method itself
    print("{}".format(loss.item))  # finding: write `loss.item()`
    losses.append(loss.item)  # finding: the method is kept, with the tensor and its graph
    losses.append(loss.item())
    return {"loss": loss.item}  # finding: the method is kept


def ask(given, thing):
    if torch.isnan(x).any:  # finding: is not called, so the condition is always true
        raise ValueError
    if x.dim == 2:  # finding: so it is never equal to anything
        return x.numel() == 0
    if given and x.is_contiguous:  # finding: so it always counts as true
        return x
    assert torch.isfinite(x).all  # finding: is not called, so the condition is always true
    if x.is_cuda or thing.dim == 2 or thing.any or x.ndim == 2:
        return x
    return given or x.sum


class Block(nn.Module):
    def forward(self, x, cache=None):
        if self.eval and cache is not None:  # finding: so it always counts as true; write `not self.training`
            x = x + cache
        if self.train:  # finding: write `self.training`
            x = x * 2
        return x if self.training else x.detach()


def rates(depth):
    taken = [x.item for _ in range(depth)]  # finding: so the method is kept
    return taken, [rate.item() for rate in torch.linspace(0, 0.1, depth)]


def hand_on(registry, callbacks):
    registry.add({"model": model.state_dict, "mean": x.mean})
    callbacks.append(model.state_dict)
    callbacks.append(optimizer.step)
    print(map(torch.Tensor.item, [loss]), sorted([x], key=torch.Tensor.item))
    torch.save({"names": [name for name, _ in model.named_parameters()]}, "names.pt")
    return list(map(x.reshape, [(4, 3), (2, 6)]))
