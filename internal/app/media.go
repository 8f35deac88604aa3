package app

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"

	"rihla/internal/adapters/blob/disk"
	"rihla/internal/adapters/blob/s3"
	"rihla/internal/media"
)

// buildMedia brings up uploads. signingKey is the key of access tokens; links to private files are signed with one that
// is derived from it.
func (a *App) buildMedia(signingKey []byte) error {
	store, err := a.buildStore()
	if err != nil {
		return err
	}
	linkKey, err := hkdf.Key(sha256.New, signingKey, nil, "rihla links to private files", keyBytes)
	if err != nil {
		return fmt.Errorf("derive a key: %w", err)
	}
	a.parts.store = store
	s := &a.parts.services
	s.Media = media.New(a.db, a.Clock, a.Log, store, s.Motorcycle, media.Config{
		MaxBytes: a.Config.MediaMaxBytes, PerDay: a.Config.MediaPerDay, LinkKey: linkKey,
	})
	return nil
}

// buildStore returns where uploaded files lie.
func (a *App) buildStore() (media.Store, error) {
	if a.Config.BlobURL != "" {
		return s3.Open(a.Config.BlobURL)
	}
	path, err := a.dataPath("media")
	if err != nil {
		return nil, err
	}
	store, err := disk.Open(path, a.Clock.Now())
	if err != nil {
		return nil, err
	}
	a.onStop(func(context.Context) error { return store.Close() })
	return store, nil
}
