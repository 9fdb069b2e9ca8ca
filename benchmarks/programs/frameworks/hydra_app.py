"""A training whose settings come from Hydra."""

# needs: hydra
# runs: {python} -W ignore {path} steps=20 hydra.run.dir=out hydra/job_logging=none hydra/hydra_logging=none hydra.output_subdir=null

import hydra
import torch
from omegaconf import DictConfig
from hydra.core.config_store import ConfigStore
from torch import nn

ConfigStore.instance().store(name="settings", node={"steps": 10, "lr": 0.1})


@hydra.main(version_base=None, config_path=None, config_name="settings")
def main(cfg: DictConfig) -> None:
    torch.manual_seed(0)
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=cfg.lr)
    total, plain = 0.0, 0.0
    for _ in range(cfg.steps):
        optimizer.zero_grad()
        loss = (net(torch.randn(8, 4)) - 1).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss  # confirmed by loss-accumulates-graph
        plain += loss.item()
    print(f"{total.item():.6f} {plain:.6f}")
    torch.save(net.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
