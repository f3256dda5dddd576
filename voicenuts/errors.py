"""The one exception a user may meet."""


class PlainError(Exception):
    """Something outside the program is wrong; the message is one plain sentence for a person.

    It says what was found, what is needed and the next step.  The command line prints it without a
    traceback and leaves with status 2.
    """
