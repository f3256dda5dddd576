"""The `voicenuts` command and `python -m voicenuts`."""

import sys


def main() -> int:
    """Run the command line; Ctrl-C is no traceback, not even while the program is still loading."""
    try:
        from voicenuts import cli

        return cli.main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
