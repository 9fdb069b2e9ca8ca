"""What accelerate gives back, which is the model itself where one process runs."""

import torch
import torch.nn.functional as F
from accelerate import Accelerator
from torch import nn


def saved(rows: list[torch.Tensor]) -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    for x in rows:
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()
    if accelerator.is_main_process:
        torch.save({"model": model.module.state_dict()}, "last.pt")  # finding: fails with a single process, where


def unwrapped() -> None:
    accelerator = Accelerator()
    model = accelerator.prepare(nn.Linear(4, 1))
    torch.save(accelerator.unwrap_model(model).state_dict(), "last.pt")


def asked() -> None:
    accelerator = Accelerator()
    model = accelerator.prepare(nn.Linear(4, 1))
    bare = model.module if hasattr(model, "module") else model
    torch.save(bare.state_dict(), "last.pt")


def with_several_only() -> None:
    accelerator = Accelerator()
    model = accelerator.prepare(nn.Linear(4, 1))
    if accelerator.num_processes > 1:
        model = model.module
    torch.save(model.state_dict(), "last.pt")
