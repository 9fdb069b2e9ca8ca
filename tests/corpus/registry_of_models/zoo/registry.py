"""Classes register themselves under a name, and a configuration picks one."""

models = {}


def register(name):
    def add(cls):
        models[name] = cls
        return cls

    return add


def build_model(cfg):
    return models[cfg["name"]](**cfg["options"])
