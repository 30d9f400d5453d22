"""Prints the names of the public methods and trait methods of Rust's standard library, sorted.

    rustup component add rust-src
    python3 rust_members.py $(rustc --print sysroot)/lib/rustlib/src/rust/library > rust.txt
"""

import os
import re
import sys

# A name and the rest of its signature: type parameters may have parentheses (`F: FnOnce() -> T`).
PUBLIC = re.compile(r"^\s+pub (?:const )?(?:unsafe )?(?:const )?fn (\w+)([^{;]*)", re.M)
RECEIVER = re.compile(r"\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b")
TRAIT = re.compile(r"^(?:pub )(?:unsafe )?(?:const )?trait .*?^}", re.M | re.S)
METHOD = re.compile(r"^    (?:unsafe )?fn (\w+)[<(]", re.M)


def main():
    names = set()
    for library in ("core", "alloc", "std"):
        for folder, _, files in os.walk(os.path.join(sys.argv[1], library, "src")):
            # The architecture's vector instructions and the platforms' internals are not for applications.
            if any(part in folder for part in ("/core_arch", "/sys/", "/tests", "/benches", "/backtrace", "/simd")):
                continue
            for file in files:
                if file.endswith(".rs") and file != "tests.rs":
                    with open(os.path.join(folder, file)) as source:
                        text = source.read()
                    names.update(name for name, rest in PUBLIC.findall(text) if RECEIVER.search(rest))
                    for trait in TRAIT.findall(text):
                        names.update(METHOD.findall(trait))
    print("\n".join(sorted(name for name in names if not name.startswith("_") and len(name) > 1)))


main()
