#!/bin/bash
# Prints a regular expression for "swift test --filter" and "--skip" that matches the suites with one of the given tags.
# "swift test" of Swift 6.3 selects tests by their identifiers only.
#
#   swift test --filter "$(Tests/tagged.sh long)"
set -euo pipefail
cd "$(dirname "$0")/.."
find Tests -name '*.swift' -print0 | sort -z | TAGS=$(IFS='|'; echo "$*") xargs -0 perl -0777 -ne '
  my ($module) = $ARGV =~ m{^Tests/(\w+)/};
  while (/\@Suite\(([^{}]*?)\)\s*(?:final\s+)?(?:struct|class|actor|enum)\s+(\w+)/g) {
    my ($traits, $suite) = ($1, $2);
    push @suites, "$module\\.$suite/" if $traits =~ /\.tags\([^)]*\.(?:$ENV{TAGS})\b/;
  }
  END { die "no suite has the tag $ENV{TAGS}\n" unless @suites; print join("|", @suites), "\n" }'
