"""Which split a puzzle falls into: the rule of ``minirow split``, as ``xtask/src/split.rs`` has it to the byte."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Mapping

from .._minirow import MinirowError

#: As the command line takes them, so that they can be written there in the same way.
_SHARE = re.compile(r"(\d{1,3}|)(?:\.(\d{0,9}))?", re.ASCII)


class Shares:
    """The splits, with their shares and salt."""

    def __init__(self, shares: Mapping[str, int | float | str], salt: str) -> None:
        self.salt = salt
        self.names = list(shares)
        self.said = {name: str(share) for name, share in shares.items()}
        for name in self.names:
            if not re.fullmatch(r"[\w-][\w.-]*", name):
                raise MinirowError(
                    f"the name {name!r} of a split: expected letters, digits, _ - and ., the first no dot"
                )
        places = max((len(text.partition(".")[2]) for text in self.said.values()), default=0)
        wholes = [_whole(name, text, places) for name, text in self.said.items()]
        self.upto = list(itertools.accumulate(wholes))
        self.sum = sum(wholes)
        if self.sum not in (10**places, 100 * 10**places):
            raise MinirowError(f"the shares sum up to {self.sum / 10**places:g}, expected 1 (or 100, as percent)")

    def of(self, form: str) -> str:
        """The split of a canonical solution."""
        digest = hashlib.sha256((self.salt + form).encode()).digest()
        at = int.from_bytes(digest[:8], "big") * self.sum
        return next(name for name, upto in zip(self.names, self.upto) if at < upto << 64)

    @staticmethod
    def grid_id(form: str) -> str:
        """The name of the class of a canonical solution."""
        return hashlib.sha256(form.encode()).hexdigest()[:16]


def _whole(name: str, text: str, places: int) -> int:
    """A share times a power of ten that makes all of them whole."""
    found = _SHARE.fullmatch(text)
    whole = int((found[1] or "0") + (found[2] or "").ljust(places, "0")) if found else 0
    if whole == 0:
        raise MinirowError(f"the share {text} of {name}: expected a positive number with at most 9 decimal places")
    return whole
