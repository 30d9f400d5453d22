#!/usr/bin/env python3
"""Compare the routes that Fathom reads with those of Django's resolver.

Usage: fathom endpoints --repo CHECKOUT --json | python3 compare_django_routes.py routes.tsv [PACKAGE ...]

Only handlers in the given packages count, because Fathom reads the repository and not what it
installs. A route is found if a path and its handler agree; the class is the handler of a view
that has a method for each HTTP method.
"""

import json
import sys


def plain(path):
    return "/" + path.strip("/")


def handler_forms(handler):
    """A handler and the class it is a method of."""
    parts = handler.split(".")
    return {handler, ".".join(parts[:-1])} if len(parts) > 1 else {handler}


def main():
    oracle = set()
    packages = tuple(sys.argv[2:])
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            method, path, handler, module = line.rstrip("\n").split("\t")
            if not packages or module.split(".")[0] in packages:
                oracle.add((method, plain(path), handler))
    read = json.load(sys.stdin)["endpoints"]
    ours = {(one["method"], plain(one["path"]), one["handler"].split("::")[-1]) for one in read if one["kind"] == "route"}
    by_path = {}
    for method, path, handler in ours:
        by_path.setdefault(path, []).append((method, handler))

    def is_found(method, path, handler):
        return any(
            handler in handler_forms(our) and method in ("*", our_method, "HEAD", "OPTIONS")
            for our_method, our in by_path.get(path, [])
        )

    oracle_by_path = {}
    for method, path, handler in oracle:
        oracle_by_path.setdefault(path, []).append((method, handler))

    def is_right(method, path, handler):
        return any(
            other in handler_forms(handler) and oracle_method in ("*", method)
            for oracle_method, other in oracle_by_path.get(path, [])
        )

    found = [one for one in oracle if is_found(*one)]
    right = [one for one in ours if is_right(*one)]
    print(f"oracle {len(oracle)}, found {len(found)}, recall {len(found) / max(1, len(oracle)):.3f}")
    print(f"fathom {len(ours)}, right {len(right)}, precision {len(right) / max(1, len(ours)):.3f}")
    for one in sorted(oracle - set(found))[:40]:
        print("missed", *one)
    for one in sorted(ours - set(right))[:40]:
        print("wrong ", *one)


if __name__ == "__main__":
    main()
