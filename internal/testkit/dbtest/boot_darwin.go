package dbtest

import "syscall"

// bootID changes with every start of the machine.
func bootID() (string, error) { return syscall.Sysctl("kern.bootsessionuuid") }
