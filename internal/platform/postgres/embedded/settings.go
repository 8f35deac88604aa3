//go:build linux || darwin

package embedded

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Settings of every server: a small machine, storage that seeks quickly,
// sessions in UTC, and a log that is silent while all is well.
var ordinarySettings = map[string]string{
	"max_connections":                     "100",
	"shared_buffers":                      "256MB",
	"effective_cache_size":                "1GB",
	"work_mem":                            "8MB",
	"maintenance_work_mem":                "128MB",
	"random_page_cost":                    "1.1",
	"wal_compression":                     "on",
	"jit":                                 "off",
	"timezone":                            "UTC",
	"idle_in_transaction_session_timeout": "5min",
	"log_timezone":                        "UTC",
	"log_line_prefix":                     "%m [%p] ",
	"log_checkpoints":                     "off",
}

// Settings of Options.Throwaway. The time zone is half an hour off and has
// summer time: code that leans on the session's time zone fails a test.
var throwawaySettings = map[string]string{
	"fsync":              "off",
	"synchronous_commit": "off",
	"full_page_writes":   "off",
	"wal_level":          "minimal",
	"max_wal_senders":    "0",
	"max_connections":    "500",
	"shared_buffers":     "128MB",
	"timezone":           "Canada/Newfoundland",
}

const settingsHead = `# Written by rihla at every start: changes made here are lost.
# Use ALTER SYSTEM SET, which wins over this file and lasts.
`

// hba lets in whoever can reach the socket, which its folder decides.
const hba = `# Written by rihla at every start. The server listens on a private socket only.
local all all trust
`

func (c *cluster) configure() error {
	files := map[string]string{"postgresql.conf": c.settings(), "pg_hba.conf": hba}
	for name, content := range files {
		if err := replaceFile(filepath.Join(c.layout.data, name), content); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) settings() string {
	all := maps.Clone(ordinarySettings)
	if c.options.Throwaway {
		maps.Copy(all, throwawaySettings)
	}
	maps.Copy(all, c.options.Settings)
	var b strings.Builder
	b.WriteString(settingsHead)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s = '%s'\n", name, strings.ReplaceAll(all[name], "'", "''"))
	}
	return b.String()
}

// replaceFile changes a file whole or not at all, and not when it says the
// same already.
func replaceFile(file, content string) error {
	if old, err := os.ReadFile(file); err == nil && string(old) == content {
		return nil
	}
	if err := os.WriteFile(file+".new", []byte(content), 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
