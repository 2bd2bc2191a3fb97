"""`python -m attrib`."""

import sys

from attrib.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
