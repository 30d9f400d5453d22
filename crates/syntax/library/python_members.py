"""Prints the public member names of the classes in Python's standard library, sorted.

    python3 python_members.py > python.txt
"""

import importlib
import inspect
import pkgutil
import sys
import warnings

# Modules that open windows, run on import, or are not for applications.
SKIPPED = {"antigravity", "this", "idlelib", "turtledemo", "turtle", "test", "lib2to3", "tkinter", "ensurepip", "__main__"}


def modules():
    for name in sorted(sys.stdlib_module_names):
        if name in SKIPPED or name.startswith("_"):
            continue
        yield name
        try:
            path = importlib.import_module(name).__path__
        except Exception:
            continue
        for inner in pkgutil.iter_modules(path):
            if not inner.name.startswith("_") and inner.name not in ("test", "tests"):
                yield f"{name}.{inner.name}"


def main():
    warnings.simplefilter("ignore")
    names = set()
    for name in modules():
        try:
            module = importlib.import_module(name)
        except BaseException:
            continue
        for _, value in inspect.getmembers(module, inspect.isclass):
            if value.__module__.split(".")[0] in sys.stdlib_module_names:
                names.update(
                    member for member in dir(value)
                    if not member.startswith("_") and callable(inspect.getattr_static(value, member, None))
                    or isinstance(inspect.getattr_static(value, member, None), (classmethod, staticmethod))
                    and not member.startswith("_"))
    print("\n".join(sorted(name for name in names if len(name) > 1)))


main()
