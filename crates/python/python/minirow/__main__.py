"""The command line: ``python -m minirow``, and the program ``minirow`` that comes with the package."""

import sys

from . import _minirow


def main() -> None:
    """Runs the command line, and ends with its exit status."""
    sys.exit(_minirow.run(sys.argv[1:]))


if __name__ == "__main__":
    main()
