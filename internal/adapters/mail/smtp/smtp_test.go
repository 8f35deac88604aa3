package smtp_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"log"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/mail/smtp"
	"rihla/internal/notify"
	"rihla/internal/platform/i18n"
)

// server is a mail server in this process. What it takes comes out of mails.
type server struct {
	address string
	mails   chan received
	// signIn is demanded when it is not empty: "user:password".
	signIn string
	refuse error
	// certificate is of whoever speaks TLS; pool trusts it.
	certificate tls.Certificate
	pool        *x509.CertPool
}

type received struct {
	from, to string
	content  []byte
	secure   bool
}

// start serves until the test ends. With TLS from the first byte when implicit is set, else with STARTTLS when
// certificate was made.
func (s *server) start(t *testing.T, implicit bool) {
	t.Helper()
	s.mails = make(chan received, 10)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.address = listener.Addr().String()
	backend := gosmtp.NewServer(gosmtp.BackendFunc(func(c *gosmtp.Conn) (gosmtp.Session, error) {
		return &session{server: s, connection: c}, nil
	}))
	backend.Domain, backend.AllowInsecureAuth, backend.ErrorLog = "localhost", true, log.New(io.Discard, "", 0)
	if s.pool != nil {
		backend.TLSConfig = &tls.Config{Certificates: []tls.Certificate{s.certificate}}
	}
	if implicit {
		listener = tls.NewListener(listener, backend.TLSConfig)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = backend.Serve(listener) }()
	t.Cleanup(func() {
		_ = listener.Close() // a server that never got to serve knows no listener to close
		_ = backend.Close()
		<-done
	})
}

type session struct {
	server     *server
	connection *gosmtp.Conn
	known      bool
	mail       received
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user+":"+password != s.server.signIn {
			return gosmtp.ErrAuthFailed
		}
		s.known = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *gosmtp.MailOptions) error {
	if s.server.signIn != "" && !s.known {
		return gosmtp.ErrAuthRequired
	}
	s.mail.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	s.mail.to = to
	return s.server.refuse
}

func (s *session) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	_, s.mail.secure = s.connection.TLSConnectionState()
	s.mail.content = content
	s.server.mails <- s.mail
	return err
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

// certified gives the server a certificate for 127.0.0.1 that only its own pool trusts.
func (s *server) certified(t *testing.T) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	parsed, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	s.certificate, s.pool = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, x509.NewCertPool()
	s.pool.AddCert(parsed)
}

func (s *server) mailer(t *testing.T, scheme string) *smtp.Mailer {
	t.Helper()
	config := smtp.Config{URL: scheme + "://" + s.address, From: "Rihla رحلة <hello@rihla.example>"}
	if s.signIn != "" {
		config.URL = scheme + "://" + strings.ReplaceAll(s.signIn, "@", "%40") + "@" + s.address
	}
	if s.pool != nil {
		config.TLS = &tls.Config{RootCAs: s.pool, ServerName: "127.0.0.1"}
	}
	mailer, err := smtp.New(config)
	require.NoError(t, err)
	return mailer
}

var letter = notify.Message{
	To: "salma@example.com", Name: "سلمى, Ben Ali", Language: i18n.Arabic, Subject: "أكّد عنوان بريدك", Text: "مرحبًا\n.\nhttps://rihla.example/?a=1&b=2\n",
	HTML: `<p dir="rtl">مرحبًا</p>`,
}

// part returns a part of a multipart mail, decoded.
func part(t *testing.T, m *mail.Message, kind string) string {
	t.Helper()
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	require.NoError(t, err)
	content, err := io.ReadAll(m.Body)
	require.NoError(t, err)
	m.Body = bytes.NewReader(content)
	parts := multipart.NewReader(bytes.NewReader(content), params["boundary"])
	for {
		p, err := parts.NextRawPart()
		require.NoError(t, err, "there is no %s", kind)
		if got, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type")); got == kind {
			require.Equal(t, "quoted-printable", p.Header.Get("Content-Transfer-Encoding"))
			text, err := io.ReadAll(quotedprintable.NewReader(p))
			require.NoError(t, err)
			return strings.ReplaceAll(string(text), "\r\n", "\n")
		}
	}
}

// Over each way, what the server takes is what was said, in Arabic too.
func TestDelivery(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]struct {
		scheme         string
		tls, implicit  bool
		signIn         string
		wantEncryption bool
	}{
		"on this machine":     {scheme: "smtp"},
		"STARTTLS":            {scheme: "smtp", tls: true, signIn: "rihla:p@ss", wantEncryption: true},
		"TLS from first byte": {scheme: "smtps", tls: true, implicit: true, signIn: "rihla:p@ss", wantEncryption: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &server{signIn: way.signIn}
			if way.tls {
				s.certified(t)
			}
			s.start(t, way.implicit)
			require.NoError(t, s.mailer(t, way.scheme).Send(t.Context(), letter))
			got := <-s.mails
			require.Equal(t, way.wantEncryption, got.secure)
			require.Equal(t, "hello@rihla.example", got.from)
			require.Equal(t, "salma@example.com", got.to)
			m, err := mail.ReadMessage(bytes.NewReader(got.content))
			require.NoError(t, err)
			to, err := m.Header.AddressList("To")
			require.NoError(t, err)
			require.Equal(t, []*mail.Address{{Name: letter.Name, Address: letter.To}}, to)
			from, err := m.Header.AddressList("From")
			require.NoError(t, err)
			require.Equal(t, "Rihla رحلة", from[0].Name)
			subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
			require.NoError(t, err)
			require.Equal(t, letter.Subject, subject)
			require.Equal(t, "ar", m.Header.Get("Content-Language"))
			require.Equal(t, "auto-generated", m.Header.Get("Auto-Submitted"))
			require.Equal(t, letter.Text, part(t, m, "text/plain"))
			require.Equal(t, letter.HTML, strings.TrimSpace(part(t, m, "text/html")))
		})
	}
}

// A header is never more than it should be, whatever somebody is called.
func TestNoHeaderIsSmuggledIn(t *testing.T) {
	t.Parallel()
	s := &server{}
	s.start(t, false)
	hostile := letter
	hostile.Name, hostile.Subject = "x\r\nBcc: victim@example.com", "x\r\nBcc: victim@example.com"
	if err := s.mailer(t, "smtp").Send(t.Context(), hostile); err == nil {
		m, err := mail.ReadMessage(bytes.NewReader((<-s.mails).content))
		require.NoError(t, err)
		require.Empty(t, m.Header.Get("Bcc"))
	}
	hostile = letter
	hostile.To = "a@example.com\r\nRCPT TO:<b@example.com>"
	require.ErrorIs(t, s.mailer(t, "smtp").Send(t.Context(), hostile), notify.ErrRejected)
}

// What is refused for good is told from what may pass.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refuse  error
		forGood bool
	}{
		"no such mailbox": {&gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "no such user"}, true},
		"come back later": {&gosmtp.SMTPError{Code: 451, EnhancedCode: gosmtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &server{refuse: c.refuse}
			s.start(t, false)
			err := s.mailer(t, "smtp").Send(t.Context(), letter)
			require.Error(t, err)
			require.Equal(t, c.forGood, errors.Is(err, notify.ErrRejected), "%v", err)
		})
	}
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		s := &server{signIn: "rihla:right"}
		s.certified(t)
		s.start(t, false)
		mailer, err := smtp.New(smtp.Config{
			URL: "smtp://rihla:wrong@" + s.address, From: "hello@rihla.example", TLS: &tls.Config{RootCAs: s.pool, ServerName: "127.0.0.1"},
		})
		require.NoError(t, err)
		err = mailer.Send(t.Context(), letter)
		require.ErrorContains(t, err, "535")
		require.NotErrorIs(t, err, notify.ErrRejected, "settings can be mended")
		require.NotContains(t, err.Error(), "wrong")
	})
	t.Run("no password in the clear", func(t *testing.T) {
		t.Parallel()
		s := &server{signIn: "rihla:secret"}
		s.start(t, false)
		require.Error(t, s.mailer(t, "smtp").Send(t.Context(), letter))
		require.Empty(t, s.mails)
	})
	t.Run("an unknown authority", func(t *testing.T) {
		t.Parallel()
		s := &server{}
		s.certified(t)
		s.start(t, true)
		s.pool = nil
		require.Error(t, s.mailer(t, "smtps").Send(t.Context(), letter))
		require.Empty(t, s.mails)
	})
	t.Run("nobody listens", func(t *testing.T) {
		t.Parallel()
		mailer, err := smtp.New(smtp.Config{URL: "smtp://127.0.0.1:1", From: "hello@rihla.example"})
		require.NoError(t, err)
		err = mailer.Send(t.Context(), letter)
		require.Error(t, err)
		require.NotErrorIs(t, err, notify.ErrRejected)
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, wrong := range []smtp.Config{
		{URL: "http://user:secret@mail.example", From: "a@example.com"}, {URL: "smtp://", From: "a@example.com"},
		{URL: "smtp://user:sec ret@mail.example:x", From: "a@example.com"}, {URL: "smtp://mail.example:99999", From: "a@example.com"},
		{URL: "smtp://mail.example", From: "nobody"},
	} {
		_, err := smtp.New(wrong)
		require.Error(t, err, "%+v", wrong)
		require.NotContains(t, err.Error(), "sec", "no password in a message")
	}
}
