// Package moneyrun holds one test: thousands of operations on bookings and payments, drawn at random and done by many at
// once, against the whole program and its gateways over HTTP. Whatever happened, gateways, ledger, payments, bookings and
// calendar must agree in the end. It proves what internal/payment's own property test, which does one thing after the
// other, cannot: that nothing depends on who comes first.
package moneyrun
