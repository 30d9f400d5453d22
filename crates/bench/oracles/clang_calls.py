"""Writes the definitions and calls of C and C++ sources, as resolved by clang, in the format of
`fathom bench edges` (one JSON object per line).

    pip install libclang
    python clang_calls.py FOLDER [CLANG_ARGUMENT ...] > pairs.jsonl

Each .c, .cc, .cpp and .cxx file under FOLDER is one translation unit. Include paths are FOLDER,
its `include`, `src` and `lib`, those of the arguments (`-Ibuild`), and after the system's all
other folders with headers. A call in the body of a macro, a call of a function that no header
declares, and a call that depends on a template parameter and could mean several functions, are not
written. A call of a constructor is a call of its class; a local that is declared without arguments
(`Foo foo;`) does not count.
"""

import ctypes
import json
import os
import subprocess
import sys

import clang.cindex as clang
from clang.cindex import CursorKind as Kind

FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION}
TYPES = {Kind.STRUCT_DECL, Kind.CLASS_DECL, Kind.CLASS_TEMPLATE, Kind.UNION_DECL}
VALUES = {Kind.VAR_DECL, Kind.PARM_DECL, Kind.FIELD_DECL}
REFERENCES = {Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR}
ENDINGS = (".c", ".cc", ".cpp", ".cxx")


def file_location(location):
    """The place in the text: of a macro's argument where it is written."""
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    clang.conf.lib.clang_getFileLocation(
        location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    return line.value, column.value, offset.value


def is_implicit(function):
    """Whether C declared a function by its first call: such a declaration is only a name."""
    start, name = function.extent.start, function.location
    return (function.kind == Kind.FUNCTION_DECL and name.file is not None
            and not function.is_definition()
            and (start.file is None or start.offset == name.offset))


def is_constructor_template(cursor):
    """A constructor is its class, whether it is a template or not."""
    owner = cursor.semantic_parent
    return (cursor.kind == Kind.FUNCTION_TEMPLATE and owner is not None
            and owner.kind in TYPES and cursor.spelling.split("<")[0] == owner.spelling)


def identity(cursor):
    """What all declarations of a thing share: a static function has another name in each file."""
    return cursor.canonical.get_usr()


class Oracle:
    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.lines = {}

    def path(self, cursor):
        file = cursor.location.file
        if file is None:
            return None
        path = os.path.realpath(file.name)
        return path[len(self.root) + 1:] if path.startswith(self.root + "/") else None

    def text(self, path):
        if path not in self.texts:
            with open(os.path.join(self.root, path), "rb") as file:
                self.texts[path] = file.read()
            self.write({"kind": "file", "path": path})
        return self.texts[path]

    def write(self, record):
        self.lines[json.dumps(record)] = None

    def at(self, kind, id, path, cursor, name):
        line, column, offset = file_location(cursor.location)
        # An operator or a destructor starts with other characters than its name.
        if self.text(path)[offset:offset + len(name)] == name.encode():
            self.write({"kind": kind, "id": id, "path": path, "line": line, "column": column, "name": name})

    def walk(self, cursor, path):
        for child in cursor.get_children():
            inside = self.path(child) if child.kind.is_declaration() or path is None else path
            if inside is None:
                continue
            if is_constructor_template(child):
                pass
            elif child.kind in FUNCTIONS or child.kind in TYPES and child.spelling:
                self.at("definition", identity(child), inside, child, child.spelling.split("<")[0])
            elif child.kind == Kind.CALL_EXPR:
                self.call(child, inside, cursor)
            elif child.kind == Kind.CXX_FUNCTIONAL_CAST_EXPR:
                self.construct(child, child.type.get_declaration(), inside, child)
            self.walk(child, inside)

    def call(self, call, path, parent):
        callee = call.referenced or self.only_candidate(call)
        if callee is None or is_implicit(callee):
            return
        if callee.kind == Kind.CONSTRUCTOR:
            # `Foo foo;` names the local alone, whatever defaults its constructor has.
            written = call.extent.end.offset - call.extent.start.offset
            if not (parent.kind == Kind.VAR_DECL and written <= len(parent.spelling)):
                self.construct(call, callee.semantic_parent, path, parent)
            return
        reference = call
        while reference is not None and reference.kind not in REFERENCES | {Kind.OVERLOADED_DECL_REF}:
            reference = next(reference.get_children(), None)
        if reference is None:
            return
        # A macro may call what it is given by name: `RUN_TEST(load)`.
        if not self.is_called(path, reference, callee.spelling):
            return
        template = clang.conf.lib.clang_getSpecializedCursorTemplate(callee)
        origin = template if template is not None and template.kind in FUNCTIONS else callee
        kind = "value" if callee.kind in VALUES else "call"
        self.at(kind, identity(origin) or callee.spelling, path, reference, callee.spelling)

    def is_called(self, path, reference, name):
        """Whether arguments follow a name in the text, after template arguments if there are any."""
        after = self.text(path)[file_location(reference.location)[2] + len(name):][:200].lstrip()
        return after.startswith((b"(", b"<"))

    def only_candidate(self, call):
        """The function that a call in a template means, if it has no overloads."""
        first = next(call.get_children(), None)
        if first is None or first.kind != Kind.OVERLOADED_DECL_REF:
            return None
        if clang.conf.lib.clang_getNumOverloadedDecls(first) != 1:
            return None
        return clang.conf.lib.clang_getOverloadedDecl(first, 0)

    def construct(self, call, owner, path, parent):
        """A class that is named where an instance is made: `new Foo`, `Foo(1)`, `Foo foo(1)`."""
        if owner is None or owner.kind not in TYPES and not owner.spelling:
            return
        is_named_around = parent.kind in (Kind.CXX_NEW_EXPR, Kind.VAR_DECL)
        children = list((parent if is_named_around else call).get_children())
        written = next((child for child in children if child.kind in (Kind.TYPE_REF, Kind.TEMPLATE_REF)), None)
        if written is None:
            return
        template = clang.conf.lib.clang_getSpecializedCursorTemplate(owner)
        origin = template if template is not None and template.kind in TYPES else owner
        self.at("call", identity(origin), path, written, owner.spelling)


def system_includes():
    """Where the compiler of this machine has its headers; libclang brings none."""
    out = subprocess.run(["cc", "-E", "-x", "c++", "-v", "/dev/null"], capture_output=True, text=True)
    lines = [line.strip() for line in out.stderr.splitlines()]
    start, end = lines.index("#include <...> search starts here:"), lines.index("End of search list.")
    return lines[start + 1:end]


def header_folders(root):
    """The folders with headers: a build that is not configured here would name some of them."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if any(name.endswith((".h", ".hh", ".hpp", ".hxx")) for name in names):
            found.append(folder)
    return found


def main():
    root = os.path.realpath(sys.argv[1])
    function = clang.conf.lib.clang_getFileLocation
    function.argtypes = [clang.SourceLocation] + [ctypes.c_void_p] * 4
    oracle = Oracle(root)
    oracle.write({"kind": "tool", "id": "libclang"})
    includes = [root] + [os.path.join(root, name) for name in ("include", "src", "lib")]
    arguments = [f"-I{folder}" for folder in includes if os.path.isdir(folder)] + sys.argv[2:]
    others = [f for folder in header_folders(root) for f in ("-idirafter", folder)]
    system = [f for folder in system_includes() for f in ("-isystem", folder)]
    index = clang.Index.create()
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(ENDINGS):
                standard = ["-x", "c", "-std=gnu11"] if name.endswith(".c") else ["-x", "c++", "-std=c++17"]
                headers = [f for f in system if name.endswith(ENDINGS[1:]) or "c++" not in f] if not name.endswith(".c") else [
                    f for pair in zip(system[::2], system[1::2]) if "c++" not in pair[1] for f in pair]
                unit = index.parse(os.path.join(folder, name), standard + ["-ferror-limit=0"] + arguments + headers + others)
                oracle.walk(unit.cursor, None)
    print("\n".join(oracle.lines))


main()
