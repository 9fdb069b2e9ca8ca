from transformers import Trainer


class TwoLosses(Trainer):
    def training_step(self, model, inputs):
        return self.both(model, inputs)

    def both(self, model, inputs):
        first = model(**inputs).loss
        with self.accelerator.accumulate(model):
            self.accelerator.backward(first)
        second = model(**inputs).logits.square().mean()
        with self.accelerator.accumulate(model):  # finding: counts the same batch again, so the optimizer steps too
            self.accelerator.backward(second)
        return first.detach() + second.detach()

    def try_two(self, model, batches):
        with self.accelerator.accumulate(model):  # nobody calls this for a batch: these are two of them
            self.accelerator.backward(model(**batches[0]).loss)
        with self.accelerator.accumulate(model):
            self.accelerator.backward(model(**batches[1]).loss)
