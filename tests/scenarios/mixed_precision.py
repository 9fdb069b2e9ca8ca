"""bfloat16 autocast and a gradient scaler, as on a GPU but on the CPU, with a learning rate per step."""

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR

device = torch.device("cpu")
torch.manual_seed(7)


class ResidualBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, width), nn.LayerNorm(width), nn.SiLU(), nn.Dropout(0.1))

    def forward(self, x):
        return x + self.body(x)


class Regressor(nn.Module):
    def __init__(self, width=24, depth=3):
        super().__init__()
        self.stem = nn.Linear(6, width)
        self.blocks = nn.Sequential(*[ResidualBlock(width) for _ in range(depth)])
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        x = checkpoint(self.blocks, self.stem(x), use_reentrant=False)  # refuted(batchnorm_updates): no batch norm
        return self.head(x).squeeze(-1)  # refuted(output_structure): no bare tuple


def make_batches(n, size=32):
    x = torch.randn(n, size, 6)
    y = x[..., 0] * x[..., 1] + 0.5 * x[..., 2].abs() + 0.05 * torch.randn(n, size)
    return list(zip(x, y))


def pretrain(model, batches):
    """First run: the gradients are clipped while they are scaled."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    running = 0.0
    for x, y in batches:
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # confirmed by amp-clip-without-unscale
        scaler.step(optimizer)
        scaler.update()
        running += loss  # confirmed by loss-accumulates-graph: nodes only
    return running.item() / len(batches)


def finetune(model, batches):
    """Second run: unscaled before they are clipped, and a scheduler that follows the optimizer."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = OneCycleLR(optimizer, max_lr=5e-3, total_steps=len(batches))  # refuted(scheduler_steps): in 10 steps
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    running, norms = torch.zeros((), device=device), []
    model.train()
    for x, y in batches:
        x, y = x.to(device), y.to(device)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            output = model(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
            loss = nn.functional.mse_loss(output, y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # refuted(clipped_gradients): a step applied
        norms.append(norm)  # refuted(retained_graph): no graph
        scaler.step(optimizer)  # refuted(stale_gradients)
        scaler.update()
        optimizer.zero_grad()
        scheduler.step()  # refuted(scheduler_order): the optimizer stepped before
        running += loss.detach()  # refuted(retained_graph): no graph
    return running.item() / len(batches), torch.stack(norms).mean().item(), scheduler.get_last_lr()[0]


def polish(model, batches):
    """Third run: a schedule that is made, and never asked."""
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    scheduler = CosineAnnealingLR(optimizer, T_max=len(batches))  # confirmed by scheduler-step-order-or-missing
    logs = {"loss": [], "lr": []}
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        logs["loss"].append(loss)  # confirmed by list-accumulates-graph: nodes only
        logs["lr"].append(optimizer.param_groups[0]["lr"])  # refuted(retained_graph): no graph
    return sum(logs["loss"]).item() / len(batches), logs["lr"][-1], scheduler.last_epoch


def evaluate(model, batches):
    model.eval()
    error = 0.0
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        for x, y in batches:
            prediction = model(x)  # refuted(held_activations): gradients are off # refuted(eval_mode): in eval mode
            error += (prediction.float() - y).abs().mean()  # refuted(retained_graph): no graph
    return (error / len(batches)).item()


if __name__ == "__main__":
    train_batches, val_batches = make_batches(10), make_batches(4)
    model = Regressor()
    model.to(device)  # refuted(discarded_result): changes in place
    print("pretrain", pretrain(model, train_batches))
    print("finetune", finetune(model, train_batches))
    print("polish", polish(model, train_batches))
    print("error", evaluate(model, val_batches))
