"""`python -m voicenuts`."""

import sys

from voicenuts.cli import main

sys.exit(main())
