package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/search"
)

var errNoPgbench = errors.New("pgbench is missing: install PostgreSQL's client programs (Debian: postgresql-contrib), or name it with -pgbench")

// findPgbench looks on the PATH and where Debian puts it; as root on Debian it installs it when it is in neither.
func findPgbench(ctx context.Context) (string, error) {
	if path := installedPgbench(); path != "" {
		return path, nil
	}
	if os.Geteuid() != 0 {
		return "", errNoPgbench
	}
	install := exec.CommandContext(ctx, "sh", "-c", "apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-contrib")
	install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w; installing it failed: %w: %s", errNoPgbench, err, output)
	}
	if path := installedPgbench(); path != "" {
		return path, nil
	}
	return "", errNoPgbench
}

func installedPgbench() string {
	if path, err := exec.LookPath("pgbench"); err == nil {
		return path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return found[len(found)-1]
}

// pgbench runs scripts against a database.
type pgbench struct {
	program string
	url     string
	dir     string // of its own files
}

// script is what a client of pgbench does again and again. Texts stand for variables that no \set can hold.
type script struct {
	text  string
	texts map[string]string
}

// run lets clients repeat a script for a while, with statements prepared once a connection as the program has them.
func (p pgbench) run(ctx context.Context, s script, clients int, while time.Duration) (measured, error) {
	file, log := filepath.Join(p.dir, "script.sql"), filepath.Join(p.dir, "log")
	if err := os.WriteFile(file, []byte(s.text), 0o600); err != nil {
		return measured{}, err
	}
	defer removeAll(log + ".*")
	args := []string{
		"--no-vacuum", "--protocol=prepared", "--client=" + strconv.Itoa(clients), "--jobs=" + strconv.Itoa(min(2, clients)),
		"--time=" + strconv.Itoa(max(1, int(while.Seconds()))), "--file=" + file, "--log", "--log-prefix=" + log,
	}
	for name, value := range s.texts {
		args = append(args, "--define="+name+"="+value)
	}
	output, err := exec.CommandContext(ctx, p.program, append(args, p.url)...).CombinedOutput() //nolint:gosec // our own arguments
	if err != nil {
		return measured{}, fmt.Errorf("pgbench: %w: %s", err, output)
	}
	m, err := readLogs(log + ".*")
	if err != nil {
		return measured{}, err
	}
	rate, err := readRate(string(output))
	if err != nil {
		return measured{}, err
	}
	// Its rate leaves out the time that connecting takes.
	m.elapsed = time.Duration(float64(len(m.durations)) / rate * float64(time.Second))
	return m, nil
}

var ratePattern = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)

func readRate(output string) (float64, error) {
	found := ratePattern.FindStringSubmatch(output)
	if found == nil {
		return 0, fmt.Errorf("pgbench told no rate: %s", output)
	}
	return strconv.ParseFloat(found[1], 64)
}

// readLogs reads pgbench's logs, one transaction a line: client, number, microseconds and more.
func readLogs(pattern string) (measured, error) {
	var m measured
	files, err := filepath.Glob(pattern)
	if err != nil {
		return m, err
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return m, err
		}
		lines := bufio.NewScanner(strings.NewReader(string(content)))
		for lines.Scan() {
			fields := strings.Fields(lines.Text())
			if len(fields) < 3 {
				return m, fmt.Errorf("pgbench logged %q", lines.Text())
			}
			took, err := strconv.ParseInt(fields[2], 10, 64)
			if err != nil {
				return m, fmt.Errorf("pgbench logged %q", lines.Text())
			}
			m.durations = append(m.durations, time.Duration(took)*time.Microsecond)
		}
	}
	return m, nil
}

func removeAll(pattern string) {
	files, _ := filepath.Glob(pattern)
	for _, name := range files {
		_ = os.Remove(name)
	}
}

// searchScript asks all questions in no order: their statement, which is the same for all, and for each argument an
// expression that gives its value in the question at hand. So one prepared statement answers all of them, as in the
// program.
func searchScript(questions []question, now time.Time) (script, error) {
	var (
		statement string
		arguments [][]any // of each question
	)
	for i, q := range questions {
		text, args := search.Statement(q.criteria, now)
		if i > 0 && text != statement {
			return script{}, errors.New("the questions of a scenario have different statements")
		}
		statement, arguments = text, append(arguments, args)
	}
	out := script{texts: map[string]string{}}
	lines := []string{fmt.Sprintf(`\set question random(0, %d)`, len(questions)-1)}
	// From the last, so that $1 is not replaced inside $12.
	for n := len(arguments[0]); n >= 1; n-- {
		name := fmt.Sprintf("a%d", n)
		use := ":" + name
		var values []string
		for _, args := range arguments {
			switch v := args[n-1].(type) {
			case time.Time:
				use = "to_timestamp(:" + name + ")"
				values = append(values, strconv.FormatFloat(float64(v.UnixMicro())/1e6, 'f', 6, 64))
			case uuid.UUID:
				out.texts[name] = v.String()
			case int, int64, float64:
				values = append(values, fmt.Sprint(v))
			default:
				return script{}, fmt.Errorf("pgbench has no value for argument %d of the search, a %T", n, v)
			}
		}
		if len(values) > 0 {
			lines = append(lines, `\set `+name+" "+choice(values))
		}
		statement = strings.ReplaceAll(statement, fmt.Sprintf("$%d", n), use)
	}
	out.text = strings.Join(append(lines, statement+";"), "\n") + "\n"
	return out, nil
}

// choice is an expression for the value of the question at hand.
func choice(values []string) string {
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	var b strings.Builder
	b.WriteString("case")
	for i, v := range values {
		fmt.Fprintf(&b, " when :question = %d then %s", i, v)
	}
	b.WriteString(" end")
	return b.String()
}
