// Package seal keeps small secrets in the database unreadable to whoever has only the database: AES-256-GCM under a key
// derived from the program's own secret (HKDF, RFC 5869). It knows no feature. It must not be used for passwords, which
// are hashed and never read back.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
)

// keyBytes makes the cipher AES-256.
const keyBytes = 32

// ErrUnreadable says that what was sealed cannot be opened: under another secret, for another place, or altered.
var ErrUnreadable = errors.New("a sealed value cannot be opened")

// Box seals and opens. It is safe for use by several goroutines.
type Box struct{ aead cipher.AEAD }

// New returns the box of one purpose: boxes of other purposes cannot open what it sealed.
func New(secret []byte, purpose string) (*Box, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "rihla "+purpose, keyBytes)
	if err != nil {
		return nil, fmt.Errorf("derive the key for %s: %w", purpose, err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("set up the cipher for %s: %w", purpose, err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("set up the cipher for %s: %w", purpose, err)
	}
	return &Box{aead}, nil
}

// Seal hides text. place says where it will stand, such as a table and a row's id: moved elsewhere it cannot be opened.
func (b *Box) Seal(text, place string) []byte {
	return b.aead.Seal(nil, nil, []byte(text), []byte(place)) //nolint:gosec // the cipher draws a nonce each time by itself
}

// Open returns what Seal hid at the same place, or ErrUnreadable.
func (b *Box) Open(sealed []byte, place string) (string, error) {
	text, err := b.aead.Open(nil, nil, sealed, []byte(place))
	if err != nil {
		return "", fmt.Errorf("%s: %w", place, ErrUnreadable)
	}
	return string(text), nil
}
