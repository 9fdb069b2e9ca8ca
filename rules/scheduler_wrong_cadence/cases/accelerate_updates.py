import math

import torch
from accelerate import Accelerator
from transformers import get_scheduler


def given(settings, loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=settings.updates,  # finding: `settings.updates` counts updates, but accelerate steps the
    )
    warm = get_scheduler(
        "constant_with_warmup",
        optimizer=optimizer,
        num_warmup_steps=settings.warmup,  # finding: `settings.warmup` counts updates
        num_training_steps=settings.updates,
    )
    model, optimizer, loader, schedule, warm = accelerator.prepare(model, optimizer, loader, schedule, warm)
    done = 0
    while done < settings.updates:
        for rows in loader:
            accelerator.backward(model(rows).sum())
            optimizer.step()
            schedule.step()
            warm.step()
            optimizer.zero_grad()
            done += 1


def perhaps_of_all_batches(args, loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    if args.most is None:
        args.most = args.epochs * math.ceil(len(loader) / args.every)
    schedule = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=args.most,  # suspected: `args.most` counts updates
    )
    model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, loader, schedule)
    done = 0
    for rows in loader:
        accelerator.backward(model(rows).sum())
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        done += 1
        if done >= args.most:
            break


def of_all_batches(args, loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    steps = args.epochs * len(loader)
    args.all_steps = steps
    schedule = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=steps)
    second = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=args.all_steps)
    third = get_scheduler(
        "linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=args.most * accelerator.num_processes
    )
    model, optimizer, loader, schedule, second, third = accelerator.prepare(
        model, optimizer, loader, schedule, second, third
    )
    for _ in range(steps):
        optimizer.step()
    for _ in range(args.all_steps):
        optimizer.step()


def with_nothing_that_ends(args, loader):
    accelerator = Accelerator()
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=args.length)
    model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, loader, schedule)
    for rows in loader:
        accelerator.backward(model(rows).sum())
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
