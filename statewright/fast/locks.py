"""Locks: one process at a time, whatever it is that they lock."""

from statewright.fast.system import OS, PLAIN, WINDOWS, now, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Busy(Exception):
    """A lock was not had in time."""


def lock(path: str, seconds: float = 2.0) -> int:
    """Hold the lock file exclusively; gives what ``unlock`` takes. Raises Busy after ``seconds``, OSError for a link or a folder.

    A record lock (POSIX lockf) queues its waiters in the kernel, so 32 hooks at once wait their turn and nobody starves; under a polling
    lock some would. Unlike flock it needs no module in a file of its own, which is one call's tenth of all it adds to an interpreter. It is
    the process's, not the descriptor's: who holds one opens the same file nowhere else, and takes it in one thread.
    """
    fd = OS.open(path, OS.O_RDWR | OS.O_CREAT | PLAIN, 0o600)
    try:
        if WINDOWS:
            _lock_windows(fd, seconds)
            return fd
        try:
            OS.lockf(fd, OS.F_TLOCK, 0)
        except (BlockingIOError, PermissionError):  # either says that another has it
            import _signal

            def rang(number: int, frame: object) -> "NoReturn":
                raise Busy

            before = _signal.signal(_signal.SIGALRM, rang)
            _signal.setitimer(_signal.ITIMER_REAL, seconds)
            try:
                OS.lockf(fd, OS.F_LOCK, 0)
            finally:
                _signal.setitimer(_signal.ITIMER_REAL, 0)
                _signal.signal(_signal.SIGALRM, before)
        return fd
    except BaseException:
        OS.close(fd)
        raise


def _lock_windows(fd: int, seconds: float) -> None:
    import msvcrt

    until = now() + seconds
    while True:
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            return
        except OSError:
            if now() > until:
                raise Busy from None
            sleep(0.005)


def unlock(fd: int) -> None:
    """Let a lock go."""
    OS.close(fd)
