"""A page as a tree of nodes with roles and names, as a person's screen reader has them. No script runs."""

import html.parser
import re

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
SILENT = frozenset("head script style template noscript title".split())
TEXT_INPUTS = frozenset(["text", "email", "tel", "url", "password", "date", "month", "time", "week", ""])
BLOCKS = re.compile(r"[\t\n\f\r ]+")


class Node:
    """One element: its tag, its attributes, and what it holds now."""

    def __init__(self, tag, attributes, parent, index):
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.index = index
        self.children = []
        self.value = attributes.get("value", "")
        self.checked = "checked" in attributes
        # What a field for files holds: name, media type and bytes of each.
        self.files = []

    def get(self, name, default=None):
        return self.attributes.get(name, default)

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def ancestors(self):
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def within(self, tag):
        return next((node for node in self.ancestors() if node.tag == tag), None)

    @property
    def kind(self):
        """The type of an input, in lower case."""
        return (self.get("type") or "text").strip().lower() if self.tag == "input" else ""


class Builder(html.parser.HTMLParser):
    """Builds the tree. It forgives what browsers forgive in plain forms; it is no browser."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("#document", {}, None, 0)
        self.open = [self.root]
        self.count = 0

    def handle_starttag(self, tag, attrs):
        self.count += 1
        if tag == "option" and self.open[-1].tag == "option":
            self.open.pop()
        if tag in ("li", "p") and self.open[-1].tag == tag:
            self.open.pop()
        attributes = {}
        for name, value in attrs:
            attributes.setdefault(name, value or "")
        node = Node(tag, attributes, self.open[-1], self.count)
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag):
        for position in range(len(self.open) - 1, 0, -1):
            if self.open[position].tag == tag:
                del self.open[position:]
                return

    def handle_data(self, data):
        self.open[-1].children.append(data)


def collapse(text):
    """White space as a page shows it. Nothing else is folded: a lookalike stays one."""
    return BLOCKS.sub(" ", text).strip(" ")


class Page:
    """A document that was loaded: what is on it, and what it holds."""

    def __init__(self, source, generation, url):
        builder = Builder()
        builder.feed(source)
        builder.close()
        self.root = builder.root
        self.generation = generation
        self.url = url
        self.nodes = list(self.root.walk())
        self.by_id = {}
        for node in self.nodes:
            if node.get("id"):
                self.by_id.setdefault(node.get("id"), node)
        for node in self.nodes:
            self._start(node)

    def _start(self, node):
        if node.tag == "textarea":
            text = "".join(child for child in node.children if isinstance(child, str))
            text = text.replace("\r\n", "\n")
            node.value = text[1:] if text.startswith("\n") else text
        elif node.tag == "select":
            options = self.options(node)
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            node.value = chosen[-1] if chosen else None

    @staticmethod
    def options(select):
        return [node for node in select.walk() if node.tag == "option"]

    def title(self):
        node = next((each for each in self.nodes if each.tag == "title"), None)
        return collapse(self.text(node, True)) if node is not None else ""

    # What is shown

    def shown(self, node):
        if node.tag == "input" and node.kind == "hidden":
            return False
        return not any(self._hides(each) for each in [node, *node.ancestors()])

    @staticmethod
    def _hides(node):
        style = re.sub(r"\s", "", node.get("style", "").lower())
        return (
            node.tag in SILENT
            or "hidden" in node.attributes
            or "popover" in node.attributes
            or (node.tag == "dialog" and "open" not in node.attributes)
            or "display:none" in style
            or "visibility:hidden" in style
        )

    # Names and roles

    def text(self, node, silent=False):
        parts = []
        for child in node.children:
            if isinstance(child, str):
                parts.append(child)
            elif silent or not self._hides(child):
                parts.append(self._inner(child))
        return "".join(parts)

    def _inner(self, node):
        if node.tag in ("input", "textarea", "select"):
            return " "
        if node.tag == "img":
            return node.get("alt", "")
        between = "" if node.tag in ("a", "b", "i", "em", "strong", "span", "small", "code", "label") else " "
        return between + self.text(node) + between

    def name(self, node):
        labelled = [self.by_id.get(key) for key in node.get("aria-labelledby", "").split()]
        if any(labelled):
            return collapse(" ".join(self.text(each) for each in labelled if each is not None))
        if collapse(node.get("aria-label", "")):
            return collapse(node.get("aria-label"))
        if node.tag == "img":
            return collapse(node.get("alt", ""))
        if node.tag == "input" and node.kind in ("submit", "button", "reset"):
            return collapse(node.get("value", "Submit" if node.kind == "submit" else ""))
        if node.tag in ("input", "textarea", "select"):
            return self._label(node)
        if self.role(node) in ("button", "link", "heading", "option", "menuitem", "tab"):
            return collapse(self.text(node))
        return collapse(node.get("title", ""))

    def _label(self, node):
        own = [each for each in self.nodes if each.tag == "label" and node.get("id") and each.get("for") == node.get("id")]
        around = node.within("label")
        labels = own + ([around] if around is not None and around not in own else [])
        found = collapse(" ".join(self.text(label) for label in labels))
        return found or collapse(node.get("title", "") or node.get("placeholder", ""))

    @staticmethod
    def role(node):
        explicit = node.get("role", "").split()
        if explicit:
            return explicit[0].lower()
        if node.tag == "input":
            kinds = {"checkbox": "checkbox", "radio": "radio", "search": "searchbox", "number": "spinbutton"}
            if node.kind in ("submit", "button", "reset", "image", "file"):
                return "button"
            return kinds.get(node.kind, "textbox" if node.kind in TEXT_INPUTS and node.kind != "password" else None)
        if node.tag == "a":
            return "link" if "href" in node.attributes else None
        if node.tag == "select":
            return "listbox" if "multiple" in node.attributes else "combobox"
        if re.fullmatch("h[1-6]", node.tag):
            return "heading"
        return {
            "button": "button",
            "textarea": "textbox",
            "dialog": "dialog",
            "img": "img",
            "option": "option",
            "nav": "navigation",
            "main": "main",
            "table": "table",
            "fieldset": "group",
        }.get(node.tag)
