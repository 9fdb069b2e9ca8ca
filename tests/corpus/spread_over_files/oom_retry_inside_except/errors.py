"""What counts as running out of memory."""

def is_oom(error):
    return "out of memory" in str(error)
