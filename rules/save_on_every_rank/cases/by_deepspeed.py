"""DeepSpeed's engine trains one model in several processes; its own checkpoints are written by all of them together."""

import deepspeed
import torch


def main(model, loader, args):
    engine, *_ = deepspeed.initialize(model=model, model_parameters=model.parameters(), config=args.config)
    for x in loader:
        engine.backward(engine(x).mean())
        engine.step()
    engine.save_checkpoint(args.folder)
    if torch.distributed.get_rank() == 0:
        torch.save(engine.module.state_dict(), "first.pt")
    torch.save(engine.module.state_dict(), "weights.pt")  # finding: all ranks write to


main(torch.nn.Linear(2, 2), [], None)
