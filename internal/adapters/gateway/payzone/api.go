package payzone

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 1 << 20

const chargesPath = "/api/v3/charges/"

// Health asks whether the API is up and accepts our signature.
func (g *Gateway) Health(ctx context.Context) error {
	_, err := g.read(ctx, "/api/v3/healthcheck")
	return err
}

// Status asks for a charge.
func (g *Gateway) Status(ctx context.Context, ref payment.Ref) (payment.Outcome, error) {
	answer, err := g.read(ctx, chargesPath+url.PathEscape(ref.ChargeID))
	c, err := g.charge(answer, err)
	if err != nil {
		return payment.Outcome{}, err
	}
	if c.MerchantAccount == "" {
		// The signed request named the account, so an answer need not.
		c.MerchantAccount = text(g.config.MerchantAccount)
	}
	o := g.outcome(c)
	o.Answer = answer
	return o, nil
}

// Refund asks for a refund, once: Payzone takes no idempotency key.
func (g *Gateway) Refund(ctx context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	body, err := json.Marshal(struct {
		Command string       `json:"command"`
		Amount  money.Amount `json:"amount"`
	}{"REFUND", in.Amount})
	if err != nil {
		return payment.RefundOutcome{}, payment.Fail(payment.Permanent, "write a refund: %w", err)
	}
	answer, err := g.call(ctx, http.MethodPost, chargesPath+url.PathEscape(in.ChargeID), body)
	c, err := g.charge(answer, err)
	if err != nil {
		return payment.RefundOutcome{}, err
	}
	outcome := payment.RefundOutcome{Answer: answer}
	for i := len(c.Transactions) - 1; i >= 0; i-- {
		t := c.Transactions[i]
		if t.Type != "REFUND" {
			continue
		}
		switch {
		case t.approved():
			outcome.ID, outcome.Done = string(t.GatewayProvidedID), true
			return outcome, nil
		case t.State == "PENDING":
			outcome.ID = string(t.GatewayProvidedID)
			return outcome, nil
		default:
			return payment.RefundOutcome{}, failed(payment.Permanent, answer, "payzone refused the refund: %s %s %s", t.State, t.ResponseText, t.ResultMessage)
		}
	}
	switch c.Status {
	case "REFUNDED":
		outcome.Done = true
		return outcome, nil
	case "REFUND_PENDING":
		return outcome, nil
	default:
		return payment.RefundOutcome{}, failed(payment.Temporary, answer, "payzone answered a refund with status %q", string(c.Status))
	}
}

// charge reads the answer of a call. {"status":"KO"} is a refusal, whatever the HTTP status.
func (g *Gateway) charge(body []byte, err error) (charge, error) {
	if err != nil {
		return charge{}, err
	}
	c, err := parseCharge(body)
	if err != nil {
		return charge{}, failed(payment.Temporary, body, "%w", err)
	}
	if c.Status == "KO" {
		return charge{}, failed(payment.Permanent, body, "payzone refused: %s", string(c.Message))
	}
	return c, nil
}

// failed is payment.Fail with what Payzone said.
func failed(class payment.Class, answer []byte, format string, args ...any) *payment.GatewayError {
	failure := payment.Fail(class, format, args...)
	failure.Answer = answer
	return failure
}

// read calls GET, again a few times when Payzone does not answer.
func (g *Gateway) read(ctx context.Context, path string) ([]byte, error) {
	for attempt := 0; ; attempt++ {
		body, err := g.call(ctx, http.MethodGet, path, nil)
		failure, ok := errors.AsType[*payment.GatewayError](err)
		if !ok || failure.Class != payment.Temporary || attempt == len(g.config.RetryDelays) {
			return body, err
		}
		wait := time.NewTimer(g.config.RetryDelays[attempt])
		select {
		case <-ctx.Done():
			wait.Stop()
			return nil, payment.Fail(payment.Temporary, "%w", ctx.Err())
		case <-wait.C:
		}
	}
}

// call makes one signed call and sorts its failures.
func (g *Gateway) call(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, g.config.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, payment.Fail(payment.Permanent, "make a request: %w", err)
	}
	now := g.clock.Now()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-MerchantAccount", g.config.MerchantAccount)
	request.Header.Set("X-CallerName", g.config.CallerName)
	request.Header.Set("X-HMAC-Timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("X-HMAC-Signature", g.config.signCall(now, path, body))

	response, err := g.client.Do(request)
	if err != nil {
		return nil, payment.Fail(payment.Temporary, "%w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, payment.Fail(payment.Temporary, "read payzone's answer: %w", err)
	}
	switch status := response.StatusCode; {
	case status >= 200 && status < 300:
		return answer, nil
	case status == http.StatusNotFound:
		return nil, fmt.Errorf("payzone: %w", payment.ErrUnknownCharge)
	case status == http.StatusTooManyRequests:
		failure := payment.Fail(payment.RetryAfter, "payzone answered %s", response.Status)
		failure.Wait = retryAfter(response.Header.Get("Retry-After"))
		return nil, failure
	case status == http.StatusBadRequest || status == http.StatusUnprocessableEntity || status == http.StatusConflict:
		return nil, failed(payment.Permanent, answer, "payzone answered %s: %s", response.Status, excerpt(answer))
	default:
		// 401 and 403 too: our credentials are wrong until somebody corrects them, the charge is not.
		return nil, failed(payment.Temporary, answer, "payzone answered %s: %s", response.Status, excerpt(answer))
	}
}

// retryAfter reads whole seconds (RFC 9110 section 10.2.3), within bounds; a minute when nothing readable was given.
func retryAfter(header string) time.Duration {
	seconds, err := strconv.Atoi(header)
	if err != nil || seconds < 1 {
		return time.Minute
	}
	return min(time.Duration(seconds)*time.Second, time.Hour)
}

// excerpt is the beginning of an answer, for the log.
func excerpt(answer []byte) string {
	const most = 200
	if len(answer) > most {
		answer = answer[:most]
	}
	return strconv.QuoteToASCII(string(answer))
}
