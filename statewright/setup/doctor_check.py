"""What one look of doctor's found."""

from dataclasses import asdict, dataclass


@dataclass
class Check:
    """One finding. verdict: ok, warn or fail. mend: what to do, "" when nothing."""

    name: str
    verdict: str
    detail: str
    mend: str = ""

    def as_dict(self) -> dict[str, str]:
        """For --json."""
        return asdict(self)
