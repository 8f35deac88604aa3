package dbtest

import "os"

// bootID changes with every start of the machine.
func bootID() (string, error) {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return string(id), err
}
