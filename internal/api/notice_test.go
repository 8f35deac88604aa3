package api_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type notices struct {
	Letters, Unwanted []string
	FranchiseEmail    string
}

func noticesOf(answer apptest.Answer) notices {
	return apptest.Data[struct{ Notices notices }](answer).Notices
}

var staffLetters = []string{"franchise_booking", "franchise_delivery", "franchise_moved", "franchise_reassigned", "franchise_cancelled", "franchise_refund_failed"}

// Of choices that are made at once one holds, whole.
func TestNoticeChoicesRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	var all sync.WaitGroup
	answers := make([]apptest.Answer, len(staffLetters))
	for i, letter := range staffLetters {
		all.Go(func() { answers[i] = staff.Do(http.MethodPut, "/auth/notices", object{"unwanted": []string{letter}}) })
	}
	all.Wait()
	for _, answer := range answers {
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	}
	require.Len(t, noticesOf(staff.Get("/auth/notices")).Unwanted, 1)
}

// The people of a franchise choose for themselves, and only among letters that they can do without.
func TestNoticeChoices(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage(func(in *franchise.CreateInput) { in.ContactEmail = "desk@example.com" })
	staff, colleague := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	const path = "/auth/notices"
	require.Equal(t, notices{Letters: staffLetters, Unwanted: []string{}, FranchiseEmail: "desk@example.com"}, noticesOf(staff.Get(path)), "all come at first")

	choose := func(letters ...string) apptest.Answer {
		return staff.Do(http.MethodPut, path, object{"unwanted": append([]string{}, letters...)})
	}
	require.Equal(t, []string{"franchise_moved", "franchise_cancelled"}, noticesOf(choose("franchise_cancelled", "franchise_moved", "franchise_moved")).Unwanted)
	require.Equal(t, []string{"franchise_moved", "franchise_cancelled"}, noticesOf(staff.Get(path)).Unwanted)
	require.Empty(t, noticesOf(colleague.Get(path)).Unwanted, "each for themselves")
	for _, letter := range []string{"password_changed", "email_change_notice", "booking_confirmed", "franchise_approved", "", "🏍️"} {
		require.Equal(t, http.StatusUnprocessableEntity, choose("franchise_booking", letter).Status, letter)
	}
	require.Equal(t, http.StatusUnprocessableEntity, staff.Do(http.MethodPut, path, object{}).Status)
	require.Equal(t, []string{"franchise_moved", "franchise_cancelled"}, noticesOf(staff.Get(path)).Unwanted, "a refusal changes nothing")
	copied := apptest.Data[struct {
		Records struct{ UnwantedNotices []string }
	}](staff.Get("/auth/my-data"))
	require.Equal(t, []string{"franchise_cancelled", "franchise_moved"}, copied.Records.UnwantedNotices)
	require.Empty(t, noticesOf(choose()).Unwanted)
	choose()
	require.Equal(t, []string{"USER_CREATE", "NOTICE_CHOOSE", "NOTICE_CHOOSE"}, a.recorded(t, staff.UserID), "the same again changes nothing")
	log := apptest.Data[struct {
		Entries []struct {
			Changes map[string]struct{ From, To bool }
		}
	}](colleague.Get("/audit-log?action=NOTICE_CHOOSE")).Entries
	require.Equal(t, map[string]struct{ From, To bool }{"franchise_moved": {From: true}, "franchise_cancelled": {From: true}}, log[1].Changes)

	for _, other := range []*apptest.Caller{a.Staff(authz.Admin, nil), a.Customer()} {
		require.Equal(t, http.StatusForbidden, other.Get(path).Status)
		require.Equal(t, http.StatusForbidden, other.Do(http.MethodPut, path, object{"unwanted": []string{}}).Status)
	}
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Get(path).Status)
}

// Who wants a letter gets it at their own address and in their language; the franchise's own address gets it whoever wants what.
func TestChosenNotices(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage(func(in *franchise.CreateInput) { in.ContactEmail = "Desk@example.com" })
	callers := map[string]*apptest.Caller{}
	for _, name := range []string{"quiet", "keen", "blocked", "gone", "desk"} {
		callers[name] = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
		a.exec(t, "update users set email = $2, language = 'fr' where id = $1", callers[name].UserID, name+"@example.com")
	}
	elsewhere := a.Stage()
	stranger := a.Staff(authz.FranchiseAdmin, &elsewhere.FranchiseID)
	a.exec(t, "update users set language = 'en' where id = $1", callers["keen"].UserID)
	for _, name := range []string{"quiet", "desk"} {
		require.Equal(t, http.StatusOK, callers[name].Do(http.MethodPut, "/auth/notices", object{"unwanted": staffLetters}).Status)
	}
	admin := a.Staff(authz.Admin, nil)
	require.Equal(t, http.StatusOK, admin.Post(userPath(callers["blocked"].UserID)+"/block", object{}).Status)
	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, userPath(callers["gone"].UserID), nil).Status)

	b := a.paid(t, a.Customer(), stage, soon)
	booked := func(address string) notify.Message {
		mails := a.Mails(address, 1)
		found := slices.IndexFunc(mails, func(m notify.Message) bool { return strings.Contains(m.Subject, b.Reference) })
		require.GreaterOrEqual(t, found, 0, address)
		return mails[found]
	}
	require.Contains(t, booked("Desk@example.com").Subject, "Nouvelle réservation", "though its reader wants none")
	require.Contains(t, booked("keen@example.com").Subject, "New booking")
	require.Contains(t, booked("keen@example.com").Text, "Amina")
	a.Idle()
	for _, nobody := range []string{"quiet@example.com", "blocked@example.com", "gone@example.com", a.email(t, stranger.UserID)} {
		a.requireRows(t, 0, "mailbox_messages where recipient = '"+nobody+"'")
	}
	a.requireRows(t, 1, "mailbox_messages where lower(recipient) = 'desk@example.com'")
	letters := apptest.Data[struct {
		Timeline []struct{ Kind, Letter, Note string }
	}](admin.Get(bookingPath(b.ID) + "/timeline")).Timeline
	told := 0
	for _, entry := range letters {
		if entry.Letter == "franchise_booking" {
			told++
		}
	}
	require.Equal(t, 1, told, "its story says once that the franchise was told")

	// One of two letters.
	require.Equal(t, http.StatusOK, callers["quiet"].Do(http.MethodPut, "/auth/notices", object{"unwanted": []string{"franchise_booking"}}).Status)
	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	require.Contains(t, a.Mails("quiet@example.com", 1)[0].Subject, "est annulée")
	a.Mails("keen@example.com", 2)
	require.Len(t, a.Mails("Desk@example.com", 2), 2)
}
