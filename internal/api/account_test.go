package api_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// salmaSigns is salmaRegisters with the welcome taken out of the mailbox.
func (a testApp) salmaSigns(t *testing.T, language string) (*apptest.Caller, *apptest.Caller) {
	t.Helper()
	first, second := a.salmaRegisters(t, language)
	a.ClearMails("Salma@rihla.test", 1)
	return first, second
}

// salmaRegisters registers Salma, who reads a language, and returns her and the session of another device of hers.
func (a testApp) salmaRegisters(t *testing.T, language string) (*apptest.Caller, *apptest.Caller) {
	t.Helper()
	first := a.SignedIn(a.visit(http.MethodPost, "/auth/register", salma, "Accept-Language", language).Answer)
	return first, a.SignIn("salma@rihla.test", "Atlas-2026")
}

func (a testApp) requireSignIn(t *testing.T, email, password string, status int) {
	t.Helper()
	require.Equal(t, status, a.Visitor().Post("/auth/login", map[string]any{"email": email, "password": password}).Status, "%s with %s", email, password)
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, laptop := a.salmaSigns(t, "fr")
	change := func(c *apptest.Caller, current, next string) apptest.Answer {
		return c.Post("/auth/change-password", map[string]any{"currentPassword": current, "newPassword": next})
	}
	both := change(phone, "", "weak").Problem()
	require.Equal(t, "REQUIRED", both.Field("currentPassword"))
	require.Equal(t, "TOO_SHORT", both.Field("newPassword"))
	wrong := change(phone, "Atlas-2027", "Toubkal-4167")
	require.Equal(t, http.StatusUnprocessableEntity, wrong.Status, "the session is good: no 401")
	require.Equal(t, "WRONG_PASSWORD", wrong.Problem().Field("currentPassword"))
	require.Equal(t, http.StatusUnauthorized, change(a.Visitor(), "Atlas-2026", "Toubkal-4167").Status)

	require.Equal(t, http.StatusNoContent, change(phone, "Atlas-2026", "Toubkal-4167").Status)
	require.Equal(t, http.StatusOK, phone.Get("/auth/me").Status, "the session that asked stays")
	require.Equal(t, "INVALID_TOKEN", laptop.Get("/auth/me").Problem().Code, "every other ends (D20)")
	require.Equal(t, "REFRESH_REJECTED", a.Visitor().Post("/auth/refresh-token", map[string]any{"refreshToken": laptop.Refresh}).Problem().Code)
	a.requireSignIn(t, "salma@rihla.test", "Atlas-2026", http.StatusUnauthorized)
	a.requireSignIn(t, "salma@rihla.test", "Toubkal-4167", http.StatusOK)

	told := a.Mail("Salma@rihla.test")
	require.Equal(t, "Votre mot de passe a été modifié", told.Subject)
	for _, secret := range []string{"Atlas-2026", "Toubkal-4167"} {
		require.NotContains(t, told.Text+told.HTML, secret)
	}
}

// Guessing the password of a found session is bounded like guessing it at the door.
func TestGuessesFromInsideAreBounded(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, _ := a.salmaSigns(t, "fr")
	calls := []func() apptest.Answer{
		func() apptest.Answer {
			return phone.Post("/auth/change-password", map[string]any{"currentPassword": "Guess-1234", "newPassword": "Toubkal-4167"})
		},
		func() apptest.Answer {
			return phone.Post("/auth/delete-account", map[string]any{"password": "Guess-1234"})
		},
		func() apptest.Answer {
			return phone.Post("/auth/change-email", map[string]any{"newEmail": "new@example.com", "password": "Guess-1234"})
		},
	}
	statuses := map[int]int{}
	for i := range 15 {
		statuses[calls[i%3]().Status]++
	}
	require.Equal(t, map[int]int{http.StatusUnprocessableEntity: 10, http.StatusTooManyRequests: 5}, statuses)
}

// Two devices change the password at once: one does, and stays signed in alone.
func TestChangePasswordRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for range 3 {
		one := a.Customer()
		email := userOf(one.Get(pathOf(one))).Email
		callers := []*apptest.Caller{one, a.SignIn(email, apptest.Password)}
		passwords := []string{"Toubkal-4167", "Sahara-2026"}
		statuses := make([]int, 2)
		var both sync.WaitGroup
		for i, c := range callers {
			both.Go(func() {
				statuses[i] = c.Post("/auth/change-password", map[string]any{"currentPassword": apptest.Password, "newPassword": passwords[i]}).Status
			})
		}
		both.Wait()
		won := 0
		if statuses[1] == http.StatusNoContent {
			won = 1
		}
		require.Equal(t, http.StatusNoContent, statuses[won])
		require.Contains(t, []int{http.StatusUnprocessableEntity, http.StatusUnauthorized}, statuses[1-won])
		a.requireSignIn(t, email, passwords[won], http.StatusOK)
		require.Equal(t, http.StatusOK, callers[won].Get("/auth/me").Status)
		require.Equal(t, http.StatusUnauthorized, callers[1-won].Get("/auth/me").Status)
	}
}

func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, laptop := a.salmaSigns(t, "ar")
	forgot := func(email string) apptest.Answer {
		return a.Visitor().Post("/auth/forgot-password", map[string]any{"email": email})
	}
	reset := func(body map[string]any) apptest.Answer { return a.Visitor().Post("/auth/reset-password", body) }

	known, unknown := forgot(" SALMA@rihla.test "), forgot("nobody@rihla.test")
	require.Equal(t, http.StatusNoContent, known.Status)
	require.Equal(t, known.Status, unknown.Status, "the same answer (D20)")
	require.Equal(t, known.Body, unknown.Body)
	require.Equal(t, "INVALID_EMAIL", forgot("nobody").Problem().Field("email"))

	m := a.Mail("Salma@rihla.test")
	require.Equal(t, "اختر كلمة مرور جديدة", m.Subject)
	require.Contains(t, m.HTML, `dir="rtl"`)
	link := a.Link(m, "/auth/reset-password")
	require.Equal(t, "Salma@rihla.test", link.Get("email"))
	token := link.Get("token")
	require.Len(t, token, 43)
	a.Idle()
	require.Len(t, a.Mails("Salma@rihla.test", 1), 1)
	var mails int
	require.NoError(t, a.DB().QueryRow(t.Context(), "select count(*) from mailbox_messages").Scan(&mails))
	require.Equal(t, 1, mails, "nobody's address gets none")
	var kept int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select (select count(*) from account_tokens t where t::text like '%' || $1 || '%')
		+ (select count(*) from river_job j where j::text like '%' || $1 || '%')`, token).Scan(&kept))
	require.Zero(t, kept, "the token stands in the mail alone")

	both := reset(map[string]any{"token": "", "password": "x"}).Problem()
	require.Equal(t, "REQUIRED", both.Field("token"))
	require.Equal(t, "TOO_SHORT", both.Field("password"))
	require.Equal(t, "PASSWORD_WEAK", reset(map[string]any{"token": token, "password": "toubkal-4167"}).Problem().Field("password"))
	for _, body := range []map[string]any{
		{"token": token + "x", "password": "Toubkal-4167"}, {"token": strings.Repeat("x", 10_000), "password": "Toubkal-4167"}, {"token": "\u0000'; --", "password": "Toubkal-4167"},
		{"token": token, "email": "karim@rihla.test", "password": "Toubkal-4167"},
	} {
		refused := reset(body)
		require.Equal(t, http.StatusUnprocessableEntity, refused.Status)
		require.Equal(t, "LINK_INVALID", refused.Problem().Code)
	}
	require.Equal(t, "LINK_INVALID", a.Visitor().Post("/auth/confirm-email", map[string]any{"token": token}).Problem().Code, "for a password only")

	require.Equal(t, http.StatusNoContent, reset(map[string]any{"token": token, "email": "salma@RIHLA.test", "password": "Toubkal-4167"}).Status)
	for _, c := range []*apptest.Caller{phone, laptop} {
		require.Equal(t, "INVALID_TOKEN", c.Get("/auth/me").Problem().Code)
	}
	a.requireSignIn(t, "salma@rihla.test", "Atlas-2026", http.StatusUnauthorized)
	again := a.SignIn("salma@rihla.test", "Toubkal-4167")
	require.NotNil(t, userOf(again.Get(pathOf(again))).EmailVerifiedAt, "the link has proven the address")
	require.Equal(t, "LINK_INVALID", reset(map[string]any{"token": token, "password": "Toubkal-4168"}).Problem().Code, "good once")
	require.Equal(t, "تم تغيير كلمة مرورك", a.Mails("Salma@rihla.test", 2)[1].Subject)
	var actor *uuid.UUID
	require.NoError(t, a.DB().QueryRow(t.Context(), "select actor_id from audit_log where action = 'USER_CHANGE_PASSWORD'").Scan(&actor))
	require.Equal(t, phone.UserID, *actor)
}

// A link ends with its hour, with a newer password and with its account.
func TestResetLinksEnd(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.salmaSigns(t, "en")
	var taken int
	next := func() string {
		t.Helper()
		require.Equal(t, http.StatusNoContent, a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"}).Status)
		taken++
		return a.Link(a.Mails("Salma@rihla.test", taken)[taken-1], "/auth/reset-password").Get("token")
	}
	dead := func(token string) {
		t.Helper()
		require.Equal(t, "LINK_INVALID", a.Visitor().Post("/auth/reset-password", map[string]any{"token": token, "password": "Sahara-2026"}).Problem().Code)
	}
	token := next()
	a.Clock.Advance(time.Hour)
	dead(token)

	phone := a.SignIn("salma@rihla.test", "Atlas-2026")
	token = next()
	require.Equal(t, http.StatusNoContent, phone.Post("/auth/change-password", map[string]any{"currentPassword": "Atlas-2026", "newPassword": "Toubkal-4167"}).Status)
	taken++ // the owner is told
	a.Mails("Salma@rihla.test", taken)
	dead(token)

	token = next()
	require.Equal(t, http.StatusNoContent, phone.Post("/auth/delete-account", map[string]any{"password": "Toubkal-4167"}).Status)
	dead(token)
}

// A mailbox is not flooded through us, however many ask at once; who asks learns nothing of it.
func TestResetMailsAreBounded(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.salmaSigns(t, "en")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"})
		})
	}
	all.Wait()
	a.Idle()
	require.Len(t, a.Mails("Salma@rihla.test", 1), 5)
	a.Clock.Advance(time.Hour)
	require.Equal(t, http.StatusNoContent, a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"}).Status)
	a.Mails("Salma@rihla.test", 6)
}

// Two readers of one link at once: one of them chooses the password.
func TestResetRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.salmaSigns(t, "en")
	a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"})
	token := a.Link(a.Mail("Salma@rihla.test"), "/auth/reset-password").Get("token")
	statuses := make([]int, 10)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i] = a.Visitor().Post("/auth/reset-password", map[string]any{"token": token, "password": "Toubkal-4167"}).Status
		})
	}
	all.Wait()
	got := map[int]int{}
	for _, status := range statuses {
		got[status]++
	}
	require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusUnprocessableEntity: 9}, got)
}

func TestChangeEmail(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, laptop := a.salmaSigns(t, "fr")
	change := func(email, password string) apptest.Answer {
		return phone.Post("/auth/change-email", map[string]any{"newEmail": email, "password": password})
	}
	confirm := func(token string) apptest.Answer {
		return a.Visitor().Post("/auth/confirm-email", map[string]any{"token": token})
	}
	both := change("salma", "").Problem()
	require.Equal(t, "INVALID_EMAIL", both.Field("newEmail"))
	require.Equal(t, "REQUIRED", both.Field("password"))
	require.Equal(t, "WRONG_PASSWORD", change("new@example.com", "Atlas-2027").Problem().Field("password"))
	other := a.Customer()
	require.Equal(t, "EMAIL_TAKEN", change(strings.ToUpper(userOf(other.Get(pathOf(other))).Email), "Atlas-2026").Problem().Code)

	require.Equal(t, http.StatusNoContent, change(" New.Salma@example.com ", "Atlas-2026").Status)
	m := a.Mail("New.Salma@example.com")
	require.Equal(t, "Confirmez votre adresse e-mail", m.Subject)
	notice := a.Mail("Salma@rihla.test")
	require.Equal(t, "Une nouvelle adresse pour votre compte", notice.Subject)
	require.Contains(t, notice.Text, "New.Salma@example.com")
	require.Equal(t, "Salma@rihla.test", userOf(phone.Get(pathOf(phone))).Email, "not before the link is used")

	token := a.Link(m, "/auth/confirm-email").Get("token")
	require.NotContains(t, notice.Text+notice.HTML, token)
	require.Equal(t, "REQUIRED", confirm("").Problem().Field("token"))
	require.Equal(t, "LINK_INVALID", confirm(token+"x").Problem().Code)
	require.Equal(t, "LINK_INVALID", a.Visitor().Post("/auth/reset-password", map[string]any{"token": token, "password": "Toubkal-4167"}).Problem().Code)
	require.Equal(t, http.StatusNoContent, confirm(token).Status)
	require.Equal(t, "LINK_INVALID", confirm(token).Problem().Code, "good once")
	is := userOf(laptop.Get(pathOf(laptop)))
	require.Equal(t, "New.Salma@example.com", is.Email)
	require.NotNil(t, is.EmailVerifiedAt)
	a.requireSignIn(t, "salma@rihla.test", "Atlas-2026", http.StatusUnauthorized)
	a.requireSignIn(t, "new.salma@example.com", "Atlas-2026", http.StatusOK)
}

// The account's own address is confirmed in the same way, without a notice to itself.
func TestConfirmOwnEmail(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, _ := a.salmaSigns(t, "en")
	require.Equal(t, http.StatusNoContent, phone.Post("/auth/change-email", map[string]any{"newEmail": "salma@rihla.test", "password": "Atlas-2026"}).Status)
	token := a.Link(a.Mail("salma@rihla.test"), "/auth/confirm-email").Get("token")
	require.Equal(t, http.StatusNoContent, a.Visitor().Post("/auth/confirm-email", map[string]any{"token": token}).Status)
	require.NotNil(t, userOf(phone.Get(pathOf(phone))).EmailVerifiedAt)
	a.Idle()
	a.requireRows(t, 1, "mailbox_messages")
}

// The address is somebody else's by the time the link is used: they keep it. And a link that its owner's new password
// has withdrawn changes nothing.
func TestEmailLinksThatComeTooLate(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	phone, _ := a.salmaSigns(t, "en")
	ask := func(email, password string) apptest.Answer {
		return phone.Post("/auth/change-email", map[string]any{"newEmail": email, "password": password})
	}
	require.Equal(t, http.StatusNoContent, ask("wanted@example.com", "Atlas-2026").Status)
	token := a.Link(a.Mail("wanted@example.com"), "/auth/confirm-email").Get("token")
	a.visit(http.MethodPost, "/auth/register", strings.Replace(salma, "Salma@rihla.test", "Wanted@example.com", 1)).session(t, http.StatusCreated)
	late := a.Visitor().Post("/auth/confirm-email", map[string]any{"token": token})
	require.Equal(t, http.StatusConflict, late.Status)
	require.Equal(t, "EMAIL_TAKEN", late.Problem().Code)

	require.Equal(t, http.StatusNoContent, ask("thief@example.com", "Atlas-2026").Status)
	token = a.Link(a.Mail("thief@example.com"), "/auth/confirm-email").Get("token")
	require.Equal(t, http.StatusNoContent, phone.Post("/auth/change-password", map[string]any{"currentPassword": "Atlas-2026", "newPassword": "Toubkal-4167"}).Status)
	require.Equal(t, "LINK_INVALID", a.Visitor().Post("/auth/confirm-email", map[string]any{"token": token}).Problem().Code)

	for range 5 {
		require.Equal(t, http.StatusNoContent, ask("stranger@example.com", "Toubkal-4167").Status)
	}
	require.Equal(t, "RATE_LIMITED", ask("stranger@example.com", "Toubkal-4167").Problem().Code, "nobody's mailbox is flooded")
}

// A mail server that is down holds nothing up, and what it missed is sent once it is back.
func TestMailServerIsDown(t *testing.T) {
	t.Parallel()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	a := newApp(t, func(o *app.Options) {
		o.Config.SMTPURL, o.Config.MailFrom = "smtp://"+address, "Rihla <hello@rihla.example>"
	})
	phone, _ := a.salmaRegisters(t, "en")
	require.Equal(t, http.StatusNoContent, phone.Post("/auth/change-password", map[string]any{"currentPassword": "Atlas-2026", "newPassword": "Toubkal-4167"}).Status)
	require.Equal(t, http.StatusNoContent, a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"}).Status)
	require.Equal(t, http.StatusNotFound, a.Visitor().With("Accept", "application/json").Get("/dev/mailbox").Status, "with a mail server there is no mailbox")
	a.Eventually(func() bool {
		var failed int
		err := a.DB().QueryRow(t.Context(), `select count(*) from river_job
			where kind in ('auth.reset_link', 'notify.mail') and state in ('retryable', 'available') and cardinality(errors) > 0`).Scan(&failed)
		return err == nil && failed == 3
	}, "all mails to wait for their next try")

	subjects := make(chan string, 10)
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &postOffice{subjects: subjects}, nil }))
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = listener.Close(); _ = server.Close(); <-served })
	a.Eventually(func() bool {
		_, err := a.DB().Exec(t.Context(), "update river_job set state = 'available', scheduled_at = now() where cardinality(errors) > 0 and state in ('retryable', 'available')")
		return err == nil && len(subjects) == 3
	}, "all mails, tried again ahead of their time")
	require.ElementsMatch(t, []string{"Welcome to Rihla", "Your password was changed", "Choose a new password"}, []string{<-subjects, <-subjects, <-subjects})
}

// postOffice is a mail server that reads the subjects of mails.
type postOffice struct{ subjects chan<- string }

func (p *postOffice) Mail(string, *smtp.MailOptions) error { return nil }
func (p *postOffice) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (p *postOffice) Reset()                               {}
func (p *postOffice) Logout() error                        { return nil }

func (p *postOffice) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err == nil {
		p.subjects <- m.Header.Get("Subject")
	}
	return err
}

func TestMailboxPage(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.salmaSigns(t, "ar")
	a.Visitor().Post("/auth/forgot-password", map[string]any{"email": "salma@rihla.test"})
	a.Mail("Salma@rihla.test")
	page := a.Visitor().Get("/dev/mailbox")
	require.Equal(t, http.StatusOK, page.Status)
	require.Contains(t, string(page.Body), "اختر كلمة مرور جديدة")
	require.Contains(t, page.Header.Get("Content-Type"), "text/html")
}

func TestSessions(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	type row struct {
		ID                               uuid.UUID
		Current                          bool
		IP, UserAgent                    string
		CreatedAt, LastUsedAt, ExpiresAt time.Time
	}
	list := func(c *apptest.Caller) []row {
		return apptest.Data[struct{ Sessions []row }](c.Get("/auth/sessions")).Sessions
	}
	phone, _ := a.salmaSigns(t, "en")
	a.Clock.Advance(time.Minute)
	tablet := a.SignedIn(a.Visitor().With("User-Agent", `<b>Tablet</b> "لوح"`).Post("/auth/login", map[string]any{"email": "salma@rihla.test", "password": "Atlas-2026"}))
	stranger := a.Customer()

	open := list(phone)
	require.Len(t, open, 3)
	require.Equal(t, `<b>Tablet</b> "لوح"`, open[0].UserAgent, "the latest used first")
	require.Equal(t, "127.0.0.1", open[0].IP)
	require.False(t, open[0].Current)
	require.Equal(t, apptest.Now.Add(time.Minute), open[0].LastUsedAt)
	current := 0
	for _, s := range open {
		if s.Current {
			current++
		}
	}
	require.Equal(t, 1, current)
	require.Len(t, list(stranger), 1)
	require.NotContains(t, string(phone.Get("/auth/sessions").Body), phone.Refresh)

	end := func(c *apptest.Caller, id string) apptest.Answer {
		return c.Do(http.MethodDelete, "/auth/sessions/"+id, nil)
	}
	for _, id := range []string{list(stranger)[0].ID.String(), uuid.NewString(), "1"} {
		require.Equal(t, "SESSION_NOT_FOUND", end(phone, id).Problem().Code)
	}
	require.Equal(t, http.StatusNoContent, end(phone, open[0].ID.String()).Status)
	require.Equal(t, "INVALID_TOKEN", tablet.Get("/auth/me").Problem().Code)
	require.Equal(t, "SESSION_NOT_FOUND", end(phone, open[0].ID.String()).Problem().Code)
	require.Len(t, list(phone), 2)
	require.Equal(t, http.StatusNoContent, phone.Do(http.MethodDelete, "/auth/sessions", nil).Status)
	require.Equal(t, []bool{true}, []bool{list(phone)[0].Current})
	require.Len(t, list(phone), 1)
	require.Equal(t, http.StatusOK, stranger.Get("/auth/me").Status)
	require.Equal(t, http.StatusNoContent, end(phone, list(phone)[0].ID.String()).Status, "one's own is signing out")
	require.Equal(t, "INVALID_TOKEN", phone.Get("/auth/me").Problem().Code)
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Get("/auth/sessions").Status)
}

// The copy has everything about whoever asks, and nothing about anybody else.
func TestMyData(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	customer, other := a.Customer(), a.Customer()
	admin := a.Staff(authz.Admin, nil)
	body := stage.BookingBody(soon)
	body["notesByCustomer"], body["selectedSupplements"] = "Je viens à midi", []map[string]any{{"supplementId": stage.GPSID}}
	booking := customer.Book(body)
	theirs := other.Book(stage.BookingBody(soon.Add(240 * time.Hour)))
	customer.Do(http.MethodPut, pathOf(customer), map[string]any{"phoneNumber": "0612345678"})
	admin.Do(http.MethodPut, pathOf(customer), map[string]any{"language": "fr"})

	card := upload(t, customer, "بطاقة.jpg", photo(t, 40, 30))

	answer := customer.Get("/auth/my-data")
	require.Equal(t, `attachment; filename="rihla-my-data.json"`, answer.Header.Get("Content-Disposition"))
	require.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
	mine := apptest.Data[struct {
		User     userRow
		Sessions []struct{ IP string }
		History  []struct {
			ByOneself  bool
			Action, IP string
		}
		Records struct {
			Bookings []struct {
				Reference, BookingStatus, NotesByCustomer, Motorcycle string
				TotalAmount                                           json.Number
				SelectedSupplements                                   []struct {
					Name     string
					Quantity int
				}
			}
			Payments []struct {
				BookingReference, Status string
				Amount                   json.Number
				Refunds                  []any
			}
			Uploads []struct{ Filename, Purpose, URL string }
		}
	}](answer)
	require.Equal(t, customer.UserID, mine.User.ID)
	require.Equal(t, "0612345678", *mine.User.PhoneNumber)
	require.Len(t, mine.Sessions, 1)
	require.Len(t, mine.History, 3)
	require.Equal(t, "MEDIA_UPLOAD", mine.History[0].Action)
	require.False(t, mine.History[1].ByOneself)
	require.Empty(t, mine.History[1].IP, "whoever works there is not the customer's business")
	require.True(t, mine.History[2].ByOneself)
	require.Equal(t, "127.0.0.1", mine.History[2].IP)
	require.Len(t, mine.Records.Bookings, 1)
	require.Equal(t, booking.Reference, mine.Records.Bookings[0].Reference)
	require.Equal(t, "Je viens à midi", mine.Records.Bookings[0].NotesByCustomer)
	require.Equal(t, "960.00", mine.Records.Bookings[0].TotalAmount.String())
	require.Len(t, mine.Records.Bookings[0].SelectedSupplements, 2)
	require.Len(t, mine.Records.Payments, 1)
	require.Equal(t, booking.Reference, mine.Records.Payments[0].BookingReference)
	require.Equal(t, "960.00", mine.Records.Payments[0].Amount.String())
	require.Len(t, mine.Records.Uploads, 1)
	require.Equal(t, "بطاقة.jpg", mine.Records.Uploads[0].Filename)
	require.Equal(t, "IDENTITY_CARD", mine.Records.Uploads[0].Purpose)
	require.Equal(t, card.URL, mine.Records.Uploads[0].URL)
	for _, others := range []string{theirs.Reference, other.UserID.String(), admin.UserID.String(), "assword", "argon2", "oken"} {
		require.NotContains(t, string(answer.Body), others)
	}
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Get("/auth/my-data").Status)
}

// What is asked for by mail counts by address too (D20).
func TestAccountCallsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	a := newApp(t, func(o *app.Options) { o.Config.SignInsPerMinute = 2 })
	for _, path := range []string{"/auth/forgot-password", "/auth/reset-password", "/auth/confirm-email"} {
		for range 2 {
			require.NotEqual(t, http.StatusTooManyRequests, a.Visitor().Post(path, map[string]any{}).Status, path)
		}
		require.Equal(t, http.StatusTooManyRequests, a.Visitor().Post(path, map[string]any{}).Status, path)
	}
}
