"""One forward in evaluation mode whose result is read as numbers: nothing can be differentiated afterwards."""

import torch
from torch import nn

features, labels = torch.randn(20, 8), torch.randint(0, 3, (20,))
masks = {"train": torch.arange(20) < 10, "test": torch.arange(20) >= 10}


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(8, 8)
        self.word = nn.Linear(8, 5)

    def forward(self, state):
        state = self.cell(state, state)
        return self.word(state), state

    def predict(self, state):
        self.eval()
        return self(state)[0].argmax(1).tolist()  # finding: `self` is evaluated with gradients enabled


model = nn.Sequential(nn.Linear(8, 16), nn.Dropout(), nn.Linear(16, 3))


def accuracies():
    model.eval()
    logits = model(features)  # finding: `model` is evaluated with gradients enabled
    found = {}
    for name, mask in masks.items():
        found[name] = (logits[mask].argmax(1) == labels[mask]).float().mean().item()
    return found


def classify(image):
    network = nn.Sequential(nn.Linear(8, 3), nn.Dropout())
    network.load_state_dict({name: torch.zeros_like(weight) for name, weight in network.state_dict().items()})
    network.eval()
    scores = network(image)  # finding: `network` is evaluated with gradients enabled
    return scores.softmax(-1)[0].detach().cpu().numpy()


def speak(length=5):
    speaker = Speaker().eval()
    state, words = torch.zeros(1, 8), []
    for _ in range(length):
        scores, state = speaker(state)  # finding: `speaker` is evaluated with gradients enabled
        words.append(scores.argmax().item())
    return words


if __name__ == "__main__":
    print(accuracies(), classify(torch.randn(1, 8)), speak(), Speaker().predict(torch.zeros(1, 8)))
