#!/bin/sh
# Runs the tasks of the world alps in the cluster and name space of kubectl's context: each job once the one before it
# is complete. A second run goes on where the first one ended.
set -eu
cd "$(dirname "$0")"

# run JOB: starts the job and waits until it is complete or has failed.
run() {
  kubectl apply -f "$1.yaml"
  until kubectl wait --for=condition=complete --timeout=60s "job/weald-alps-$1" >/dev/null 2>&1; do
    failed=$(kubectl get job "weald-alps-$1" -o 'jsonpath={.status.conditions[?(@.type=="Failed")].status}')
    [ "$failed" != True ] || { echo "the job weald-alps-$1 has failed" >&2; exit 1; }
  done
}

kubectl apply -f volume.yaml
run prepare
run tiles
run merge
