package apptest

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"

	"github.com/stretchr/testify/require"

	"rihla/internal/notify"
)

// Mail waits for a mail to an address and returns the newest.
func (a *App) Mail(to string) notify.Message {
	a.t.Helper()
	mails := a.Mails(to, 1)
	return mails[len(mails)-1]
}

// Mails waits until there are at least n mails to an address and returns all, the oldest first.
func (a *App) Mails(to string, n int) []notify.Message {
	a.t.Helper()
	var mails []notify.Message
	a.Eventually(func() bool {
		kept, err := notify.NewMailbox(a.DB(), a.Clock).Messages(context.Background())
		mails = nil
		for _, m := range slices.Backward(kept) {
			if m.To == to {
				mails = append(mails, m.Message)
			}
		}
		return err == nil && len(mails) >= n
	}, fmt.Sprintf("%d mails to %s", n, to))
	return mails
}

// ClearMails waits until there are n mails to an address and takes them out of the mailbox: those that a stage led to.
func (a *App) ClearMails(to string, n int) {
	a.t.Helper()
	a.Mails(to, n)
	_, err := a.DB().Exec(context.Background(), "delete from mailbox_messages where recipient = $1", to)
	require.NoError(a.t, err)
}

// Idle waits until every background job that is due has run.
func (a *App) Idle() {
	a.t.Helper()
	a.Eventually(func() bool {
		var busy int
		err := a.DB().QueryRow(context.Background(), "select count(*) from river_job where state in ('available', 'running')").Scan(&busy)
		return err == nil && busy == 0
	}, "the jobs to be done")
}

var linkPattern = regexp.MustCompile(`(?m)^https?://\S+\?\S+$`)

// Link returns the parameters of the link in a mail, which must lead to a page of the program's own site.
func (a *App) Link(m notify.Message, page string) url.Values {
	a.t.Helper()
	link, err := url.Parse(linkPattern.FindString(m.Text))
	require.NoError(a.t, err)
	require.Equal(a.t, a.BaseURL()+page, link.Scheme+"://"+link.Host+link.Path, "%s", m.Text)
	return link.Query()
}
