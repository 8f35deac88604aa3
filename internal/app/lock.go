package app

import (
	"rihla/internal/adapters/masterlock"
	locksimulator "rihla/internal/adapters/masterlock/simulator"
	"rihla/internal/config"
	"rihla/internal/lock"
	"rihla/internal/platform/seal"
)

// lockSimulatorPath is where the simulator of the lock service shows its locks.
const lockSimulatorPath = "/dev/masterlock"

// buildLocks sets the locks up, following the bookings.
func (a *App) buildLocks() error {
	key, err := a.signingKey()
	if err != nil {
		return err
	}
	box, err := seal.New(key, "locks")
	if err != nil {
		return err
	}
	provider, err := a.buildLockProvider()
	if err != nil {
		return err
	}
	a.parts.services.Lock = lock.New(lock.Deps{
		DB: a.db, Clock: a.Clock, Log: a.Log, Jobs: a.parts.jobs, Bookings: a.parts.services.Booking, Events: a.parts.events, Box: box, Provider: provider,
	})
	lock.Register(a.parts.jobs, a.parts.services.Lock)
	return nil
}

// buildLockProvider returns the licence's service; without a licence the simulator, and in production nothing.
func (a *App) buildLockProvider() (lock.Provider, error) {
	m := a.Config.Masterlock
	if m.Configured() {
		return masterlock.New(masterlock.Config{
			BaseURL: m.BaseURL, License: m.License, Password: m.Password, TokenURL: m.TokenURL, ClientID: m.ClientID, ClientSecret: m.ClientSecret,
			ActivatePath: m.ActivatePath, DeactivatePath: m.DeactivatePath, TemporaryCodePath: m.TemporaryCodePath,
		}, a.Clock)
	}
	if a.Config.Env == config.Production {
		return nil, nil
	}
	state, err := a.dataPath("locks")
	if err != nil {
		return nil, err
	}
	// No secrets: everything that they guard is on this machine.
	const license, password = "simulated-license", "simulated-password"
	a.parts.locks, err = locksimulator.New(locksimulator.Config{Path: lockSimulatorPath, Dir: state, License: license, Password: password}, a.Clock, a.Log)
	if err != nil {
		return nil, err
	}
	return masterlock.New(masterlock.Config{
		BaseURL: a.Config.BaseURL + lockSimulatorPath, License: license, Password: password, Transport: a.parts.locks,
	}, a.Clock)
}
