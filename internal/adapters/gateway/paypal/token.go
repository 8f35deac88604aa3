package paypal

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rihla/internal/payment"
)

// tokenMargin is how long before its end an access token is replaced.
const tokenMargin = time.Minute

// tokens keep the access token as long as it lasts. One caller fetches it and the others wait for that.
type tokens struct {
	turn  chan struct{} // holds the right to read and to replace
	value string
	until time.Time
}

func newTokens() *tokens { return &tokens{turn: make(chan struct{}, 1)} }

// token returns an access token other than refused, which PayPal has just refused, if any.
func (g *Gateway) token(ctx context.Context, refused string) (string, error) {
	select {
	case g.tokens.turn <- struct{}{}:
	case <-ctx.Done():
		return "", payment.Fail(payment.Temporary, "paypal: wait for an access token: %w", ctx.Err())
	}
	defer func() { <-g.tokens.turn }()
	if g.tokens.value != "" && g.tokens.value != refused && g.clock.Now().Before(g.tokens.until) {
		return g.tokens.value, nil
	}
	form := url.Values{"grant_type": {"client_credentials"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.config.BaseURL+"/v1/oauth2/token", strings.NewReader(form.Encode()))
	if err != nil {
		return "", payment.Fail(payment.Temporary, "paypal: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(g.config.ClientID, g.config.ClientSecret)
	var answer struct {
		AccessToken string `json:"access_token"`
		TokenType   string `json:"token_type"`
		ExpiresIn   int64  `json:"expires_in"` // seconds
	}
	asked := g.clock.Now()
	if _, err := g.send(request, &answer); err != nil {
		return "", settingsAreWrong(err)
	}
	if answer.AccessToken == "" || !strings.EqualFold(answer.TokenType, "bearer") {
		return "", payment.Fail(payment.Temporary, "paypal answered a sign-in without an access token")
	}
	g.tokens.value, g.tokens.until = answer.AccessToken, asked.Add(time.Duration(answer.ExpiresIn)*time.Second-tokenMargin)
	return answer.AccessToken, nil
}
