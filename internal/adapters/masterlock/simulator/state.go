package simulator

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// state is what the service knows, as it stands in its file.
type state struct {
	// Secret is what codes are computed from, in hexadecimal.
	Secret  string
	Devices map[string]*device
}

// device is an activated lock.
type device struct {
	ActivatedAt time.Time
	Profiles    []profile
}

// profile is an access that was handed out.
type profile struct {
	UserID      int
	From, Until time.Time
	Permissions []string
}

func (s *Simulator) open() error {
	s.state = state{Secret: random(16), Devices: map[string]*device{}}
	content, err := os.ReadFile(s.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, &s.state); err != nil {
		return fmt.Errorf("%s cannot be read: %w", s.file(), err)
	}
	return nil
}

// save writes the state beside its file and puts it in its place, so that a crash leaves the one or the other.
func (s *Simulator) save() error {
	content, err := json.MarshalIndent(s.state, "", "  ") //nolint:gosec // its secret is the simulator's own
	if err != nil {
		return err
	}
	beside := s.file() + ".new"
	if err := os.WriteFile(beside, content, 0o600); err != nil {
		return err
	}
	return os.Rename(beside, s.file())
}

// window is the length of the locks' windows, which roll from midnight UTC. A code is good in its own and in the next.
const window = 4 * time.Hour

// codeOf computes the code of the window that begins at start, as a lock does by itself.
func (s *Simulator) codeOf(deviceID string, start time.Time) string {
	mac := hmac.New(sha256.New, []byte(s.state.Secret))
	_, _ = fmt.Fprintf(mac, "%s %d", deviceID, start.Unix())
	return fmt.Sprintf("%05d", binary.BigEndian.Uint32(mac.Sum(nil))%100000)
}

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b)
}
