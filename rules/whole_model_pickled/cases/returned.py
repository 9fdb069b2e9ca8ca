"""What a method puts together for torch.save is pickled as much as what is written in the call."""

import torch
from torch import nn


class Agent:
    def __init__(self):
        self.actor = nn.Linear(4, 2)
        self.critic = nn.Linear(4, 1)
        self.steps = 0

    def state_dict(self):
        return {
            "actor": self.actor.state_dict(),
            "critic": self.critic,  # finding: save `self.critic.state_dict()`
            "steps": self.steps,
        }

    def weights(self):
        return {"actor": self.actor.state_dict(), "critic": self.critic.state_dict()}

    def parts(self):
        return {"actor": self.actor, "critic": self.critic}


agent = Agent()
torch.save(agent.state_dict(), "agent.pt")
torch.save(agent.weights(), "weights.pt")
print(agent.parts())
