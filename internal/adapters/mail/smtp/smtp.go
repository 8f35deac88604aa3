// Package smtp hands mails to a mail server: STARTTLS on smtp://, TLS from the first byte on smtps://. It knows no
// letter and keeps nothing; whether to try again is its caller's to decide.
package smtp

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	"github.com/wneessen/go-mail"

	"rihla/internal/notify"
)

// Config is the way to the mail server.
type Config struct {
	// URL is smtp://user:password@host:587 or smtps://user:password@host:465; both ports are the defaults, and a server
	// that asks for no password is named without one.
	URL string
	// From is who the mails come from: "Rihla <hello@rihla.example>".
	From string
	// TLS is for tests that bring their own authority; nil: the machine's.
	TLS *tls.Config
}

// timeout bounds one delivery.
const timeout = 30 * time.Second

// The ports of submission (RFC 6409, RFC 8314).
const (
	startTLSPort    = 587
	implicitTLSPort = 465
)

// firstPermanent is the least reply code by which a server refuses for good (RFC 5321 section 4.2.1).
const firstPermanent = 500

// Mailer sends through one mail server, over a connection a mail.
type Mailer struct {
	client *mail.Client
	from   *netmail.Address
}

// New returns a mailer. It does not connect: a mail server may come up later.
func New(config Config) (*Mailer, error) {
	from, err := netmail.ParseAddress(config.From)
	if err != nil {
		return nil, fmt.Errorf("the sender %q is no address: %w", config.From, err)
	}
	server, err := url.Parse(config.URL)
	if err != nil || server.Hostname() == "" || server.Scheme != "smtp" && server.Scheme != "smtps" {
		// The parser's own error repeats the address, password and all.
		return nil, errors.New("the mail server's address must look like smtp://user:password@host:587")
	}
	options, err := optionsFor(server)
	if err != nil {
		return nil, err
	}
	if config.TLS != nil {
		options = append(options, mail.WithTLSConfig(config.TLS))
	}
	client, err := mail.NewClient(server.Hostname(), options...)
	if err != nil {
		return nil, fmt.Errorf("mail client: %w", err)
	}
	return &Mailer{client: client, from: from}, nil
}

func optionsFor(server *url.URL) ([]mail.Option, error) {
	options := []mail.Option{mail.WithTimeout(timeout)}
	port := startTLSPort
	if server.Scheme == "smtps" {
		port = implicitTLSPort
		options = append(options, mail.WithSSL())
	} else {
		options = append(options, mail.WithTLSPolicy(policyFor(server.Hostname())))
	}
	if server.Port() != "" {
		var err error
		if port, err = strconv.Atoi(server.Port()); err != nil {
			return nil, fmt.Errorf("the mail server's port: %w", err)
		}
	}
	options = append(options, mail.WithPort(port))
	if server.User != nil {
		password, _ := server.User.Password()
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(server.User.Username()), mail.WithPassword(password))
	}
	return options, nil
}

// policyFor demands TLS of every server but one on this machine, to which nobody listens.
func policyFor(host string) mail.TLSPolicy {
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return mail.TLSOpportunistic
	}
	return mail.TLSMandatory
}

// Send delivers m to the server. Returns notify.ErrRejected when the server will never take it.
func (s *Mailer) Send(ctx context.Context, m notify.Message) error {
	letter, err := s.compose(m)
	if err != nil {
		return errors.Join(notify.ErrRejected, err)
	}
	// The library minds its own time limits and not the end of ctx, for which a program that stops must not wait.
	done := make(chan error, 1)
	go func() { done <- s.deliver(ctx, letter) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("hand over to the mail server: %w", ctx.Err())
	}
}

func (s *Mailer) deliver(ctx context.Context, letter *mail.Msg) error {
	connection, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("reach the mail server: %w", err)
	}
	// What was sent is sent, also when the goodbye fails: trying again would send it twice.
	defer func() { _ = s.client.CloseWithSMTPClient(connection) }()
	if err := s.client.SendWithSMTPClient(connection, letter); err != nil {
		if rejected(err) {
			err = errors.Join(notify.ErrRejected, err)
		}
		return fmt.Errorf("hand over to the mail server: %w", err)
	}
	return nil
}

// rejected tells whether the server refused the recipient or the content for good. What it says of the sender or of the
// sign-in is about our settings, which somebody mends.
func rejected(err error) bool {
	refusal, ok := errors.AsType[*mail.SendError](err)
	return ok && refusal.ErrorCode() >= firstPermanent && (refusal.Reason == mail.ErrSMTPRcptTo || refusal.Reason == mail.ErrSMTPDataClose)
}

func (s *Mailer) compose(m notify.Message) (*mail.Msg, error) {
	letter := mail.NewMsg()
	if err := letter.FromFormat(s.from.Name, s.from.Address); err != nil {
		return nil, fmt.Errorf("sender: %w", err)
	}
	if err := letter.AddToFormat(m.Name, m.To); err != nil {
		return nil, fmt.Errorf("recipient: %w", err)
	}
	letter.SetMessageID()
	letter.SetDate()
	letter.Subject(m.Subject)
	letter.SetGenHeader(mail.HeaderContentLang, string(m.Language))
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no holiday answers
	letter.SetBodyString(mail.TypeTextPlain, m.Text)
	letter.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	for _, file := range m.Files {
		if err := letter.AttachReader(file.Name, bytes.NewReader(file.Content), mail.WithFileContentType(mail.ContentType(file.Type))); err != nil {
			return nil, fmt.Errorf("attach %s: %w", file.Name, err)
		}
	}
	return letter, nil
}
