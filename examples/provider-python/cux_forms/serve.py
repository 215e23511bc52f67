"""The protocol: one JSON object a line, a request at a time. See docs/providers.md."""

import json

from .network import GuardUnreachable
from .session import Session

PROTOCOL_VERSION = 1
PROVIDER_ID = "python-forms"


class UnknownMethod(Exception):
    """The host asks for something that this provider does not offer."""


class Provider:
    """One process serves one session at most."""

    def __init__(self):
        self.session = None

    def answer(self, method, params):
        if method == "initialize":
            return self.initialize(params["protocol_versions"])
        if method == "doctor":
            return {"lines": [{"check": "python", "ok": True, "message": "The standard library is all it needs."}]}
        if method == "session/open":
            self.session = Session(params)
            return {"session_reference": self.session.reference}
        if self.session is None:
            raise UnknownMethod(method)
        handler = self.session.handlers.get(method)
        if handler is None:
            raise UnknownMethod(method)
        return handler(**params)

    @staticmethod
    def initialize(offered):
        if not offered["minimum"] <= PROTOCOL_VERSION <= offered["maximum"]:
            raise ValueError("no version of the protocol is common to both")
        return {"protocol_version": PROTOCOL_VERSION, "provider_id": PROVIDER_ID}


def fault(message_id, code, message, named=None):
    error = {"code": code, "message": message}
    if named is not None:
        error["data"] = {"fault": named}
    return {"jsonrpc": "2.0", "id": message_id, "error": error}


def reply(provider, message):
    """The answer to one request. What went wrong is named; what a page or a person wrote is not."""
    message_id = message["id"]
    try:
        result = provider.answer(message["method"], message.get("params", {}))
        return {"jsonrpc": "2.0", "id": message_id, "result": result}
    except UnknownMethod:
        return fault(message_id, -32601, "this provider does not offer that method")
    except GuardUnreachable:
        return fault(message_id, -32000, "the guard does not answer", "guard_unreachable")
    except Exception as error:  # The host has to hear of every fault, whatever it is.
        return fault(message_id, -32000, type(error).__name__, "engine_gone")


def serve(lines, out, log):
    """Answers until the host closes its end. A cancelled call has been answered by the time it is heard of."""
    provider = Provider()
    for line in lines:
        message = json.loads(line)
        if "id" not in message:
            continue
        answer = reply(provider, message)
        if "error" in answer:
            print(f"{message['method']}: {answer['error']['message']}", file=log, flush=True)
        out.write(json.dumps(answer, ensure_ascii=True).encode("ascii") + b"\n")
        out.flush()
        if message["method"] == "session/close":
            return
