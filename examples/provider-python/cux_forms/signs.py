"""What on a page has to stop the work, worst first. Facts; the host decides."""

import re

DESTRUCTIVE = re.compile(r"\b(delete|remove|discard|erase|destroy|permanent(ly)?|cannot be undone|trash|wipe)\b", re.I)
CAPTCHA = re.compile(r"captcha|turnstile|challenge|not a robot|arkose", re.I)
ROBOT = re.compile(r"not a robot|are human|verify you", re.I)
SIGN_IN = re.compile(r"\b(sign|log)[\s-]?(in|on)\b", re.I)
CARD = re.compile(r"card.?(number|no\b)|\b(cvv|cvc|csc)\b|security code", re.I)
SMALL_FORM = 3

WORST_FIRST = ["captcha", "login", "payment", "destructive_confirmation", "modal"]


def modals(page):
    """What takes the page for itself."""
    return [
        node
        for node in page.nodes
        if page.shown(node)
        and (
            node.get("aria-modal") == "true"
            or page.role(node) == "alertdialog"
            or (node.tag == "dialog" and "open" in node.attributes)
        )
    ]


def stop_signs(page):
    signs = [sign for look in (_captcha, _login, _payment) for sign in look(page)]
    for node in modals(page):
        buttons = [page.name(each) for each in node.walk() if page.role(each) == "button"]
        code = "destructive_confirmation" if any(map(DESTRUCTIVE.search, buttons)) else "modal"
        signs.append({"code": code, "role": page.role(node), "name": page.name(node)[:400] or None})
    return sorted(signs, key=lambda sign: WORST_FIRST.index(sign["code"]))


def _captcha(page):
    for node in page.nodes:
        if not page.shown(node):
            continue
        words = " ".join([node.get("title", ""), node.get("name", ""), node.get("src", "").split("?")[0]])
        if node.tag == "iframe" and CAPTCHA.search(words):
            yield {"code": "captcha", "role": None, "name": node.get("title", "")[:400]}
        if page.role(node) == "checkbox" and ROBOT.search(page.name(node)):
            yield {"code": "captcha", "role": "checkbox", "name": page.name(node)[:400]}


def _login(page):
    for node in page.nodes:
        secret = node.kind == "password" or node.get("autocomplete") == "one-time-code"
        if not secret or not page.shown(node) or "disabled" in node.attributes:
            continue
        scope = node.within("form") or page.root
        inside = [each for each in scope.walk() if page.shown(each)]
        fields = [each for each in inside if each.tag in ("textarea", "select") or _is_typed(each)]
        words = " ".join(page.name(each) for each in inside if page.role(each) in ("heading", "button"))
        if len(fields) <= SMALL_FORM or SIGN_IN.search(words):
            yield {"code": "login", "role": None, "name": page.title()[:200]}
            return


def _is_typed(node):
    return node.tag == "input" and node.kind not in ("hidden", "checkbox", "radio", "submit", "button", "reset", "image")


def _payment(page):
    for node in page.nodes:
        if node.tag not in ("input", "select") or not page.shown(node) or "disabled" in node.attributes:
            continue
        hint = node.get("autocomplete", "")
        words = " ".join([node.get("name", ""), node.get("id", ""), "" if hint else page.name(node)])
        asks = re.search(r"\bcc-(number|exp|csc)", hint) or (node.kind != "checkbox" and CARD.search(words))
        if asks and not node.value:
            yield {"code": "payment", "role": None, "name": None}
            return
