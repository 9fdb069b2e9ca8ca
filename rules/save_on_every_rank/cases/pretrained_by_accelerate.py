"""Pretrained models in programs of accelerate's launcher."""

from accelerate import Accelerator


def main(build, batches, optimizer):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(build(), optimizer)
    for batch in batches:
        accelerator.backward(model(batch).loss)
        optimizer.step()
    accelerator.wait_for_everyone()
    plain = accelerator.unwrap_model(model)
    plain.save_pretrained("out", is_main_process=accelerator.is_main_process, save_function=accelerator.save)
    if accelerator.is_main_process:
        plain.save_pretrained("out")
    plain.save_pretrained("out")  # suspected: all ranks write to `"out"` at the same time; call `save_pretrained`


if __name__ == "__main__":
    main(None, [], None)
