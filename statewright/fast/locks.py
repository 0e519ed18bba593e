"""Locks: one process at a time, whatever it is that they lock."""

from statewright.fast.system import OS, PLAIN, now, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Busy(Exception):
    """A lock was not had in time."""


def lock(path: str, seconds: float = 2.0) -> int:
    """Hold the lock file exclusively; gives what ``unlock`` takes. Raises Busy after ``seconds``, OSError for a link or a folder.

    flock queues its waiters in the kernel, so 32 hooks at once wait their turn and nobody starves; a
    polling lock would. filelock uses flock on the same file, so both exclude each other.
    """
    fd = OS.open(path, OS.O_RDWR | OS.O_CREAT | PLAIN, 0o600)
    try:
        try:
            import fcntl
        except ImportError:
            _lock_windows(fd, seconds)
            return fd
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            import _signal

            def rang(number: int, frame: object) -> "NoReturn":
                raise Busy

            before = _signal.signal(_signal.SIGALRM, rang)
            _signal.setitimer(_signal.ITIMER_REAL, seconds)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX)
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
