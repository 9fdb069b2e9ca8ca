from accelerate import Accelerator


def forward_and_backward(accelerator, model, loss, loader, optimizer):
    for batch in loader:
        with accelerator.accumulate([model, loss]):
            out = model(batch)
        with accelerator.accumulate([model]):  # finding: counts the same batch again, so the optimizer steps too early
            accelerator.backward(loss(out))
            optimizer.step()


class Trainer:
    def __init__(self):
        self.accelerator = Accelerator(gradient_accumulation_steps=4)

    def in_turn(self, generator, discriminator, loader):
        for step, batch in enumerate(loader):
            if step % 2:
                with self.accelerator.accumulate(generator):
                    self.accelerator.backward(generator(batch).mean())
            else:
                with self.accelerator.accumulate(discriminator):
                    self.accelerator.backward(discriminator(batch).mean())

    def both(self, generator, discriminator, loader):
        for batch in loader:
            with self.accelerator.accumulate(generator):
                self.accelerator.backward(generator(batch).mean())
            if discriminator is not None:
                with self.accelerator.accumulate(discriminator):  # finding: use one `accumulate` block per
                    self.accelerator.backward(discriminator(batch).mean())


def by_kind(accelerator, model, loader, kind):
    for batch in loader:
        if kind == "tokens":
            with accelerator.accumulate(model):
                loss = model(batch).mean()
        elif kind == "images":
            with accelerator.accumulate(model):
                loss = model(batch).sum()
        else:
            raise ValueError(kind)
        with accelerator.accumulate(model):  # finding: counts the same batch again, so the optimizer steps too early
            accelerator.backward(loss)


def by_two_conditions(accelerator, generator, discriminator, loader):
    for step, batch in enumerate(loader):
        if step % 2 == 0:
            with accelerator.accumulate(generator):
                accelerator.backward(generator(batch).mean())
        if step % 2 == 1:
            with accelerator.accumulate(discriminator):
                accelerator.backward(discriminator(batch).mean())


def two_loops(accelerator, model, first, second):
    for batch in first:
        with accelerator.accumulate(model):
            accelerator.backward(model(batch).mean())
    for batch in second:
        with accelerator.accumulate(model):
            accelerator.backward(model(batch).mean())


def two_accelerators(first_accelerator, second_accelerator, generator, discriminator, loader):
    for batch in loader:
        with first_accelerator.accumulate(generator):
            first_accelerator.backward(generator(batch).mean())
        with second_accelerator.accumulate(discriminator):
            second_accelerator.backward(discriminator(batch).mean())


def of_results(evaluator, loader):
    for batch in loader:
        with evaluator.accumulate(batch):
            print(batch)
        with evaluator.accumulate(batch):
            print(batch)


def one_or_the_other(accelerator, model, loader, warm):
    for number, batch in enumerate(loader):
        if number < warm:
            with accelerator.accumulate(model):
                accelerator.backward(model(batch).mean())
            continue
        with accelerator.accumulate(model):
            accelerator.backward(model(batch).abs().mean())


class InMethods:
    def __init__(self):
        self.accelerator = Accelerator(gradient_accumulation_steps=4)

    def train_generator(self, generator, batch):
        with self.accelerator.accumulate(generator):
            self.accelerator.backward(generator(batch).mean())

    def train_discriminator(self, discriminator, batch):
        with self.accelerator.accumulate(discriminator):
            self.accelerator.backward(discriminator(batch).mean())

    def both(self, generator, discriminator, loader):
        for batch in loader:
            self.train_generator(generator, batch)
            self.train_discriminator(discriminator, batch)  # finding: counts the same batch again

    def in_turn(self, generator, discriminator, loader):
        for number, batch in enumerate(loader):
            if number % 2:
                self.train_generator(generator, batch)
            else:
                self.train_discriminator(discriminator, batch)

    def by_kind(self, generator, discriminator, loader):
        for batch in loader:
            match batch["kind"]:
                case "generator":
                    self.train_generator(generator, batch)
                case _:
                    self.train_discriminator(discriminator, batch)
