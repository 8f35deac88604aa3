package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type cardRow struct {
	State        string
	Since        *time.Time
	Reason, Note *string
}

// cardIn is the check of an identity card as an answer about an account tells of it.
func cardIn(answer apptest.Answer) cardRow {
	return apptest.Data[struct {
		User struct{ IdentityCard cardRow }
	}](answer).User.IdentityCard
}

// sendCard uploads both sides of somebody's identity card.
func (a testApp) sendCard(t *testing.T, c *apptest.Caller) cardRow {
	t.Helper()
	front, back := upload(t, c, "front.jpg", photo(t, 90, 60)), upload(t, c, "back.jpg", photo(t, 90, 60))
	return cardIn(c.Do(http.MethodPut, pathOf(c), map[string]any{"identityCardFront": front.URL, "identityCardCover": back.URL}))
}

func decide(as, about *apptest.Caller, card cardRow, body map[string]any) apptest.Answer {
	if card.Since != nil {
		body["since"] = *card.Since
	}
	return as.Post(pathOf(about)+"/identity-card/decision", body)
}

var (
	approved   = func() map[string]any { return map[string]any{"state": "APPROVED"} }
	unreadable = func() map[string]any { return map[string]any{"state": "REFUSED", "reason": "UNREADABLE"} }
)

// A card is checked once both its sides are there, and anew with each picture that is replaced. Its owner reads how far it
// is, why it was refused and, by mail, what to do.
func TestIdentityCardIsChecked(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider, admin := a.Customer(), a.Staff(authz.Admin, nil)
	email := userOf(rider.Get(pathOf(rider))).Email
	a.ClearMails(email, 1)
	now := a.Clock.Now()
	mine := func() cardRow { return cardIn(rider.Get("/auth/me")) }
	require.Equal(t, cardRow{State: "NONE"}, mine())
	require.Equal(t, "IDENTITY_CARD_MISSING", decide(admin, rider, cardRow{Since: &now}, approved()).Problem().Code)

	front, back := upload(t, rider, "front.jpg", photo(t, 90, 60)), upload(t, rider, "back.jpg", photo(t, 90, 60))
	put := func(body map[string]any) cardRow {
		a.Clock.Advance(time.Minute)
		return cardIn(rider.Do(http.MethodPut, pathOf(rider), body))
	}
	require.Equal(t, cardRow{State: "NONE"}, put(map[string]any{"identityCardFront": front.URL}), "one side is no card")
	submitted := put(map[string]any{"identityCardCover": back.URL})
	require.Equal(t, "SUBMITTED", submitted.State)
	require.Equal(t, a.Clock.Now(), submitted.Since.UTC())
	require.Equal(t, submitted, put(map[string]any{"firstName": "Lina"}), "a name changes no picture")

	a.Clock.Advance(time.Minute)
	refused := cardIn(decide(admin, rider, submitted, map[string]any{"state": "REFUSED", "reason": "NAME_DIFFERS", "note": " Lina? "}))
	require.Equal(t, "REFUSED", refused.State)
	require.Equal(t, a.Clock.Now(), refused.Since.UTC())
	require.Equal(t, "NAME_DIFFERS", *refused.Reason)
	require.Equal(t, "Lina?", *refused.Note)
	require.Equal(t, refused, mine())
	letter := a.Mail(email)
	require.Contains(t, letter.Text, "not the name of your account")
	require.Contains(t, letter.Text, "Lina?")
	require.Contains(t, letter.Text, a.BaseURL()+"/profile#identity")
	a.ClearMails(email, 1)

	again := put(map[string]any{"identityCardFront": upload(t, rider, "front.jpg", photo(t, 90, 60)).URL})
	require.Equal(t, "SUBMITTED", again.State)
	require.Nil(t, again.Reason)
	require.Nil(t, again.Note)
	require.Equal(t, "CHANGED_MEANWHILE", decide(admin, rider, refused, approved()).Problem().Code, "nobody approves what they have not seen")
	passed := decide(admin, rider, again, approved())
	require.Equal(t, "APPROVED", cardIn(passed).State)
	require.Contains(t, a.Mail(email).Subject, "is checked")
	a.ClearMails(email, 1)
	require.Equal(t, cardIn(passed), cardIn(decide(admin, rider, cardIn(passed), approved())), "the same once more is nothing")
	changed := cardIn(decide(admin, rider, cardIn(passed), map[string]any{"state": "REFUSED", "reason": "OTHER", "note": "رمز"}))
	require.Equal(t, "REFUSED", changed.State, "a mistake can be mended")
	require.Contains(t, a.Mail(email).Text, "رمز")
	require.Equal(t, cardRow{State: "NONE"}, put(map[string]any{"identityCardCover": nil}))

	var decisions []string
	rows, err := a.DB().Query(t.Context(), "select changes::text from audit_log where action = 'USER_IDENTITY_CHECK' and entity_id = $1 and actor_id = $2 order by id",
		rider.UserID, admin.UserID)
	require.NoError(t, err)
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		require.NotContains(t, line, "Lina", "the audit log outlives accounts")
		decisions = append(decisions, line)
	}
	require.Len(t, decisions, 3)
	require.Contains(t, decisions[1], `"to": "APPROVED"`)
}

// A franchise decides about those whose papers it may see; nobody about themselves.
func TestWhoChecksIdentityCards(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	rider, stranger, admin := a.Customer(), a.Customer(), a.Staff(authz.Admin, nil)
	staff, others := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	card := a.sendCard(t, rider)
	require.Equal(t, "USER_NOT_FOUND", decide(staff, rider, card, approved()).Problem().Code, "no customer yet")
	rider.Book(ours.BookingBody(soon))
	require.Equal(t, "USER_NOT_FOUND", decide(others, rider, card, approved()).Problem().Code)
	require.Equal(t, http.StatusForbidden, decide(rider, rider, card, approved()).Status)
	require.Equal(t, http.StatusForbidden, decide(stranger, rider, card, approved()).Status)
	require.Equal(t, http.StatusUnauthorized, decide(a.Visitor(), rider, card, approved()).Status)
	require.Equal(t, "APPROVED", cardIn(decide(staff, rider, card, approved())).State)
	log := staff.Get("/audit-log?action=USER_IDENTITY_CHECK")
	require.Contains(t, string(log.Body), rider.UserID.String(), "its franchise reads who decided")
	require.NotContains(t, string(others.Get("/audit-log?action=USER_IDENTITY_CHECK").Body), rider.UserID.String())

	// Customers whose account was opened there show it their card before they rent; colleagues show theirs to the platform alone.
	for role, want := range map[authz.Role]int{authz.Customer: http.StatusOK, authz.FranchiseAdmin: http.StatusNotFound} {
		person := a.Staff(role, &ours.FranchiseID)
		front, back := upload(t, person, "f.jpg", photo(t, 90, 60), "purpose", "IDENTITY_CARD"), upload(t, person, "b.jpg", photo(t, 90, 60), "purpose", "IDENTITY_CARD")
		given := cardIn(person.Do(http.MethodPut, pathOf(person), map[string]any{"identityCardFront": front.URL, "identityCardCover": back.URL}))
		link := "/media/" + front.ID.String() + "/link"
		require.Equal(t, want, staff.Post(link, nil).Status, role)
		require.Equal(t, want, decide(staff, person, given, approved()).Status, role)
		require.Equal(t, http.StatusNotFound, others.Post(link, nil).Status, role)
		require.Equal(t, http.StatusNotFound, decide(others, person, given, approved()).Status, role)
		require.Equal(t, http.StatusOK, admin.Post(link, nil).Status, role)
	}

	for _, own := range []*apptest.Caller{admin, staff} {
		front, back := upload(t, own, "f.jpg", photo(t, 90, 60), "purpose", "IDENTITY_CARD"), upload(t, own, "b.jpg", photo(t, 90, 60), "purpose", "IDENTITY_CARD")
		card := cardIn(own.Do(http.MethodPut, pathOf(own), map[string]any{"identityCardFront": front.URL, "identityCardCover": back.URL}))
		require.Equal(t, "SUBMITTED", card.State)
		require.NotEqual(t, http.StatusOK, decide(own, own, card, approved()).Status)
	}
	require.Equal(t, "USER_NOT_FOUND", admin.Post("/users/"+uuid.NewString()+"/identity-card/decision", map[string]any{"state": "APPROVED", "since": a.Clock.Now()}).Problem().Code)
}

func TestIdentityCheckRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider, admin := a.Customer(), a.Staff(authz.Admin, nil)
	card := a.sendCard(t, rider)
	for field, body := range map[string]map[string]any{
		"state":  {"state": "SUBMITTED"},
		"since":  {"state": "APPROVED", "since": time.Time{}},
		"reason": {"state": "REFUSED"},
		"note":   {"state": "REFUSED", "reason": "OTHER", "note": "  "},
	} {
		about := card
		if field == "since" {
			about = cardRow{}
		}
		answer := decide(admin, rider, about, body)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, "%s", answer.Body)
		require.Equal(t, field, answer.Problem().Errors[0].Field)
	}
	long := map[string]any{"state": "REFUSED", "reason": "EXPIRED", "note": strings.Repeat("ق", 501)}
	require.Equal(t, "TOO_LONG", decide(admin, rider, card, long).Problem().Errors[0].Code)
	require.Equal(t, "SUBMITTED", cardIn(admin.Get(pathOf(rider))).State)
}

// Of two who decide at once, about the same pictures or while one is replaced, one learns that it is not so any more.
func TestIdentityDecisionsAtOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	card := a.sendCard(t, rider)
	a.Clock.Advance(time.Minute)
	answers := make([]apptest.Answer, 4)
	var group sync.WaitGroup
	for i := range answers {
		body := approved()
		if i%2 == 1 {
			body = unreadable()
		}
		admin := a.Staff(authz.Admin, nil)
		group.Go(func() { answers[i] = decide(admin, rider, card, body) })
	}
	group.Wait()
	decided := 0
	for _, answer := range answers {
		if answer.Status == http.StatusOK {
			decided++
		} else {
			require.Equal(t, "CHANGED_MEANWHILE", answer.Problem().Code)
		}
	}
	require.Equal(t, 1, decided)
}

// Staff find who waits, the longest first.
func TestWaitingIdentityCards(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	var waiting []uuid.UUID
	for range 3 {
		rider := a.Customer()
		a.sendCard(t, rider)
		a.Clock.Advance(time.Minute)
		waiting = append(waiting, rider.UserID)
	}
	a.Customer()
	done := a.Customer()
	decide(admin, done, a.sendCard(t, done), approved())
	var listed []uuid.UUID
	for _, u := range apptest.Data[struct{ Users []userRow }](admin.Get("/users?identityCardState=SUBMITTED&sort=identityCardSince")).Users {
		listed = append(listed, u.ID)
	}
	require.Equal(t, waiting, listed)
	require.Equal(t, "identityCardState", admin.Get("/users?identityCardState=LOST").Problem().Errors[0].Field)
	require.Contains(t, string(admin.Get("/users/export?identityCardState=APPROVED").Body), done.UserID.String())
}
