package app

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// keyBytes is the length of a key that the program makes for itself.
const keyBytes = 32

// signingKey is the configured key, or in development one that is made once and kept in the data directory, so that
// nobody is signed out by a restart and no two installations share one.
func (a *App) signingKey() ([]byte, error) {
	if a.Config.JWTSecret != "" {
		return []byte(a.Config.JWTSecret), nil
	}
	return a.keptKey("signing.key")
}

func (a *App) keptKey(name string) ([]byte, error) {
	path, err := a.dataPath(name)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keyBytes)
		_, _ = rand.Read(key) // never fails: crypto/rand ends the program instead
		text = []byte(hex.EncodeToString(key))
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("keep a key in the data directory: %w", err)
	}
	key, err := hex.DecodeString(string(text))
	if err != nil || len(key) < keyBytes {
		return nil, fmt.Errorf("%s does not hold a key any more: delete it and start again", path)
	}
	return key, nil
}
