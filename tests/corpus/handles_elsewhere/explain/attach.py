"""Registers for others: what becomes of the handles, they decide."""


def attach_one(layer, store):
    def keep(module, inputs, output):
        store[module] = output.detach()

    return layer.register_forward_hook(keep)


def attach_all(model, hook, kind):
    handles = []
    for module in model.modules():
        if isinstance(module, kind):
            handles.append(module.register_forward_hook(hook))
    return handles


def attach_and_forget(model, hook):
    model.register_forward_hook(hook)  # finding: its handle is discarded; keep the handle and
