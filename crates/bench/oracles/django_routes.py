#!/usr/bin/env python3
"""Print the routes of a Django project as Django's own resolver has them.

Usage: DJANGO_SETTINGS_MODULE=shop.settings PYTHONPATH=SRC python3 django_routes.py [URLCONF ...] > routes.tsv

Without modules it walks ROOT_URLCONF. A project that chooses a URL configuration by the host of a
request has several.

Each line is a path with its parameters as `:name`, a tab, and the handler: the function, or the
class and, for a view set of Django REST framework, the action of each method. Compare it with
`fathom endpoints --repo SRC --json` by means of compare_django_routes.py.
"""

import re
import sys

import django
from django.urls import get_resolver
from django.urls.resolvers import RoutePattern, URLPattern, URLResolver


def template(pattern):
    """The text of one pattern with parameters as `:name`."""
    if isinstance(pattern, RoutePattern):
        return re.sub(r"<(?:[^<>:]+:)?([^<>]+)>", r":\1", str(pattern._route))
    text = str(getattr(pattern, "_regex", ""))
    text = text.removeprefix("^")
    text = re.sub(r"(\$|\\Z)$", "", text)
    out, at = [], 0
    while at < len(text):
        if text.startswith("(", at):
            end, depth, in_class, escaped = at, 0, False, False
            while end < len(text):
                mark = text[end]
                if escaped:
                    escaped = False
                elif mark == "\\":
                    escaped = True
                elif mark == "[":
                    in_class = True
                elif mark == "]":
                    in_class = False
                elif not in_class and mark == "(":
                    depth += 1
                elif not in_class and mark == ")":
                    depth -= 1
                    if depth == 0:
                        break
                end += 1
            named = re.match(r"\(\?P<(\w+)>", text[at:])
            out.append(f":{named.group(1)}" if named else ":arg")
            at = end + 1
        elif text[at] == "\\" and at + 1 < len(text):
            if not text[at + 1].isalnum():
                out.append(text[at + 1])
            at += 2
        elif text[at] in "?+*":
            if text[at] == "?" and out and out[-1] == "/":
                out.pop()
            at += 1
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def unwrapped(callback):
    """The view below decorators that keep a reference to it."""
    for _ in range(8):
        if hasattr(callback, "view_class") or hasattr(callback, "cls"):
            break
        if hasattr(callback, "__wrapped__"):
            callback = callback.__wrapped__
            continue
        # A wrapper that does not name what it wraps still holds it.
        cells = [cell.cell_contents for cell in getattr(callback, "__closure__", None) or ()]
        inner = [one for one in cells if callable(one) and not isinstance(one, type)]
        if "<locals>" not in getattr(callback, "__qualname__", "") or len(inner) != 1:
            break
        callback = inner[0]
    return callback


def handlers(callback):
    """The handlers of a view with their HTTP methods; `*` where any method reaches it."""
    callback = unwrapped(callback)
    actions = getattr(callback, "actions", None)
    cls = getattr(callback, "cls", None) or getattr(callback, "view_class", None)
    if actions and cls:
        return [(method.upper(), f"{cls.__qualname__}.{action}") for method, action in actions.items()]
    if cls:
        return [("*", cls.__qualname__)]
    view = unwrapped(callback)
    return [("*", getattr(view, "__qualname__", type(view).__qualname__))]


def walk(resolver, prefix, seen):
    for entry in resolver.url_patterns:
        path = prefix + template(entry.pattern)
        if isinstance(entry, URLResolver):
            walk(entry, path, seen)
        elif isinstance(entry, URLPattern):
            # The suffix of a format is another spelling of the same route.
            if "(?P<format>" in str(entry.pattern) or "<drf_format_suffix" in str(entry.pattern):
                continue
            module = getattr(unwrapped(entry.callback), "__module__", "")
            for method, handler in handlers(entry.callback):
                seen.add((method, "/" + path.lstrip("/"), handler, module))


def main():
    django.setup()
    seen = set()
    for urlconf in sys.argv[1:] or [None]:
        walk(get_resolver(urlconf), "", seen)
    for line in sorted(seen):
        sys.stdout.write("\t".join(line) + "\n")


if __name__ == "__main__":
    main()
