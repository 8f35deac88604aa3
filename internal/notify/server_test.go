package notify_test

import (
	"bytes"
	"io"
	"log"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/testkit/apptest"
)

// listen opens a port of this machine and hands every connection to serve until the test ends.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var all sync.WaitGroup
	all.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer func() { _ = connection.Close() }()
				serve(connection)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		all.Wait()
	})
	return listener.Addr().String()
}

// lines keeps a log.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// mailing is the program with a mail server at an address.
type mailing struct {
	*apptest.App
	log *lines
}

func mailingBy(t *testing.T, address string) mailing {
	t.Helper()
	kept := &lines{}
	return mailing{log: kept, App: apptest.New(t, func(o *app.Options) {
		o.Config.SMTPURL, o.Config.MailFrom = "smtp://"+address, "Rihla <hello@rihla.example>"
		o.Log = slog.New(slog.NewTextHandler(kept, &slog.HandlerOptions{Level: slog.LevelWarn}))
	})}
}

// counted is how many tries ended so.
func (m mailing) counted(t *testing.T, outcome string) string {
	t.Helper()
	told := m.Visitor().Get("/metrics").Body
	found := regexp.MustCompile(`(?m)^rihla_mails_total\{outcome="` + outcome + `"\} (\d+)$`).FindSubmatch(told)
	if found == nil {
		return "0"
	}
	return string(found[1])
}

// mails counts the mails that are in a state of the queue.
func (m mailing) mails(t *testing.T, state string) int {
	t.Helper()
	var n int
	require.NoError(t, m.DB().QueryRow(t.Context(), "select count(*) from river_job where queue = 'mail' and state::text = $1", state).Scan(&n))
	return n
}

// start of the rentals.
var start = apptest.Now.Add(10 * 24 * time.Hour)

// Of a mail server that takes connections and says nothing, nobody notices: requests are answered, and every other job runs.
func TestSilentMailServer(t *testing.T) {
	t.Parallel()
	var connections atomic.Int64
	release := make(chan struct{})
	m := mailingBy(t, listen(t, func(net.Conn) {
		connections.Add(1)
		<-release
	}))
	t.Cleanup(sync.OnceFunc(func() { close(release) }))
	began := time.Now()
	stage, rider := m.Stage(), m.Customer()
	for range 15 { // more than there are workers of any kind
		require.Less(t, m.Visitor().Post("/auth/forgot-password", map[string]any{"email": stageMail(t, m, rider)}).Status, 300)
	}
	rider.Book(stage.BookingBody(start))
	require.Less(t, time.Since(began), 25*time.Second, "nobody waits for the mail server's half minute")
	m.Eventually(func() bool { return connections.Load() == 4 }, "the mail server to be asked")
	// With every worker of mails at the silent server, what is queued later still gets its turn.
	m.Motorcycle(stage, apptest.DayPrice)
	another := m.Customer()
	m.Eventually(func() bool {
		var waiting int
		err := m.DB().QueryRow(t.Context(), "select count(*) from river_job where queue <> 'mail' and state in ('available', 'running')").Scan(&waiting)
		return err == nil && waiting == 0
	}, "the other jobs to be done")
	var told bool
	require.NoError(t, m.DB().QueryRow(t.Context(), `select exists (select from event_deliveries d join domain_events e on e.id = d.event_id
		where e.user_id = $1)`, another.UserID).Scan(&told))
	require.True(t, told, "its welcome was written meanwhile")
	require.Equal(t, 4, m.mails(t, "running"), "no mail takes another's worker")
	require.Equal(t, "0", m.counted(t, "sent"))
}

func stageMail(t *testing.T, m mailing, of *apptest.Caller) string {
	t.Helper()
	var email string
	require.NoError(t, m.DB().QueryRow(t.Context(), "select email from users where id = $1", of.UserID).Scan(&email))
	return email
}

// A server that is busy (421) gets its mails once it is not.
func TestBusyMailServer(t *testing.T) {
	t.Parallel()
	server := &postOffice{}
	server.busy.Store(true)
	m := mailingBy(t, server.open(t))
	rider := m.Customer()
	m.Eventually(func() bool { return m.counted(t, "retried") != "0" }, "a try to fail")
	require.Equal(t, "0", m.counted(t, "given_up"))
	server.busy.Store(false)
	m.Eventually(func() bool { return m.counted(t, "sent") == "1" }, "the mail to be sent")
	require.Equal(t, []string{stageMail(t, m, rider)}, server.taken())
}

// What a server refuses for one recipient costs the others nothing, and is not tried again.
func TestRefusedRecipient(t *testing.T) {
	t.Parallel()
	server := &postOffice{}
	m := mailingBy(t, server.open(t))
	server.refuse("unknown@example.com")
	for _, email := range []string{"unknown@example.com", "known@example.com"} {
		m.SignedIn(m.Visitor().Post("/auth/register", map[string]any{
			"firstName": "Amina", "lastName": "Rider", "email": email, "password": apptest.Password,
		}))
	}
	m.Eventually(func() bool { return m.counted(t, "sent") == "1" && m.counted(t, "rejected") == "1" }, "both to be tried")
	require.Equal(t, []string{"known@example.com"}, server.taken())
	m.Eventually(func() bool { return m.mails(t, "cancelled") == 1 }, "the refused one to be put away")
	require.Equal(t, "0", m.counted(t, "retried"))
	require.Contains(t, m.log.String(), `msg="a mail was given up" letter=welcome outcome=rejected`)
	told := func() int {
		var n int
		require.NoError(t, m.DB().QueryRow(t.Context(), "select count(*) from domain_events where type = 'notification.sent'").Scan(&n))
		return n
	}
	m.Eventually(func() bool { return told() == 1 }, "the mail that was sent to be told of")
	m.Idle()
	require.Equal(t, 1, told(), "nothing else is")
}

// Where nobody listens, the tries come to an end, which is logged and counted.
func TestAbsentMailServer(t *testing.T) {
	t.Parallel()
	closed, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	m := mailingBy(t, closed.Addr().String())
	m.Customer()
	m.Eventually(func() bool { return m.mails(t, "retryable") == 1 }, "the first try to fail")
	require.NotContains(t, m.log.String(), "given up")
	var most int
	require.NoError(t, m.DB().QueryRow(t.Context(), `update river_job set attempt = max_attempts - 1, state = 'available', scheduled_at = now()
		where queue = 'mail' returning max_attempts`).Scan(&most))
	require.Equal(t, 15, most)
	m.Eventually(func() bool { return m.counted(t, "given_up") == "1" }, "the last try to fail")
	m.Eventually(func() bool { return m.mails(t, "discarded") == 1 }, "the mail to be put away")
	require.Contains(t, m.log.String(), `msg="a mail was given up" letter=welcome outcome=given_up`)
	require.NotContains(t, m.log.String(), "rider-", "whose mail it was stands in the job")
}

// postOffice is a mail server that can be busy and refuse recipients.
type postOffice struct {
	busy atomic.Bool

	mu      sync.Mutex
	refused map[string]bool
	mails   []string
}

func (p *postOffice) refuse(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = map[string]bool{address: true}
}

// taken are the recipients of the mails that it took.
func (p *postOffice) taken() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.mails...)
}

func (p *postOffice) open(t *testing.T) string {
	t.Helper()
	server := gosmtp.NewServer(gosmtp.BackendFunc(func(*gosmtp.Conn) (gosmtp.Session, error) {
		if p.busy.Load() {
			return nil, &gosmtp.SMTPError{Code: 421, EnhancedCode: gosmtp.EnhancedCode{4, 3, 2}, Message: "too busy"}
		}
		return &counter{office: p}, nil
	}))
	server.Domain, server.ErrorLog = "localhost", log.New(io.Discard, "", 0)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }()
	t.Cleanup(func() {
		_ = listener.Close()
		_ = server.Close()
		<-done
	})
	return listener.Addr().String()
}

// counter is where one mail is handed in.
type counter struct {
	office *postOffice
	to     string
}

func (c *counter) Mail(string, *gosmtp.MailOptions) error { return nil }

func (c *counter) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	if c.office.refused[strings.ToLower(to)] {
		return &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	}
	c.to = to
	return nil
}

func (c *counter) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.mails = append(c.office.mails, c.to)
	return nil
}

func (c *counter) Reset()        {}
func (c *counter) Logout() error { return nil }
