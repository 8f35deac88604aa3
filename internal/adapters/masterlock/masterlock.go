// Package masterlock speaks to Master Lock's Connected Products Web API: it activates locks, gets access profiles and
// temporary codes, and puts the API's answers into the lock package's words. It keeps nothing but its own sign-in, and
// must not touch the database, decide who may open a lock, or log or return what an answer holds beyond that.
package masterlock

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rihla/internal/lock"
	"rihla/internal/platform/clock"
)

// Paths of the API. Master Lock hands out the ones of temporary codes and of giving a lock up with the licence; ours
// follow the form of the known ones.
const (
	ActivatePath      = "/v2/device/activate"
	DeactivatePath    = "/v2/device/deactivate"
	TemporaryCodePath = "/v2/device/temporarycode/create"
	devicePath        = "/v2/device"
	accessPath        = "/v2/device/accessprofile/create"
	authenticatePath  = "/authenticate"
)

// Config is one licence: License and Password, or for customers with OAuth 2.0 the other three.
type Config struct {
	// BaseURL comes with the licence.
	BaseURL           string
	License, Password string
	// TokenURL, ClientID and ClientSecret are for client credentials (RFC 6749 section 4.4).
	TokenURL, ClientID, ClientSecret string
	// Paths; empty ones are those above.
	ActivatePath, DeactivatePath, TemporaryCodePath string
	// Timeout of one call; 0 means 10 seconds.
	Timeout time.Duration
	// Transport carries the calls; nil means the network.
	Transport http.RoundTripper
}

// Validate tells every field that is missing or unreadable.
func (c Config) Validate() error {
	var broken []error
	if !webAddress(c.BaseURL) {
		broken = append(broken, errors.New("masterlock: the base address must be an http:// or https:// address"))
	}
	byLicense, byClient := c.License != "" && c.Password != "", c.TokenURL != "" && c.ClientID != "" && c.ClientSecret != ""
	switch {
	case byLicense == byClient:
		broken = append(broken, errors.New("masterlock: either licence and password or token address, client id and client secret are needed"))
	case byClient && !webAddress(c.TokenURL):
		broken = append(broken, errors.New("masterlock: the token address must be an http:// or https:// address"))
	}
	return errors.Join(broken...)
}

func webAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && slices.Contains([]string{"http", "https"}, u.Scheme)
}

// Client is a licence at Master Lock. It implements lock.Provider.
type Client struct {
	config Config
	http   *http.Client
	tokens *keptToken
}

var _ lock.Provider = (*Client)(nil)

// New returns the client of a licence.
func New(config Config, clock clock.Clock) (*Client, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	for path, usual := range map[*string]string{
		&config.ActivatePath: ActivatePath, &config.DeactivatePath: DeactivatePath, &config.TemporaryCodePath: TemporaryCodePath,
	} {
		if *path == "" {
			*path = usual
		}
	}
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	c := &Client{config: config, http: &http.Client{
		Timeout: config.Timeout, Transport: config.Transport,
		// Credentials are for one address; they must not be carried to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	var source tokenSource = licenseTokens{c}
	if config.License == "" {
		source = clientTokens{c}
	}
	c.tokens = &keptToken{source: source, clock: clock}
	return c, nil
}
