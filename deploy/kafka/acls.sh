#!/usr/bin/env bash
# The Kafka ACLs of one role in Sluice, given to a principal or taken away, with Kafka's own kafka-acls.sh.
# The table at the end is made from the code (AclRole); a test fails when it is stale. See docs/security.md.
set -eu

usage() {
  cat <<'EOF'
Usage: acls.sh [--prefix P] [--group G] [--remove] [--dry-run] ROLE PRINCIPAL -- OPTIONS OF kafka-acls.sh

  ROLE        ingest, send, desk, topics, operator, redrive, consumer, producer or outcomes
  PRINCIPAL   as the brokers call the user, such as User:sluice-ingest or User:CN=sluice-ingest,O=example
  --prefix P  what sluice.topics.prefix is set to
  --group G   the consumer group of a consumer or of a reader of outcomes
  --remove    take them away
  --dry-run   print the commands and run none

KAFKA_ACLS is the command to run; kafka-acls.sh unless set.

  acls.sh ingest User:sluice-ingest -- --bootstrap-server kafka:9093 --command-config admin.properties
EOF
}

fail() {
  printf 'acls.sh: %s\n' "$1" >&2
  exit 2
}

main() {
  prefix='' group='' action=--add dry_run=''
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix) prefix=${2?'--prefix wants a value'}; shift 2 ;;
      --group) group=${2?'--group wants a value'}; shift 2 ;;
      --remove) action=--remove; shift ;;
      --dry-run) dry_run=1; shift ;;
      -h | --help) usage; exit 0 ;;
      -*) fail "$1 is no option; see acls.sh --help" ;;
      *) break ;;
    esac
  done
  [ $# -ge 2 ] || fail 'wants a role and a principal; see acls.sh --help'
  role=$1 principal=$2
  shift 2
  [ "${1:---}" = -- ] || fail "$1: options of kafka-acls.sh go behind --"
  [ $# -eq 0 ] || shift
  table | grep -q "^$role " || fail "$role is no role; see acls.sh --help"
  while read -r of type pattern name operations <&3; do
    [ "$of" = "$role" ] || continue
    acl "$type" "$pattern" "$name" "$operations" "$@"
  done 3< <(table)
}

acl() { # acl TYPE PATTERN NAME OPERATIONS OPTIONS...
  local type=$1 pattern=$2 name=$3 operation args=()
  if [ "$name" = @group ]; then
    [ -n "$group" ] || fail "the role $role wants --group"
    name=$group
  else
    name=$prefix$name
  fi
  for operation in ${4//,/ }; do
    args+=(--operation "$operation")
  done
  shift 4
  set -- "$@" "$action" --force --allow-principal "$principal" "${args[@]}" "--$type" "$name" \
    --resource-pattern-type "$pattern"
  if [ -n "$dry_run" ]; then
    printf '%q ' "${KAFKA_ACLS:-kafka-acls.sh}" "$@"
    echo
  else
    "${KAFKA_ACLS:-kafka-acls.sh}" "$@"
  fi
}

table() { # ROLE TYPE PATTERN NAME OPERATIONS
  cat <<'EOF'
ingest topic literal telegram.updates DescribeConfigs,Read,Write
ingest topic literal telegram.checkpoints DescribeConfigs,Read,Write
ingest topic literal telegram.ingest-events DescribeConfigs,Write
ingest topic literal telegram.quarantine DescribeConfigs,Write
ingest group literal sluice-ingest Read
ingest transactional-id prefixed sluice-ingest- Write
send topic literal outbound.requests DescribeConfigs,Read,Write
send topic literal outbound.commands DescribeConfigs,Read,Write
send topic literal outbound.attempts DescribeConfigs,Read,Write
send topic literal outbound.attempt-results DescribeConfigs,Read,Write
send topic literal outbound.outcomes DescribeConfigs,Read,Write
send topic literal outbound.reviews DescribeConfigs,Read,Write
send topic literal outbound.dead-letters DescribeConfigs,Write
send topic literal outbound.lanes DescribeConfigs,Read,Write
send topic prefixed sluice-outbound- Create,Read,Write
send group literal sluice-outbound Read
send group literal sluice-dispatch Read
send transactional-id prefixed sluice-outbound- Write
desk topic literal outbound.lanes DescribeConfigs,Read
desk topic literal outbound.reviews DescribeConfigs,Read
desk topic literal outbound.outcomes DescribeConfigs,Read
desk topic literal outbound.commands DescribeConfigs,Write
topics topic literal telegram.updates Create,Describe,DescribeConfigs
topics topic literal telegram.checkpoints Create,Describe,DescribeConfigs,Read,Write
topics topic literal telegram.ingest-events Create,Describe,DescribeConfigs
topics topic literal telegram.quarantine Create,Describe,DescribeConfigs
topics topic literal unifyport.events Create,Describe,DescribeConfigs
topics topic literal unifyport.inbox Create,Describe,DescribeConfigs
topics topic literal telegram.webhook-inbox Create,Describe,DescribeConfigs
topics topic literal outbound.requests Create,Describe,DescribeConfigs
topics topic literal outbound.commands Create,Describe,DescribeConfigs
topics topic literal outbound.attempts Create,Describe,DescribeConfigs
topics topic literal outbound.attempt-results Create,Describe,DescribeConfigs
topics topic literal outbound.outcomes Create,Describe,DescribeConfigs
topics topic literal outbound.reviews Create,Describe,DescribeConfigs
topics topic literal outbound.dead-letters Create,Describe,DescribeConfigs
topics topic literal outbound.lanes Create,Describe,DescribeConfigs
operator topic literal outbound.requests Write
operator topic literal outbound.commands Write
operator topic literal outbound.outcomes Read
operator topic literal outbound.reviews Read
operator topic literal outbound.lanes Read
operator topic literal outbound.dead-letters Read
operator topic literal telegram.quarantine Read
operator topic literal telegram.checkpoints Read
operator group literal sluice-outbound Describe
redrive topic literal telegram.quarantine Read
redrive topic literal telegram.updates Read,Write
redrive transactional-id literal sluice-quarantine-retry Write
consumer topic literal telegram.updates Read
consumer group literal @group Read
producer topic literal outbound.requests Write
outcomes topic literal outbound.outcomes Read
outcomes group literal @group Read
EOF
}

main "$@"
