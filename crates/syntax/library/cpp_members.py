"""Prints the public member functions of the classes in C++'s standard library, sorted.

    pip install libclang
    python cpp_members.py > cpp.txt
"""

import subprocess

import clang.cindex as clang
from clang.cindex import CursorKind as Kind

HEADERS = """algorithm any array atomic bitset chrono complex condition_variable deque exception filesystem
forward_list fstream functional future iomanip ios iostream iterator limits list locale map memory mutex numeric
optional ostream queue random regex set shared_mutex sstream stack stdexcept streambuf string string_view
system_error thread tuple type_traits typeindex unordered_map unordered_set utility valarray variant vector"""


def main():
    out = subprocess.run(["cc", "-E", "-x", "c++", "-v", "/dev/null"], capture_output=True, text=True)
    lines = [line.strip() for line in out.stderr.splitlines()]
    start, end = lines.index("#include <...> search starts here:"), lines.index("End of search list.")
    arguments = ["-x", "c++", "-std=c++17"] + [f for folder in lines[start + 1:end] for f in ("-isystem", folder)]
    text = "".join(f"#include <{header}>\n" for header in HEADERS.split())
    unit = clang.Index.create().parse("all.cpp", arguments, unsaved_files=[("all.cpp", text)])
    names = set()

    def walk(cursor):
        for child in cursor.get_children():
            if child.kind in (Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE) and cursor.kind not in (Kind.NAMESPACE,):
                if child.access_specifier == clang.AccessSpecifier.PUBLIC and child.spelling.isidentifier():
                    names.add(child.spelling)
            elif child.kind in (Kind.NAMESPACE, Kind.CLASS_DECL, Kind.STRUCT_DECL, Kind.CLASS_TEMPLATE,
                                Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, Kind.LINKAGE_SPEC):
                # The library keeps its strings and lists in inline namespaces: `std::__cxx11`.
                if child.kind == Kind.NAMESPACE or not child.spelling.startswith("_"):
                    walk(child)

    walk(unit.cursor)
    print("\n".join(sorted(name for name in names if not name.startswith("_") and len(name) > 1)))


main()
