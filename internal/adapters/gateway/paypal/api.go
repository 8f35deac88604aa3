package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rihla/internal/payment"
)

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 1 << 20

// refusal is an answer that says no, in PayPal's form.
type refusal struct {
	status  int
	Name    string `json:"name"`
	Message string `json:"message"`
	DebugID string `json:"debug_id"`
	Details []struct {
		Issue       string `json:"issue"`
		Description string `json:"description"`
	} `json:"details"`
	// Error and ErrorDescription are those of the sign-in (RFC 6749 section 5.2).
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error is for logs: what PayPal said, with the id by which its support finds the call.
func (r *refusal) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "paypal answered %d %s: %s", r.status, r.Name+r.Code, r.Message+r.Description)
	for _, detail := range r.Details {
		text.WriteString("; " + detail.Issue + ": " + detail.Description)
	}
	text.WriteString(" (debug id " + r.DebugID + ")")
	return fmt.Sprintf("%.1000s", text.String())
}

// issue tells why PayPal refused a call that it understood; "" when it did not refuse it.
func issue(err error) string {
	r, ok := errors.AsType[*refusal](err)
	switch {
	case !ok || r.status != http.StatusUnprocessableEntity:
		return ""
	case len(r.Details) == 0:
		return r.Name
	default:
		return r.Details[0].Issue
	}
}

// settingsAreWrong makes of a refused sign-in a failure that will pass: our settings are wrong until somebody corrects
// them, the charge is not.
func settingsAreWrong(err error) error {
	failure, ok := errors.AsType[*payment.GatewayError](err)
	if ok && failure.Class == payment.Permanent || errors.Is(err, payment.ErrUnknownCharge) {
		return payment.Fail(payment.Temporary, "sign in: %w", err)
	}
	return err
}

// request is one call of the API.
type request struct {
	method, path string
	// key makes a repetition harmless; "" for calls that change nothing.
	key  string
	body any
}

// retryDelay is the wait before a call that failed on its way is tried once more.
const retryDelay = 200 * time.Millisecond

// call makes a call, reads its answer into into and returns it as it came, too. One that may pass is repeated once, as long as
// its caller waits: calls that change something have a key.
func (g *Gateway) call(ctx context.Context, r request, into any) ([]byte, error) {
	said, err := g.authorized(ctx, r, into)
	failure, ok := errors.AsType[*payment.GatewayError](err)
	if !ok || failure.Class != payment.Temporary || ctx.Err() != nil {
		return said, err
	}
	wait := time.NewTimer(retryDelay)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return nil, err
	case <-wait.C:
		return g.authorized(ctx, r, into)
	}
}

// authorized makes a call with an access token.
func (g *Gateway) authorized(ctx context.Context, r request, into any) ([]byte, error) {
	var body []byte
	if r.body != nil {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, payment.Fail(payment.Permanent, "write a request: %w", err)
		}
	}
	token, err := g.token(ctx, "")
	if err != nil {
		return nil, err
	}
	said, err := g.attempt(ctx, r, body, token, into)
	if answer, ok := errors.AsType[*refusal](err); ok && answer.status == http.StatusUnauthorized {
		// It was taken back before its time.
		if token, err = g.token(ctx, token); err != nil {
			return nil, err
		}
		said, err = g.attempt(ctx, r, body, token, into)
	}
	return said, err
}

func (g *Gateway) attempt(ctx context.Context, r request, body []byte, token string, into any) ([]byte, error) {
	out, err := http.NewRequestWithContext(ctx, r.method, g.config.BaseURL+r.path, bytes.NewReader(body))
	if err != nil {
		return nil, payment.Fail(payment.Permanent, "paypal: %w", err)
	}
	out.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		out.Header.Set("Content-Type", "application/json")
		out.Header.Set("Prefer", "return=representation")
	}
	if r.key != "" {
		out.Header.Set("PayPal-Request-Id", r.key)
	}
	return g.send(out, into)
}

// send makes one HTTP request, and sorts its failure by what to do about it. The answer is returned but for our secrets.
func (g *Gateway) send(out *http.Request, into any) ([]byte, error) {
	out.Header.Set("Accept", "application/json")
	response, err := g.client.Do(out)
	if err != nil {
		return nil, payment.Fail(payment.Temporary, "paypal: %s", g.discreet(err.Error(), out))
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, payment.Fail(payment.Temporary, "paypal: read the answer: %s", g.discreet(err.Error(), out))
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, g.refused(response, []byte(g.discreet(string(content), out)))
	}
	if err := json.Unmarshal(content, into); err != nil {
		return nil, payment.Fail(payment.Temporary, "paypal: its answer cannot be read: %s", g.discreet(err.Error(), out))
	}
	return []byte(g.discreet(string(content), out)), nil
}

func (g *Gateway) refused(response *http.Response, said []byte) error {
	answer := &refusal{status: response.StatusCode}
	_ = json.Unmarshal(said, answer) // the status says enough
	class := payment.Temporary
	var wait time.Duration
	switch response.StatusCode {
	case http.StatusNotFound:
		return fmt.Errorf("%w: %w", payment.ErrUnknownCharge, answer)
	case http.StatusTooManyRequests:
		class, wait = payment.RetryAfter, time.Minute
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			wait = min(time.Duration(seconds)*time.Second, time.Hour)
		}
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		class = payment.Permanent
		if issue(answer) == "PREVIOUS_REQUEST_IN_PROGRESS" {
			class = payment.Temporary
		}
	default:
		// 401 and 403 too: our settings are wrong until somebody corrects them, the charge is not.
	}
	return &payment.GatewayError{Class: class, Wait: wait, Err: answer, Answer: said}
}

// discreet is a text without our secrets, whoever repeated them.
func (g *Gateway) discreet(s string, out *http.Request) string {
	secrets := []string{g.config.ClientSecret, "***"}
	if _, credentials, has := strings.Cut(out.Header.Get("Authorization"), " "); has {
		secrets = append(secrets, credentials, "***")
	}
	return strings.ToValidUTF8(strings.NewReplacer(secrets...).Replace(s), "")
}
