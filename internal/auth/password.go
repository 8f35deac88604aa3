package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost is what deriving one Argon2id hash takes.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
	Lanes     uint8
}

// RecommendedCost is the least that OWASP's Password Storage Cheat Sheet asks of Argon2id.
var RecommendedCost = Cost{MemoryKiB: 19456, Passes: 2, Lanes: 1}

const (
	saltBytes = 16
	hashBytes = 32
)

// errHashFormat says that a stored hash is not one of ours.
var errHashFormat = errors.New("stored password hash cannot be read")

// Passwords hashes and checks passwords with Argon2id. A hash carries its own cost, so that the cost can be raised:
// old hashes keep working and are replaced at their owner's next sign-in.
type Passwords struct {
	cost Cost
	// slots bounds the hashes under way: each takes a core and Cost.MemoryKiB.
	slots chan struct{}
	// decoy is the hash that an unknown user's password is checked against.
	decoy  string
	derive func(password string, salt []byte, cost Cost) []byte
}

// NewPasswords returns a hasher that works at cost, on as many cores as there are at once.
func NewPasswords(cost Cost) *Passwords {
	p := &Passwords{cost: cost, slots: make(chan struct{}, runtime.GOMAXPROCS(0)), derive: argon2id}
	// Nobody's password derives to zeros, and the work of finding out is that of a real check.
	p.decoy = encode(cost, make([]byte, saltBytes), make([]byte, hashBytes))
	return p
}

func argon2id(password string, salt []byte, cost Cost) []byte {
	return argon2.IDKey([]byte(password), salt, cost.Passes, cost.MemoryKiB, cost.Lanes, hashBytes)
}

// Hash returns password's hash as a PHC string. It waits for a free slot for as long as ctx lasts.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails (crypto/rand)
	sum, err := p.run(ctx, password, salt, p.cost)
	if err != nil {
		return "", err
	}
	return encode(p.cost, salt, sum), nil
}

// Verify tells whether password belongs to hash, and whether hash was made at another cost than today's and should be
// replaced. An empty hash stands for a user who does not exist: the answer is no, after the same work.
func (p *Passwords) Verify(ctx context.Context, hash, password string) (ok, outdated bool, err error) { //nolint:nonamedreturns // the names tell the two answers apart
	if hash == "" {
		hash = p.decoy
	}
	stored, err := decode(hash)
	if err != nil {
		return false, false, err
	}
	got, err := p.run(ctx, password, stored.salt, stored.cost)
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, stored.sum) == 1, stored.cost != p.cost, nil
}

func (p *Passwords) run(ctx context.Context, password string, salt []byte, cost Cost) ([]byte, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
		return p.derive(password, salt, cost), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
}

func encode(cost Cost, salt, sum []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, cost.MemoryKiB, cost.Passes, cost.Lanes, b64(salt), b64(sum))
}

// storedHash is a PHC string taken apart.
type storedHash struct {
	cost      Cost
	salt, sum []byte
}

func decode(hash string) (storedHash, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 {
		return storedHash{}, errHashFormat
	}
	var h storedHash
	_, costErr := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.cost.MemoryKiB, &h.cost.Passes, &h.cost.Lanes)
	var saltErr, sumErr error
	h.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	h.sum, sumErr = base64.RawStdEncoding.DecodeString(parts[5])
	// The library panics on a cost of nothing; writing it again finds whatever else is not as we write it.
	if errors.Join(costErr, saltErr, sumErr) != nil || len(h.sum) != hashBytes ||
		h.cost.Passes == 0 || h.cost.Lanes == 0 || encode(h.cost, h.salt, h.sum) != hash {
		return storedHash{}, errHashFormat
	}
	return h, nil
}
