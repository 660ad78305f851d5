"""The one exception that is meant for a person."""


class Refusal(Exception):
    """What was asked cannot be done; the message is one sentence: where, what, what to do next.

    Only `main` of a tool and `event.run` catch it. A bug is never a Refusal.
    """
