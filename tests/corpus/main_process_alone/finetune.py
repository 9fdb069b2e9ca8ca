"""Fine-tuning with accelerate: the process that prints gathers alone in one place, and with all others in the next."""

import torch
from accelerate import Accelerator
from torch import nn


def finetune(samples):
    accelerator = Accelerator()
    model = nn.Sequential(nn.Linear(8, 32), nn.GELU(), nn.Linear(32, 3))
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer, samples = accelerator.prepare(model, optimizer, samples)
    for x, y in samples:
        loss = nn.functional.cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        if accelerator.is_main_process:
            everyones = accelerator.gather(loss.detach())  # finding: `gather` waits for all ranks
            print(everyones.mean())
    everyones = accelerator.gather(loss.detach())
    accelerator.wait_for_everyone()
    if accelerator.is_main_process:
        print(everyones.mean())
        torch.save(accelerator.unwrap_model(model).state_dict(), "tuned.pt")
