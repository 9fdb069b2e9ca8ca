def is_oom(error):
    return "out of memory" in str(error)
