from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, testing

# What does nothing until it is entered, and what does the same at once.
CONTEXTS = {
    "torch.no_grad": ("torch.set_grad_enabled", "False"),
    "torch.enable_grad": ("torch.set_grad_enabled", "True"),
    "torch.autograd.detect_anomaly": ("torch.autograd.set_detect_anomaly", "True"),
    **dict.fromkeys(
        """torch.inference_mode torch.autocast torch.amp.autocast torch.cuda.amp.autocast torch.cpu.amp.autocast
        torch.autograd.graph.saved_tensors_hooks torch.autograd.graph.save_on_cpu torch.device torch.cuda.device
        torch.cuda.stream torch.profiler.profile torch.profiler.record_function torch.autograd.profiler.profile
        torch.autograd.profiler.record_function torch.random.fork_rng torch.nn.attention.sdpa_kernel
        torch.backends.cudnn.flags""".split(),
        ("", ""),
    ),
}


@rule(group="training", severity="error", words="no_grad enable_grad inference_mode autocast detect_anomaly torch")
def check(file: File) -> Findings:
    """A context manager that no `with` enters does nothing."""
    for context in api.discarded_calls(file, *CONTEXTS):
        if testing.is_tried(context):
            continue  # run to see whether it raises
        instead, given = CONTEXTS[min(context.spelled)]
        fix = context.put_call(instead, given) if instead else ()
        yield finding(
            context,
            f"`{context}` does nothing here; write `with {context}:` around what it is for",
            fix=Fix("Switch it from here on", fix, safe=False) if fix else None,
        )
