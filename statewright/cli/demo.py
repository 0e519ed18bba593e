def run(keep: bool) -> int:
    return 1
