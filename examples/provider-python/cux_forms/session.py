"""One session: the page that is shown, and everything that may be asked about it or done to it."""

import base64
import hashlib
import json
import os
import re
import unicodedata
import urllib.parse

from .network import Network
from .page import TEXT_INPUTS, Page
from .signs import modals, stop_signs

ROLES = frozenset(
    "alertdialog article button checkbox combobox dialog document group heading img link listbox main menu menuitem "
    "menuitemcheckbox menuitemradio navigation option radio region row searchbox spinbutton status switch tab table "
    "tablist tabpanel textbox".split()
)
TOGGLES = ("checkbox", "radio")
CONTROLS = ("input", "textarea", "select", "button")
DONE = {"kind": "done"}
LOST = {"kind": "lost"}
HIDDEN = {"kind": "refused", "readiness": {"kind": "hidden"}}


def like(text):
    """How a name looks: what shows nothing is gone, and what differs in form only is one. For lookalikes alone."""
    seen = (each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) not in ("Cf", "Cc"))
    return re.sub(r"\s+", " ", "".join(seen)).strip().casefold()


def multipart(fields):
    """The body of a form with files, as a browser writes it, and its type."""
    boundary = "----" + os.urandom(16).hex()
    quoted = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
    parts = []
    for name, value in fields:
        disposition = f'form-data; name="{name.translate(quoted)}"'
        if isinstance(value, str):
            head, data = disposition, value.encode("utf-8")
        else:
            head = f'{disposition}; filename="{value[0].translate(quoted)}"\r\nContent-Type: {value[1]}'
            data = value[2]
        parts.append(f"--{boundary}\r\nContent-Disposition: {head}\r\n\r\n".encode("utf-8") + data + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode("ascii"))
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


class Session:
    """Answers the methods of the protocol; `handlers` names each."""

    def __init__(self, params):
        self.reference = f"python-forms-{os.urandom(16).hex()}"
        stored = params["stored_session"]
        cookies = [] if stored is None else json.loads(base64.b64decode(stored))
        agent = params["config"].get("user_agent", "cux-python-forms/1")
        self.network = Network(params["guard"], agent, cookies)
        self.viewport = params["viewport"]
        self.page = None
        self.generation = 0
        self.observed = 0
        self.handlers = {
            "session/export": self.export,
            "session/geometry": lambda: {**self.viewport, "scale_percent": 100},
            "session/close": lambda: {},
            "surface/open": self.open,
            "surface/location": self.location,
            "surface/match_address": self.match_address,
            "surface/observe": self.observe,
            "surface/resolve": self.resolve,
            "surface/overlaps": self.overlaps,
            "surface/readiness": lambda element: self.readiness(element),
            "surface/stop_signs": lambda: {"signs": [] if self.page is None else stop_signs(self.page)},
            "surface/fill": self.fill,
            "surface/select": self.select,
            "surface/set_checked": self.set_checked,
            "surface/attach": self.attach,
            "surface/press": self.press,
            "surface/holds": self.holds,
            "surface/scroll": lambda element: self._act(element, lambda node: DONE),
            "surface/targets": lambda: {"labels": ["t1"]},
            "surface/switch_target": lambda label: DONE if label == "t1" else LOST,
            "surface/close_target": lambda label: LOST,
            "surface/read_json": self.read_json,
            "surface/capture": self.capture,
        }

    def export(self):
        return {"stored_session": base64.b64encode(self.network.export()).decode("ascii")}

    # Going somewhere

    def open(self, url, timeout_ms):
        answer = self.network.send("GET", url, timeout=max(timeout_ms / 1000, 0.001), navigates=True)
        if answer is None or answer.status >= 400 or answer.status == 204:
            return {"kind": "failed"}
        self._show(answer)
        return {"kind": "reached"}

    def _show(self, answer):
        self.generation += 1
        source = answer.body.decode("utf-8", "replace") if "html" in answer.content_type else ""
        self.page = Page(source, self.generation, answer.url)

    def location(self):
        if self.page is None:
            return {"location": None}
        address = urllib.parse.urlsplit(self.page.url)
        return {"location": {"origin": f"{address.scheme}://{address.netloc}", "path": address.path or "/"}}

    def match_address(self, template):
        if self.page is None:
            return {"match": None}
        address = urllib.parse.urlsplit(self.page.url)
        whole = address.path + (f"?{address.query}" if "?" in template and address.query else "")
        forms = {"{integer}": r"(\d+)", "{segment}": r"([^/]+)"}
        parts = re.split(r"(\{integer\}|\{segment\})", template)
        match = re.fullmatch("".join(forms.get(part, re.escape(part)) for part in parts), whole)
        if match is None:
            return {"match": None}
        return {"match": match.group(1) if match.groups() else ""}

    # Seeing

    def _named(self):
        for node in self.page.nodes if self.page is not None else []:
            role = self.page.role(node)
            if role in ROLES and self.page.shown(node):
                yield node, role, self.page.name(node)

    def _tree(self, nodes, size):
        lines, used, truncated = [], 0, False
        for node, role, name in self._named():
            line = f"{role} {json.dumps(name[:200], ensure_ascii=False)} [ref={self._ref(node)}]"
            used += len(line.encode("utf-8")) + 1
            if len(lines) >= nodes or used > size:
                truncated = True
                break
            lines.append(line)
        return "\n".join(lines), truncated

    def observe(self, nodes, bytes):
        self.observed += 1
        tree, truncated = self._tree(nodes, bytes)
        return {"tree": tree, "truncated": truncated, "generation": self.observed}

    def capture(self, evidence_class):
        if evidence_class != "accessibility_snapshot":
            return {"evidence": None}
        tree, _ = self._tree(2_000, 200_000)
        return {
            "evidence": {
                "evidence_class": evidence_class,
                "media_type": "text/plain; charset=utf-8",
                "redacted": True,
                "bytes": base64.b64encode((tree or "(empty)").encode("utf-8")).decode("ascii"),
            }
        }

    # Finding

    def _ref(self, node):
        return f"d{self.page.generation}n{node.index}"

    def resolve(self, target):
        if "frame" in target:
            return {"kind": "missing"}
        placed = [each for each in self._named() if each[1] == target["role"] and self._is_within(each[0], target)]
        exact = [each for each in placed if each[2] == target["name"]]
        if len(exact) > 1:
            return {"kind": "ambiguous", "count": len(exact)}
        if exact:
            node, role, name = exact[0]
            return {"kind": "found", "element": {"ref": self._ref(node), "role": role, "name": name}}
        alike = any(like(name) == like(target["name"]) for _, _, name in placed)
        return {"kind": "lookalike" if alike else "missing"}

    def _is_within(self, node, target):
        wanted = target.get("within")
        if wanted is None:
            return True
        return any(
            self.page.role(each) == wanted["role"] and self.page.name(each) == wanted["name"]
            for each in node.ancestors()
        )

    def _node(self, element):
        """The node behind a reference; None when document, role or name is another one now."""
        match = re.fullmatch(r"d(\d+)n(\d+)", element["ref"])
        if self.page is None or match is None or int(match.group(1)) != self.page.generation:
            return None
        node = next((each for each in self.page.nodes if each.index == int(match.group(2))), None)
        if node is None or self.page.role(node) != element["role"] or self.page.name(node) != element["name"]:
            return None
        return node

    def overlaps(self, element, other):
        one, two = self._node(element), self._node(other)
        if one is None or two is None:
            return {"overlaps": False}
        return {"overlaps": one is two or one in two.ancestors() or two in one.ancestors()}

    def readiness(self, element):
        node = self._node(element)
        if node is None:
            return {"kind": "stale"}
        if not self.page.shown(node):
            return {"kind": "hidden"}
        if any("disabled" in each.attributes for each in [node, *node.ancestors()] if each.tag in (*CONTROLS, "fieldset")):
            return {"kind": "disabled"}
        above = modals(self.page)
        if above and not any(each is node or each in node.ancestors() for each in above):
            return {"kind": "covered"}
        return {"kind": "ready"}

    # Doing

    def _act(self, element, act):
        if self.page is None:
            return LOST
        readiness = self.readiness(element)
        if readiness["kind"] != "ready":
            return {"kind": "refused", "readiness": readiness}
        return act(self._node(element))

    def fill(self, element, value):
        return self._act(element, lambda node: self._put(node, value))

    @staticmethod
    def _put(node, value):
        typed = node.tag == "textarea" or (node.tag == "input" and (node.kind in TEXT_INPUTS or node.kind == "search"))
        if not typed or "readonly" in node.attributes:
            return HIDDEN
        text = value.replace("\r\n", "\n").replace("\r", "\n")
        if node.tag == "input":
            text = text.replace("\n", "")
        if node.get("maxlength", "").isdigit():
            # A browser counts UTF-16 code units.
            units = text.encode("utf-16-le")[: 2 * int(node.get("maxlength"))]
            text = units.decode("utf-16-le", "ignore")
        node.value = text
        return DONE

    def select(self, element, option):
        return self._act(element, lambda node: self._choose(node, option))

    def _choose(self, node, label):
        if node.tag != "select":
            return HIDDEN
        fitting = [each for each in self.page.options(node) if self._option_label(each) == label]
        if len(fitting) != 1 or "disabled" in fitting[0].attributes:
            return HIDDEN
        node.value = fitting[0]
        return DONE

    def _option_label(self, option):
        return option.get("label") or self.page.name(option)

    def set_checked(self, element, checked):
        def act(node):
            if node.kind not in TOGGLES:
                return HIDDEN
            if node.kind == "radio" and not checked and node.checked:
                return HIDDEN
            if node.checked != checked:
                self._toggle(node)
            return DONE

        return self._act(element, act)

    def _toggle(self, node):
        if node.kind == "radio":
            for each in self.page.nodes:
                if each.kind == "radio" and each.get("name") == node.get("name") and each.within("form") is node.within("form"):
                    each.checked = False
            node.checked = True
        else:
            node.checked = not node.checked

    def attach(self, element, files):
        def act(node):
            if node.kind != "file":
                return HIDDEN
            if len(files) > 1 and "multiple" not in node.attributes:
                return {"kind": "refused", "readiness": {"kind": "disabled"}}
            node.files = [(each["name"], each["media_type"], base64.b64decode(each["bytes"])) for each in files]
            return DONE

        return self._act(element, act)

    def press(self, element, timeout_ms):
        return self._act(element, lambda node: self._press(node, max(timeout_ms / 1000, 0.001)))

    def _press(self, node, timeout):
        if node.kind in TOGGLES:
            self._toggle(node)
            return DONE
        if node.tag == "a":
            address = urllib.parse.urldefrag(urllib.parse.urljoin(self.page.url, node.get("href")))[0]
            return self._go(self.network.send("GET", address, timeout=timeout, navigates=True))
        submits = (node.tag == "button" and (node.get("type") or "submit").lower() == "submit") or node.kind == "submit"
        form = node.within("form")
        return self._submit(form, node, timeout) if submits and form is not None else DONE

    def _submit(self, form, button, timeout):
        method = (button.get("formmethod") or form.get("method") or "get").lower()
        address = urllib.parse.urljoin(self.page.url, button.get("formaction") or form.get("action") or self.page.url)
        encoding = form.get("enctype", "").lower()
        fields = list(self._successful(form, button))
        if method == "post" and encoding == "multipart/form-data":
            return self._post(address, *multipart(fields), timeout)
        if method not in ("get", "post") or encoding not in ("", "application/x-www-form-urlencoded"):
            return LOST
        pairs = urllib.parse.urlencode([(name, value if isinstance(value, str) else value[0]) for name, value in fields])
        if method == "get":
            target = urllib.parse.urlsplit(address)._replace(query=pairs, fragment="").geturl()
            return self._go(self.network.send("GET", target, timeout=timeout, navigates=True))
        return self._post(address, pairs.encode("ascii"), "application/x-www-form-urlencoded", timeout)

    def _post(self, address, body, content_type, timeout):
        sent = self.network.send("POST", address, body, {"Content-Type": content_type}, timeout, True)
        # Without an answer nobody knows whether it arrived. It is not sent again.
        return self._go(sent) if sent is not None else {"kind": "outcome_unknown"}

    def _successful(self, form, button):
        for node in form.walk():
            name = node.get("name")
            if not name or node.tag not in CONTROLS or "disabled" in node.attributes:
                continue
            if node.tag == "select":
                if node.value is not None:
                    yield name, node.value.get("value", self.page.name(node.value))
            elif node.kind == "file":
                yield from ((name, file) for file in node.files or [("", "application/octet-stream", b"")])
            elif node.tag == "button" or node.kind in ("submit", "button", "reset", "image"):
                if node is button:
                    yield name, node.get("value", "")
            elif node.kind in TOGGLES:
                if node.checked:
                    yield name, node.get("value", "on")
            else:
                yield name, node.value.replace("\n", "\r\n")

    def _go(self, answer):
        """Shows what came. What was kept in by the guard is answered with 204: the page stays."""
        if answer is not None and answer.status != 204:
            self._show(answer)
        return DONE

    # Reading back

    def holds(self, target, expected):
        found = self.resolve(target)
        if found["kind"] != "found":
            return {"answer": "gone"}
        node = self._node(found["element"])
        if expected["kind"] == "checked":
            held = node.kind in TOGGLES and node.checked == expected["checked"]
        elif expected["kind"] == "files":
            digests = [(name, "sha256:" + hashlib.sha256(data).hexdigest()) for name, _, data in node.files]
            held = digests == [(each["name"], each["digest"]) for each in expected["files"]]
        elif expected["kind"] == "option":
            held = node.tag == "select" and node.value is not None and self._option_label(node.value) == expected["label"]
        else:
            held = node.tag in ("input", "textarea") and node.value == expected["value"]
        return {"answer": "held" if held else "not_held"}

    def read_json(self, url, pointer, header):
        headers = {}
        if header is not None:
            token = self.network.send("GET", header["url"])
            if token is None or token.status != 200:
                return {"value": None}
            headers[header["name"]] = token.body.decode("utf-8", "replace").strip()
        answer = self.network.send("GET", url, headers=headers)
        if answer is None or answer.status != 200:
            return {"value": None}
        try:
            value = json.loads(answer.body)
        except ValueError:
            return {"value": None}
        for part in pointer.split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, dict) and key in value:
                value = value[key]
            elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
            else:
                return {"value": None}
        return {"value": value if value is None or isinstance(value, (str, int, float, bool)) else None}
