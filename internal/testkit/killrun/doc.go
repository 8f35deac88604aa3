// Package killrun holds one test: the program is killed with SIGKILL at every point of package failpoint in turn, started
// again, and left to put things right. The gateways' simulators live in the test's own process and so outlive it. Then
// gateways, ledger, payments, bookings, calendar, documents and letters must agree (package agree), within minutes.
package killrun
