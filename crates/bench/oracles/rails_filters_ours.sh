#!/bin/sh
# Writes the filters that `fathom flow` gives for each routed action of an application, one JSON line
# each, for rails_filters.rb. FATHOM names the program, if it is not on the path.
#
#   sh rails_filters_ours.sh APP > OURS.jsonl
set -eu
fathom=${FATHOM:-fathom}
"$fathom" endpoints --kind route --repo "$1" --json |
  ruby -rjson -e '
    program, app = ARGV
    handlers = JSON.parse($stdin.read)["endpoints"].map { |one| one["handler"] }.uniq
    handlers.select { |name| name.include?("#") }.each do |name|
      command = [program, "flow", name, "--depth", "1", "--as-is", "--repo", app, "--json"]
      flow = JSON.parse(IO.popen(command, err: File::NULL, &:read)) rescue next
      next unless flow["found"]
      filters = flow["filters"].map { |one| "#{one["kind"]}:#{one["name"]}" }
      puts JSON.generate(handler: name, filters: filters)
    end' "$fathom" "$1"
