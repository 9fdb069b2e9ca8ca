"""DeepSpeed's engine trains one model in several processes, and leaves seeds to the program."""

import deepspeed
import torch


def alike(model, loader, args):
    deepspeed.init_distributed()
    torch.manual_seed(args.seed)  # finding: `torch.manual_seed(args.seed)` makes all ranks draw the same noise
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=args.config)
    train(engine, loader)


def by_rank(model, loader, args):
    deepspeed.init_distributed()
    torch.manual_seed(args.seed + torch.distributed.get_rank())
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=args.config)
    train(engine, loader)


def train(engine, loader):
    for x in loader:
        loss = (engine(x + torch.randn_like(x)) - x).pow(2).mean()
        engine.backward(loss)
        engine.step()
