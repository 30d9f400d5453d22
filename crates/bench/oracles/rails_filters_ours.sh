#!/bin/sh
# Writes the filters that `fathom flow` gives for each routed action of an application, one JSON line
# each, for rails_filters.rb.
#
#   sh rails_filters_ours.sh APP > OURS.jsonl
set -eu
fathom=${FATHOM:-fathom}
"$fathom" endpoints --kind route --repo "$1" --json |
  ruby -rjson -e 'JSON.parse($stdin.read)["endpoints"].map { |one| one["handler"] }.uniq.each { |name| puts name if name.include?("#") }' |
  while read -r handler; do
    "$fathom" flow "$handler" --depth 1 --as-is --repo "$1" --json 2>/dev/null |
      ruby -rjson -e 'flow = JSON.parse($stdin.read); puts JSON.generate(handler: ARGV[0], filters: flow["filters"].map { |one| "#{one["kind"]}:#{one["name"]}" }) if flow["found"]' "$handler" || true
  done
