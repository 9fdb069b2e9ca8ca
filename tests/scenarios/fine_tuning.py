"""Fine-tuning: a pretrained backbone is frozen, a head is trained, then all is trained with two learning rates."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(13)
DIM, CLASSES = 12, 3


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(DIM, 24, bias=False), nn.BatchNorm1d(24), nn.ReLU(), nn.Dropout(0.2), nn.Linear(24, 16), nn.ReLU()
        )

    def forward(self, x):
        return self.layers(x)


class Classifier(nn.Module):
    def __init__(self, backbone, adapters=2):
        super().__init__()
        self.backbone = backbone
        self.adapters = [nn.Linear(16, 16) for _ in range(adapters)]  # confirmed by module-in-plain-container
        self.head = nn.Linear(16, CLASSES)
        self.spare = nn.Linear(16, 16)

    def forward(self, x):
        h = self.backbone(x)
        for adapter in self.adapters:
            h = h + 0.1 * adapter(h)
        return self.head(h)


def make_batch(shift=0.0, size=24):
    labels = torch.randint(0, CLASSES, (size,))
    x = torch.randn(size, DIM)
    x[torch.arange(size), labels] += 2.0 + shift
    return x, labels


def pretrain(backbone, steps=10):
    head = nn.Linear(16, CLASSES)  # refuted(missing_gradients): all of 2 parameters
    optimizer = torch.optim.Adam([*backbone.parameters(), *head.parameters()], lr=0.01)
    for _ in range(steps):
        x, y = make_batch()
        features = backbone(x)  # refuted(eval_mode): part of training # refuted(held_activations): part of training
        loss = F.cross_entropy(head(features), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
    return loss.item()


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False
    module.eval()


def cache_features(backbone, batches):
    """No no_grad() here, but nothing in the backbone wants a gradient."""
    features, targets = [], []
    for x, y in batches:
        h = backbone(x)  # refuted(held_activations): have no graph # refuted(eval_mode): in eval mode
        features.append(h)  # refuted(retained_graph): no graph
        targets.append(y)  # refuted(retained_graph): no graph
    return torch.cat(features), torch.cat(targets)


def train_head(head, features, targets, epochs=3):
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    penalty, history = 0.0, []
    for _ in range(epochs):
        for h, y in zip(features.split(24), targets.split(24)):
            logits = head(h)  # refuted(held_activations): part of training
            loss = F.cross_entropy(logits, y)  # refuted(softmaxed_input): no probabilities
            head.zero_grad()
            loss.backward()
            optimizer.step()  # refuted(stale_gradients)
            penalty += head.weight.norm()  # confirmed by loss-accumulates-graph
            history.append(loss.detach())  # refuted(retained_graph): no graph
    return torch.stack(history).mean().item(), penalty.item()


def validate(model, batches):
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in batches:
            logits = model(x)  # refuted(held_activations): gradients are off # refuted(eval_mode): in eval mode
            correct += (logits.argmax(1) == y).sum().item()
    return correct / sum(len(y) for _, y in batches)


def finetune(model, train_batches, val_batches, epochs=3):
    for p in model.backbone.parameters():
        p.requires_grad = True
    optimizer = torch.optim.SGD(
        [
            {"params": model.backbone.parameters(), "lr": 0.005},
            {"params": [*model.head.parameters(), *model.spare.parameters()], "lr": 0.05},
        ],
        momentum=0.9,
    )
    model.train()
    for epoch in range(epochs):  # confirmed by eval-not-restored-to-train
        epoch_loss = 0.0
        for x, y in train_batches:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()  # refuted(stale_gradients)
            epoch_loss += loss  # confirmed by loss-accumulates-graph: nodes only
        print(f"epoch {epoch}: loss {epoch_loss.item() / len(train_batches):.4f} {validate(model, val_batches):.3f}")


def compare(model, backbone, batches):
    """How far the features have moved, batch by batch."""
    distance, similarity = 0.0, []
    for x, _ in batches:
        before, after = backbone(x), model.backbone(x)  # confirmed by eval-without-no-grad
        distance += (before - after).abs().mean()  # confirmed by loss-accumulates-graph: activations
        similarity.append(F.cosine_similarity(before, after).mean().item())  # refuted(retained_graph): no graph
    return distance.item() / len(batches), sum(similarity) / len(similarity)


train_batches, val_batches = [make_batch(0.5) for _ in range(6)], [make_batch(0.5) for _ in range(4)]
original = Backbone()
print("pretrained", pretrain(original))
backbone = Backbone()
backbone.load_state_dict(original.state_dict())
freeze(backbone)
freeze(original)
model = Classifier(backbone)  # confirmed(missing_gradients): spare.weight
features, targets = cache_features(backbone, train_batches)
print("head", train_head(model.head, features, targets))
finetune(model, train_batches, val_batches)
model.to(torch.float64).to(torch.float32)  # refuted(discarded_result): changes in place
print("moved", compare(model, original, val_batches))
