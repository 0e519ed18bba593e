"""The one room with private accelerators: JSON, hashing, clock, files, locks, the way out.

``import json`` alone doubles the start of an empty interpreter, so the hot path takes the C parts
that the public modules are made of, each with the public module as its fallback (other Pythons,
Windows). Everything that touches the operating system on the hot path goes through here, by the
names below (``fast.read_file``); the room's modules are nobody else's to import, so that the linker
(``setup.source``) makes one of them, each after those that it takes names from.
"""

from statewright.fast.system import OS, WINDOWS, alive, ended, getcwd, getenv, getpid, getppid, iso, leave, now, peer, read_all, sleep, spawn, ticks
from statewright.fast.system import token, user, write
from statewright.fast.coding import dumps, encoded, loads, sha256
from statewright.fast.files import add, close, length, make_dirs, mark, open_append, open_change, open_own, open_read, overwrite, read_at, read_file
from statewright.fast.files import read_slice, remove, replace
from statewright.fast.locks import Busy, lock, unlock
from statewright.fast.paths import entries, inode, kind, linked, links, looked, names, normal, real, size
