"""Prints the functions of the C library and of POSIX that the headers of this machine declare, sorted.

    python c_functions.py > c.txt
"""

import re
import subprocess

HEADERS = """assert complex ctype dirent dlfcn errno fcntl fenv glob grp inttypes libgen limits locale math netdb
poll pthread pwd regex sched search semaphore setjmp signal spawn stdarg stdatomic stddef stdint stdio stdlib string
strings syslog termios time unistd utime wchar wctype arpa/inet net/if netinet/in sys/ioctl sys/mman sys/resource
sys/select sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait"""


def main():
    text = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}.h>\n" for name in HEADERS.split())
    out = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], input=text, capture_output=True, text=True, check=True)
    declared = re.findall(r"\b([a-z][a-z0-9_]*) \(", out.stdout)
    # A parameter or type in front of a parenthesis is no function.
    keywords = {"int", "void", "char", "long", "short", "float", "double", "unsigned", "sizeof", "if", "while", "return"}
    print("\n".join(sorted({name for name in declared if len(name) > 1} - keywords)))


main()
