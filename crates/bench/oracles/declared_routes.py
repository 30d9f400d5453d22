#!/usr/bin/env python3
"""Compares the routes that an application declares with those of `fathom endpoints --json`.

    fathom endpoints --repo APP --json | python3 declared_routes.py FRAMEWORK APP [PART ...]

Declarations are read from the text by one regular expression for each framework, without any
knowledge of names: the line, the HTTP method, the path as written, and the handler where it is
written beside them. PART limits the files to paths that contain it. A declaration is *listed* if an
entry point has its file, line and method, and *right* if the path of that entry point ends with the
declared one and its handler has the declared name. A route whose prefix is wrong counts as right, and
so the paths of each application were read as well.
"""

import json
import os
import re
import sys

VERBS = "get|post|put|patch|delete|head|options"
HANDLER_BELOW = r"^\s*(?:(?:public|private|protected|static|async|final|override|suspend|fun|def|internal|virtual)\s+)*(?:[\w<>\[\],.?\s]+?\s+)?(\w+)\s*[(<]"
FRAMEWORKS = {
    # framework: (endings, pattern, where the handler is: "below", "last" argument, or "none")
    "spring": ((".java", ".kt"), r"@(Get|Post|Put|Patch|Delete)Mapping\b(?:\((?P<args>[^)]*)\))?", "below"),
    "nest": ((".ts",), r"@(Get|Post|Put|Patch|Delete|All)\((?P<args>[^)]*)\)", "below"),
    "aspnet": ((".cs",), r"(?:\[Http|\.Map)(Get|Post|Put|Patch|Delete)\b(?:\((?P<args>[^\n]*))?", "none"),
    "laravel": ((".php",), r"^\s*Route::(get|post|put|patch|delete|any)\((?P<args>[^\n]*)", "last"),
    "express": ((".js", ".ts"), rf"^\s*\w*(?:app|router|Router|api)\.({VERBS})\(\s*(?P<args>[\"'`][^\n]*)", "none"),
    "flask": ((".py",), r"@[\w.]+\.(?:route|get|post|put|patch|delete)\((?P<args>[^\n]*)", "below"),
    "fastapi": ((".py",), rf"@\w*(?:router|app|r)\w*\.({VERBS})\(\s*(?P<args>[^\n]*)", "below"),
    "go": ((".go",), r"\.(GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete)\((?P<args>\"[/\"][^\n]*)", "none"),
    "axum": ((".rs",), rf"\.route\(\s*(?P<args>\"[^\n]*)", "none"),
    "phoenix": ((".ex",), rf"^\s+({VERBS})\s+(?P<args>\"[^\n]*)", "none"),
}
SKIPPED = re.compile(r"(^|/)(tests?|spec|__tests__|node_modules|vendor|e2e)(/|$)|_test\.|\.test\.|\.spec\.|Test\.java|Tests?\.cs")


def declarations(framework, root, parts):
    endings, pattern, handler = FRAMEWORKS[framework]
    pattern = re.compile(pattern, re.MULTILINE)
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), root)
            if not name.endswith(endings) or SKIPPED.search(path) or (parts and not any(p in path for p in parts)):
                continue
            text = open(os.path.join(folder, name), encoding="utf-8", errors="replace").read()
            for match in pattern.finditer(text):
                start = match.start() + len(match.group(0)) - len(match.group(0).lstrip())
                line = text.count("\n", 0, start) + 1
                method = (match.group(1) if pattern.groups > 1 else "").upper().replace("ALL", "ANY")
                args = match.group("args") or ""
                written = re.search(r"[\"'`]([^\"'`]*)[\"'`]", args)
                name = None
                if handler == "below":
                    rest = text[match.end():].split("\n")[1:]
                    rest = [one for one in rest if not re.match(r"\s*(@|\)|\[|//|/\*|\*|#|$)", one)]
                    found = next((m for m in (re.match(HANDLER_BELOW, one) for one in rest[:12]) if m), None)
                    name = found.group(1) if found else None
                elif handler == "last":
                    found = re.search(r"'(\w+)'\s*\]", args)
                    name = found.group(1) if found else None
                yield path, line, method, written.group(1) if written else "", name


def plain(path):
    """A path whose parameters are all alike."""
    path = re.sub(r"\{[^}]*\}|<[^>]*>|:\w+(\([^)]*\))?\??", ":", path)
    return "/".join(part for part in path.split("/") if part)


def main():
    framework, root, parts = sys.argv[1], sys.argv[2], sys.argv[3:]
    routes = {}
    for one in json.load(sys.stdin)["endpoints"]:
        if one["kind"] == "route":
            routes.setdefault((one["source_path"], one["line"]), []).append(one)
    declared = listed = right = 0
    for path, line, method, written, name in declarations(framework, root, parts):
        declared += 1
        here = [one for near in (line, line + 1, line - 1) for one in routes.get((path, near), [])]
        here = [one for one in here if not method or one["method"] in (method, "ANY") or method == "ANY"]
        if not here:
            print(f"missed: {path}:{line} {method} {written}")
            continue
        listed += 1
        fits = lambda one: plain(one["path"]).endswith(plain(written)) and (
            name is None or re.split(r"[.#:]", one["handler"])[-1] == name
        )
        if any(fits(one) for one in here):
            right += 1
        else:
            print(f"wrong: {path}:{line} {method} {written} {name}: {here[0]['path']} {here[0]['handler']}")
    print(f"declared {declared}, listed {listed}, right {right}")


main()
