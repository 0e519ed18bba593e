"""What the tests of this folder share."""

import pytest
from judging import Place


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A project and a home folder, fresh for each module; one that needs more in them makes its own."""
    return Place(tmp_path_factory.mktemp("place"))
