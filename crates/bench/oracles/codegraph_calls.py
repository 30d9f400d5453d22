"""Writes the call edges of codegraph's database as claims for `fathom bench edges --claims`.

    npm install @colbymchenry/codegraph@1.6.1
    codegraph init -i FOLDER
    python codegraph_calls.py FOLDER > claims.jsonl
    fathom bench edges FOLDER=ORACLE --claims claims.jsonl

It reads `.codegraph/codegraph.db` (tables `nodes` and `edges`): the kinds `calls` and
`instantiates`. An edge without a column is no call site but a guess of dynamic dispatch (from an
interface's method to its implementations); it is left out, as Fathom's are.
"""

import json
import os
import sqlite3
import sys

CALLS = """
    select source.file_path, edges.line, edges.col, target.file_path, target.start_line, target.name
    from edges
    join nodes source on source.id = edges.source
    join nodes target on target.id = edges.target
    where edges.kind in ('calls', 'instantiates') and edges.line is not null and edges.col is not null
    order by 1, 2, 3, 4, 5, 6
"""


def main():
    database = sqlite3.connect(os.path.join(sys.argv[1], ".codegraph", "codegraph.db"))
    for path, line, column, to_path, to_line, to_name in database.execute(CALLS):
        claim = {"path": path, "line": line, "column": column + 1,
                 "to_path": to_path, "to_line": to_line, "to_name": to_name}
        print(json.dumps(claim))


main()
