"""Calls backward on what it is given, one way or another."""


def step_with(optimizer, loss, scaler=None):
    optimizer.zero_grad()
    if scaler is not None:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward()
        optimizer.step()


class Stepper:
    def __init__(self, engine, accelerator):
        self.engine, self.accelerator = engine, accelerator

    def by_engine(self, loss):
        self.engine.backward(loss)
        self.engine.step()

    def by_accelerator(self, optimizer, loss):
        self.accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
