"""Progress on the driver: finished work, rate and remaining time."""

from __future__ import annotations

import sys
import time

#: Seconds between two lines without tqdm.
EVERY = 10.0


class Progress:
    """A bar of tqdm or, without tqdm, lines on standard error."""

    def __init__(self, total: int, unit: str, is_wanted: bool) -> None:
        self.total, self.unit, self.is_wanted = total, unit, is_wanted
        self.done = self.made = 0
        self.start = self.shown = time.monotonic()
        self.bar = None
        if is_wanted:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self.bar = tqdm(total=total, unit=f" {unit}", unit_scale=True, smoothing=0.1)

    def add(self, number: int, is_new: bool = True) -> None:
        """Counts finished units. Those that are not new do not count for the remaining time."""
        self.done += number
        self.made += number if is_new else 0
        if self.bar is not None:
            if not is_new:
                self.bar.initial += number
            self.bar.update(number)
        elif self.is_wanted and time.monotonic() - self.shown >= EVERY:
            self.shown = time.monotonic()
            print(self.line(), file=sys.stderr, flush=True)

    def line(self) -> str:
        """Returns the finished work, the rate and the remaining time."""
        rate = self.made / max(time.monotonic() - self.start, 1e-9)
        left = f", {_duration((self.total - self.done) / rate)} to go" if rate > 0 else ""
        return f"{self.done:,} of {self.total:,} {self.unit}, {rate:,.0f} a second{left}"

    def close(self) -> None:
        """Ends the display."""
        if self.bar is not None:
            self.bar.close()
        elif self.is_wanted and self.done:
            print(self.line(), file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
