package paypal

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"rihla/internal/payment"
	"rihla/internal/platform/clock"
)

const (
	// host is where PayPal's certificates are, itself or below, and whom they are for.
	host = "paypal.com"
	// CertificatePath is where they are there.
	CertificatePath = "/v1/notifications/certs/"
	// maxCertificates bounds what is kept; PayPal uses one or two at a time.
	maxCertificates = 16
)

// certificates are those that deliveries were signed with.
type certificates struct {
	trust  Certificates
	clock  clock.Clock
	client *http.Client

	mu    sync.Mutex
	known map[string]*x509.Certificate
}

// find returns the certificate at an address that a delivery names, once it is seen to be PayPal's. ErrSignature when it is
// not; any other error means that it could not be fetched now.
func (c *certificates) find(ctx context.Context, address string) (*x509.Certificate, error) {
	if !c.trust.allows(address) {
		return nil, fmt.Errorf("%w: no certificate of PayPal's is at %.200q", payment.ErrSignature, address)
	}
	c.mu.Lock()
	found := c.known[address]
	c.mu.Unlock()
	if found != nil && !c.clock.Now().After(found.NotAfter) {
		return found, nil
	}
	chain, err := c.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	if err := c.check(chain); err != nil {
		return nil, fmt.Errorf("%w: %w", payment.ErrSignature, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCertificates {
		clear(c.known)
	}
	c.known[address] = chain[0]
	return chain[0], nil
}

// allows tells whether certificates are fetched from an address: anybody can name one.
func (t Certificates) allows(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Contains(u.Path, "..") {
		return false
	}
	if t.URL != "" {
		return strings.HasPrefix(address, t.URL)
	}
	return u.Scheme == "https" && u.Port() == "" && ofPayPal(u.Host) && strings.HasPrefix(u.Path, CertificatePath)
}

func ofPayPal(name string) bool { return name == host || strings.HasSuffix(name, "."+host) }

// fetch downloads a certificate with those that vouch for it.
func (c *certificates) fetch(ctx context.Context, address string) ([]*x509.Certificate, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", payment.ErrSignature, err)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return nil, payment.Fail(payment.Temporary, "fetch a certificate of paypal's: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	switch {
	case err != nil || response.StatusCode >= http.StatusInternalServerError || response.StatusCode == http.StatusTooManyRequests:
		return nil, payment.Fail(payment.Temporary, "fetch a certificate of paypal's: %s", response.Status)
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: there is no certificate at %.200q", payment.ErrSignature, address)
	}
	var chain []*x509.Certificate
	for {
		var block *pem.Block
		if block, content = pem.Decode(content); block == nil {
			break
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", payment.ErrSignature, err)
		}
		chain = append(chain, certificate)
	}
	if len(chain) == 0 {
		return nil, fmt.Errorf("%w: what is at %.200q is no certificate", payment.ErrSignature, address)
	}
	return chain, nil
}

// check sees that an authority vouches today for the first certificate of a chain, and that it is PayPal's.
func (c *certificates) check(chain []*x509.Certificate) error {
	between := x509.NewCertPool()
	for _, certificate := range chain[1:] {
		between.AddCert(certificate)
	}
	if _, err := chain[0].Verify(x509.VerifyOptions{
		Roots: c.trust.Roots, Intermediates: between, CurrentTime: c.clock.Now(), KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	}); err != nil {
		return err
	}
	for _, name := range append(chain[0].DNSNames, chain[0].Subject.CommonName) {
		if ofPayPal(name) {
			return nil
		}
	}
	return fmt.Errorf("the certificate is for %.200q", chain[0].Subject.CommonName)
}
