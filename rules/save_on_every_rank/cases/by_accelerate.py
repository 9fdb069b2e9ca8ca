"""Models that accelerate has trained, in as many processes as its launcher starts."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def save(model: nn.Module, name: str) -> None:
    torch.save(model.state_dict(), name)  # suspected: all ranks write to `name` at the same time


def main() -> None:
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    loader = DataLoader(TensorDataset(torch.randn(64, 4)), batch_size=8, shuffle=True)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for (x,) in loader:
        accelerator.backward(model(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()
    accelerator.wait_for_everyone()
    state = accelerator.unwrap_model(model).state_dict()
    torch.save(state, "model.pt")  # suspected: all ranks write to `"model.pt"` at the same time
    if accelerator.is_main_process:
        torch.save(state, "model.pt")
    accelerator.save(state, "model.pt")
    torch.save(state, f"model-{accelerator.process_index}.pt")
    save(accelerator.unwrap_model(model), "last.pt")


if __name__ == "__main__":
    main()
