package simulator

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"hash/crc32"
	"math/big"
	"net/http"
	"time"

	"rihla/internal/adapters/gateway/simulator/courier"
)

// certificatePath is where the simulator's certificate is fetched.
const certificatePath = "/v1/notifications/certs/CERT-SIMULATED"

// notary signs events with a certificate that an authority of its own vouches for.
type notary struct {
	key         *rsa.PrivateKey
	authority   []byte // PEM, as is the certificate
	certificate []byte
}

// newNotary makes both anew; nobody believes them but who is given the roots.
func newNotary(key *rsa.PrivateKey, now time.Time) (*notary, error) {
	if key == nil {
		made, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			return nil, err
		}
		key = made
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Rihla's simulator of PayPal"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(10, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	signed, err := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	if err != nil {
		return nil, err
	}
	if authority, err = x509.ParseCertificate(signed); err != nil {
		return nil, err
	}
	const name = "messageverificationcerts.paypal.com"
	leaf, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name}, NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature,
	}, authority, &key.PublicKey, authorityKey)
	if err != nil {
		return nil, err
	}
	return &notary{key: key, authority: inPEM(signed), certificate: inPEM(leaf)}, nil
}

func inPEM(der []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}) }

// Authority is the certificate of the authority that vouches for the simulator's, in PEM.
func (s *Simulator) Authority() []byte { return s.notary.authority }

// Roots are that authority, for those who believe it.
func (s *Simulator) Roots() *x509.CertPool {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.notary.authority)
	return roots
}

func (s *Simulator) showCertificate(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/x-pem-file")
	_, _ = w.Write(s.notary.certificate)
}

// announce posts an event in the background, times over, signed anew at every try.
func (s *Simulator) announce(kind string, about any, times int) {
	body, err := json.Marshal(map[string]any{
		"id": "WH-" + random(9) + "-" + random(9), "event_version": "1.0", "create_time": s.clock.Now().UTC().Format(time.RFC3339),
		"event_type": kind, "summary": "Simulated", "resource": about,
	})
	if err != nil {
		s.log.Error("paypal's simulator: write an event", "error", err)
		return
	}
	s.courier.Send(courier.Letter{To: s.config.WebhookURL, Body: body, Header: func() http.Header { return s.Sign(s.config.WebhookID, body) }}, times)
}

// Sign returns the headers of a delivery of body to a webhook at this moment.
func (s *Simulator) Sign(webhookID string, body []byte) http.Header {
	id, at := random(8)+"-"+random(4), s.clock.Now().UTC().Format(time.RFC3339)
	digest := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", id, at, webhookID, crc32.ChecksumIEEE(body)))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.notary.key, crypto.SHA256, digest[:])
	if err != nil {
		s.log.Error("paypal's simulator: sign an event", "error", err)
	}
	header := http.Header{}
	header.Set("Paypal-Transmission-Id", id)
	header.Set("Paypal-Transmission-Time", at)
	header.Set("Paypal-Transmission-Sig", base64.StdEncoding.EncodeToString(signature))
	header.Set("Paypal-Auth-Algo", "SHA256withRSA")
	header.Set("Paypal-Cert-Url", s.base.String()+certificatePath)
	return header
}
