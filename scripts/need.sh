#!/bin/sh
# Says in one sentence which tool is missing or too old, and stops the build.
need() { command -v "$1" >/dev/null 2>&1 || { echo "rihla needs $2; install it and run make again." >&2; exit 1; }; }
need go "Go 1.26 or newer (the go command is not on the PATH)"
need node "Node.js 20.19 or newer (the node command is not on the PATH)"
need npm "npm (it comes with Node.js)"
node -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit(a>20||(a===20&&b>=19)?0:1)' \
  || { echo "rihla needs Node.js 20.19 or newer; this is $(node --version)." >&2; exit 1; }
go version | awk '{split(substr($3,3),v,"."); exit !(v[1]>1 || v[2]+0>=26)}' \
  || { echo "rihla needs Go 1.26 or newer; this is $(go version | cut -d' ' -f3)." >&2; exit 1; }
