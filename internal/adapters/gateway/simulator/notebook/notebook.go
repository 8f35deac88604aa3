// Package notebook keeps the books of a simulated gateway that repeats its answer to a key: one file, which is replaced as a
// whole at every change and survives the program.
package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Notebook holds charges of one gateway's kind, and what it answered. Whoever uses it sees to it that one does so at a time.
type Notebook[Charge any] struct {
	file      string
	retention time.Duration
	// Charges are found by the gateway's id of them.
	Charges map[string]*Charge `json:"charges"`
	// Replies are the answers of changes by their key.
	Replies map[string]Reply `json:"replies"`
}

// Reply is an answer and what it answered.
type Reply struct {
	Asked string          `json:"asked"`
	Body  json.RawMessage `json:"body"`
	At    time.Time       `json:"at"`
}

// Open reads the notebook of a name under dir; without a file it is empty. A reply is remembered for retention. Errors are
// those of reading the file.
func Open[Charge any](dir, name string, retention time.Duration) (*Notebook[Charge], error) {
	n := &Notebook[Charge]{
		file: filepath.Join(dir, name+".json"), retention: retention, Charges: map[string]*Charge{}, Replies: map[string]Reply{},
	}
	content, err := os.ReadFile(n.file)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(content, n); err != nil {
		return nil, fmt.Errorf("read %s: %w", n.file, err)
	}
	return n, nil
}

// Save replaces the file. Errors are those of writing it.
func (n *Notebook[Charge]) Save() error {
	content, err := json.Marshal(n)
	if err != nil {
		return err
	}
	temporary := n.file + ".tmp"
	if err := os.WriteFile(temporary, content, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, n.file)
}

// Remembered is the answer of a key, until its time is past.
func (n *Notebook[Charge]) Remembered(key string, now time.Time) (Reply, bool) {
	reply, found := n.Replies[key]
	return reply, found && now.Sub(reply.At) <= n.retention
}

// Remember keeps an answer, and forgets those past their time.
func (n *Notebook[Charge]) Remember(key string, answer Reply) {
	for earlier, reply := range n.Replies {
		if answer.At.Sub(reply.At) > n.retention {
			delete(n.Replies, earlier)
		}
	}
	n.Replies[key] = answer
}
