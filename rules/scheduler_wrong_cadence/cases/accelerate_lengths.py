import torch
from accelerate import Accelerator
from transformers import get_scheduler


def in_batches(args, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=args.warmup * args.gradient_accumulation_steps,
        num_training_steps=args.max_steps * args.gradient_accumulation_steps,  # finding: `args.max_steps *
    )
    model, optimizer, loader, lr_scheduler = accelerator.prepare(model, optimizer, loader, lr_scheduler)
    for rows in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(rows).sum())
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()


def by_processes(args, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=args.warmup * accelerator.num_processes,
        num_training_steps=args.max_steps * accelerator.num_processes,
    )
    model, optimizer, loader, lr_scheduler = accelerator.prepare(model, optimizer, loader, lr_scheduler)


def not_prepared(args, loader):
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=args.max_steps * args.gradient_accumulation_steps,
    )
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for rows in loader:
        with accelerator.accumulate(model):
            accelerator.backward(model(rows).sum())
            optimizer.step()
            optimizer.zero_grad()
        schedule.step()
