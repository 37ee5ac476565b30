"""Shared by the drivers: records which methods of a client were called, and which were not."""

import asyncio
import inspect
import json
import os
import socket

url = os.environ["PANEL_URL"]
subscriptions = os.environ["PANEL_SUBSCRIPTIONS"]
username = os.environ["PANEL_USERNAME"]
password = os.environ["PANEL_PASSWORD"]
token = os.environ["PANEL_TOKEN"]
core_runs = os.environ["PANEL_CORE"] == "runs"

# Seconds that a client waits for a reply. Their defaults, five seconds for one of them, are too short for a busy machine.
patience = 120

_loop = asyncio.new_event_loop()


def run(value):
    """The result of a call of a sync or async client."""
    return _loop.run_until_complete(value) if inspect.isawaitable(value) else value


class Watched:
    """Wraps an unmodified client and records which of its public methods are called."""

    def __init__(self, target, called, part=""):
        self._target, self._called, self._part = target, called, part

    def __getattr__(self, name):
        value = getattr(self._target, name)
        if not callable(value):
            return value

        def call(*args, **kwargs):
            self._called.add(self._part + name)
            return run(value(*args, **kwargs))

        return call


def public_methods(target, part=""):
    members = inspect.getmembers(type(target), callable)
    return {part + name for name, _ in members if not name.startswith("_")}


def report(surface, called, not_yet):
    """The last line is for the test: called methods, uncalled methods, and those that wait for a route."""
    missed = sorted(surface - called - set(not_yet))
    print(json.dumps({"called": sorted(called), "missed": missed, "notYet": not_yet}))


def free_port():
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        return probe.getsockname()[1]


def refused(call, *kinds, saying=""):
    """True if the client reports a refusal in its own way, with the message of the panel."""
    try:
        run(call())
    except kinds as refusal:
        assert saying in str(refusal), refusal
        return True
    return False
