"""Aider's repository map of a folder, as its chat would show it for a first message.

Arguments: the folder, "map" or "tags", the number of tokens; the message is on standard input.
"map" prints the map, "tags" the ranked definitions as JSON lines of path, line and name.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from aider.io import InputOutput
from aider.repomap import RepoMap

root, wanted, tokens = sys.argv[1], sys.argv[2], int(sys.argv[3])
message = sys.stdin.read()

listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True).stdout
names = [name for name in listed.decode(errors="replace").split("\0") if name and Path(root, name).is_file()]
files = [str(Path(root, name)) for name in names]

# A message mentions its words as identifiers, and files by their path or by a stem that is a word.
words = {word for word in re.split(r"\W+", message) if word}
lower = {word.lower() for word in words if len(word) >= 5}
mentioned = {name for name in names if name in message or Path(name).stem.lower() in lower}


class FourCharacters:
    """Replaces the language model, which is used only to count the tokens of a text."""

    def token_count(self, text):
        return len(text) / 4


io = InputOutput(pretty=False, yes=True, fancy_input=False)
repo_map = RepoMap(map_tokens=tokens, root=root, main_model=FourCharacters(), io=io)

if wanted == "map":
    print(repo_map.get_repo_map([], files, mentioned, words) or "")
else:
    for tag in repo_map.get_ranked_tags([], files, mentioned, words):
        if len(tag) > 1:
            print(json.dumps({"path": tag.rel_fname, "line": tag.line + 1, "name": tag.name}))
