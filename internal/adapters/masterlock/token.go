package masterlock

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"rihla/internal/lock"
	"rihla/internal/platform/clock"
)

// token is a sign-in: the header that carries it, and when it ends.
type token struct {
	header, value string
	expires       time.Time
}

// tokenSource signs in. What it cannot do with our credentials is lock.ErrAuthentication.
type tokenSource interface {
	signIn(ctx context.Context, now time.Time) (token, error)
}

// tokenMargin is how long before its end a token is replaced.
const tokenMargin = 2 * time.Minute

// keptToken keeps a token as long as it lasts, and signs in once however many ask.
type keptToken struct {
	source tokenSource
	clock  clock.Clock
	mu     sync.Mutex
	token  token
}

// get returns a token that is not refused: the one that was just refused is replaced, unless somebody has done so.
func (k *keptToken) get(ctx context.Context, refused string) (token, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.clock.Now()
	if k.token.value != "" && k.token.value != refused && now.Before(k.token.expires.Add(-tokenMargin)) {
		return k.token, nil
	}
	fresh, err := k.source.signIn(ctx, now)
	if err != nil {
		return token{}, err
	}
	k.token = fresh
	return fresh, nil
}

// usualLife is how long a token is taken to last when the answer does not say.
const usualLife = 10 * time.Minute

// licenseTokens signs in with licence and password.
type licenseTokens struct{ client *Client }

func (l licenseTokens) signIn(ctx context.Context, now time.Time) (token, error) {
	body, err := json.Marshal(map[string]string{"license": l.client.config.License, "password": l.client.config.Password})
	if err != nil {
		return token{}, fmt.Errorf("write the sign-in: %w", err)
	}
	var answer struct {
		APIToken     string `json:"ApiToken"`
		TokenExpires instant
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, l.client.config.BaseURL+authenticatePath, strings.NewReader(string(body)))
	if err != nil {
		return token{}, fmt.Errorf("make the sign-in: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	if err := l.client.signIn(request, &answer); err != nil {
		return token{}, err
	}
	return usable(token{header: "X-APIToken", value: answer.APIToken, expires: time.Time(answer.TokenExpires)}, now)
}

// clientTokens signs in with client credentials (RFC 6749 section 4.4).
type clientTokens struct{ client *Client }

func (c clientTokens) signIn(ctx context.Context, now time.Time) (token, error) {
	form := url.Values{"grant_type": {"client_credentials"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.client.config.TokenURL, strings.NewReader(form.Encode()))
	if err != nil {
		return token{}, fmt.Errorf("make the sign-in: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// RFC 6749 section 2.3.1: encoded like a form before they are put together.
	request.SetBasicAuth(url.QueryEscape(c.client.config.ClientID), url.QueryEscape(c.client.config.ClientSecret))
	var answer struct {
		AccessToken string  `json:"access_token"`
		TokenType   string  `json:"token_type"`
		ExpiresIn   float64 `json:"expires_in"` // seconds
	}
	if err := c.client.signIn(request, &answer); err != nil {
		return token{}, err
	}
	if answer.TokenType != "" && !strings.EqualFold(answer.TokenType, "bearer") {
		return token{}, fmt.Errorf("%w: it gives out tokens of type %q", lock.ErrAuthentication, answer.TokenType)
	}
	out := token{header: "Authorization", expires: now.Add(time.Duration(answer.ExpiresIn * float64(time.Second)))}
	if answer.AccessToken != "" {
		out.value = "Bearer " + answer.AccessToken
	}
	if answer.ExpiresIn <= 0 {
		out.expires = time.Time{}
	}
	return usable(out, now)
}

// signIn sends a sign-in and reads its answer; credentials that are not taken are lock.ErrAuthentication.
func (c *Client) signIn(request *http.Request, into any) error {
	status, content, err := c.send(request)
	switch {
	case err != nil:
		return err
	case status == http.StatusBadRequest, status == http.StatusUnauthorized, status == http.StatusForbidden:
		return fmt.Errorf("%w: %d", lock.ErrAuthentication, status)
	case status < 200 || status > 299:
		return &lock.StatusError{Status: status}
	}
	if err := json.Unmarshal(content, into); err != nil {
		return fmt.Errorf("%w: its answer to the sign-in cannot be read", lock.ErrAuthentication)
	}
	return nil
}

func usable(t token, now time.Time) (token, error) {
	if t.value == "" {
		return token{}, fmt.Errorf("%w: its answer holds no token", lock.ErrAuthentication)
	}
	if t.expires.IsZero() {
		t.expires = now.Add(usualLife)
	}
	return t, nil
}

// instant reads ISO 8601 with or without a zone, which is UTC then; anything else is zero.
type instant time.Time

// UnmarshalJSON reads leniently: nothing but the renewal of a token depends on it.
func (i *instant) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999"} {
		if at, err := time.Parse(layout, text); err == nil {
			*i = instant(at.UTC())
			return nil
		}
	}
	*i = instant{}
	return nil
}
