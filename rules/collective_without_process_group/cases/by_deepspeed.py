"""A process group that DeepSpeed makes: where a launcher has started the program, and with the engine in any case."""

import deepspeed
import torch
from torch import nn


def main(args):
    if args.local_rank == -1:
        device = torch.device("cuda")
    else:
        device = torch.device("cuda", args.local_rank)
        deepspeed.init_distributed()
    args.rank = torch.distributed.get_rank()  # finding: runs where `args.local_rank == -1` holds
    model = nn.Linear(2, 2).to(device)
    engine, *_ = deepspeed.initialize(args=args, model=model, model_parameters=model.parameters())
    for _ in range(args.epochs):
        train(engine)


def train(engine):
    torch.distributed.barrier()
    print(engine.global_rank)
