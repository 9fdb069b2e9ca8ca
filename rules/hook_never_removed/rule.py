from torchlint import File, Findings, finding, hook_lifetime, rule


@rule(group="memory", severity="warning")
def check(file: File) -> Findings:
    """A hook that is never removed outlives its purpose, and the next registration adds another."""
    for hook in file.hooks:
        if hook.is_removed or hook.leaves:
            continue  # removed, or handed on to whoever removes it
        if hook.is_on_own_module or hook.is_on_local_module or hook.is_on_parameter_once:
            continue  # lives and dies with its owner
        if hook.runs_once:
            continue  # a script that hooks its model for good
        if hook.is_discarded:
            message = f"the handle of `{hook.name}` is dropped, so the hook on {hook.hooked} can never be removed"
        else:
            message = f"the handle of `{hook.name}` is never removed, so the hook stays on {hook.hooked}"
        yield finding(hook, message, proof=hook_lifetime(receiver=hook.receiver, at=hook), sure=not hook.is_kept)
