"""An Engine calls its function for each batch: what it does not do itself, nobody does."""

import torch
from ignite.engine import Engine, Events, create_supervised_evaluator, create_supervised_trainer
from torch import nn

model = nn.Linear(8, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
history = []


def train_step(engine, batch):
    model.train()
    optimizer.zero_grad()
    x, y = batch
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    history.append(loss)  # finding: `history` keeps the graph
    return loss.item()


def validation_step(engine, batch):
    model.eval()
    with torch.no_grad():
        x, y = batch
        return model(x), y


def careless_step(engine, batch):
    model.eval()
    x, y = batch
    predicted = model(x)  # finding: `model` is evaluated with gradients enabled
    return predicted.argmax(1), y


trainer = Engine(train_step)
reveal(trainer)  # framework, ignite.Engine
evaluator = Engine(validation_step)
careless = Engine(careless_step)
reveal(create_supervised_trainer(model, optimizer, criterion))  # framework, ignite.Engine
reveal(create_supervised_evaluator(model))  # framework, ignite.Engine


@trainer.on(Events.EPOCH_COMPLETED)
def log_results(engine):
    reveal(evaluator.run([]))  # unknown
    print(engine.state.output)
