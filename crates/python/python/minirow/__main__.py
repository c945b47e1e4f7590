"""The command line: ``python -m minirow``, and the program ``minirow`` that the package installs."""

import sys

from . import _minirow


def main() -> None:
    """Runs the command line, and exits with its status."""
    sys.exit(_minirow.run(sys.argv[1:]))


if __name__ == "__main__":
    main()
