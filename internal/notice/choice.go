package notice

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/notice/noticedb"
	"rihla/internal/notify"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Choosable are the letters to a franchise that the people of its staff get at their own addresses too, unless they do not
// want them. Letters about somebody's own account are not among them.
var Choosable = []notify.Letter{
	notify.FranchiseBooking, notify.FranchiseDelivery, notify.FranchiseMoved, notify.FranchiseReassigned,
	notify.FranchiseCancelled, notify.FranchiseRefundFailed,
}

// Choices are which letters somebody of a franchise's staff gets.
type Choices struct {
	// Unwanted are those of Choosable that are left out.
	Unwanted []notify.Letter
	// FranchiseEmail is the franchise's own address: it gets all of them, whoever wants what.
	FranchiseEmail string
}

// Choices returns those of whoever asks.
func (s *Service) Choices(ctx context.Context) (Choices, error) {
	me, err := chooser(ctx)
	if err != nil {
		return Choices{}, err
	}
	return read(ctx, noticedb.New(s.db), me)
}

// chooser is who asks, if there is anything to choose.
func chooser(ctx context.Context) (authz.Subject, error) {
	if _, err := authz.Check(ctx, authz.NoticeChoose); err != nil {
		return authz.Subject{}, err
	}
	me := authz.From(ctx)
	if me.FranchiseID == nil {
		return authz.Subject{}, authz.ErrForbidden
	}
	return me, nil
}

func read(ctx context.Context, q *noticedb.Queries, me authz.Subject) (Choices, error) {
	address, err := q.GetFranchiseAddress(ctx, *me.FranchiseID)
	if err != nil {
		return Choices{}, fmt.Errorf("read the address of franchise %s: %w", *me.FranchiseID, err)
	}
	rows, err := q.GetUnwanted(ctx, me.UserID)
	if err != nil {
		return Choices{}, fmt.Errorf("read the notices that %s does not want: %w", me.UserID, err)
	}
	chosen := Choices{Unwanted: []notify.Letter{}, FranchiseEmail: address}
	for _, letter := range Choosable {
		if slices.Contains(rows, string(letter)) {
			chosen.Unwanted = append(chosen.Unwanted, letter)
		}
	}
	return chosen, nil
}

// Choose has whoever asks get all of Choosable but these. Returns VALIDATION.
func (s *Service) Choose(ctx context.Context, unwanted []notify.Letter) (Choices, error) {
	me, err := chooser(ctx)
	if err != nil {
		return Choices{}, err
	}
	var c errs.Collector
	for _, letter := range unwanted {
		c.Check(slices.Contains(Choosable, letter), "unwanted", "INVALID_CHOICE")
	}
	if err := c.Err(); err != nil {
		return Choices{}, err
	}
	var now Choices
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		q := noticedb.New(tx)
		if err := q.LockChooser(ctx, me.UserID); err != nil {
			return fmt.Errorf("lock user %s: %w", me.UserID, err)
		}
		was, err := read(ctx, q, me)
		if err != nil {
			return err
		}
		if err := keep(ctx, q, me.UserID, unwanted); err != nil {
			return err
		}
		if now, err = read(ctx, q, me); err != nil {
			return err
		}
		changes := audit.Diff(was.snapshot(), now.snapshot())
		if len(changes) == 0 {
			return nil
		}
		return audit.RecordTx(ctx, tx, audit.Entry{
			At: s.clock.Now(), Action: authz.NoticeChoose, Entity: "user", EntityID: me.UserID, FranchiseID: me.FranchiseID, Changes: changes,
		})
	})
	return now, err
}

func keep(ctx context.Context, q *noticedb.Queries, userID uuid.UUID, unwanted []notify.Letter) error {
	letters := []string{}
	for _, letter := range Choosable {
		if slices.Contains(unwanted, letter) {
			letters = append(letters, string(letter))
		}
	}
	err := q.DeleteUnwanted(ctx, userID)
	if err == nil {
		err = q.InsertUnwanted(ctx, noticedb.InsertUnwantedParams{UserID: userID, Letters: letters})
	}
	if err != nil {
		return fmt.Errorf("keep the notices that %s does not want: %w", userID, err)
	}
	return nil
}

// snapshot says of each letter whether it comes.
func (c Choices) snapshot() map[string]any {
	wanted := map[string]any{}
	for _, letter := range Choosable {
		wanted[string(letter)] = !slices.Contains(c.Unwanted, letter)
	}
	return wanted
}

// PersonalData returns which letters a user does not want, for the copy of their data. It asks for no permission: the caller has.
func (s *Service) PersonalData(ctx context.Context, userID uuid.UUID) (string, any, error) {
	rows, err := noticedb.New(s.db).GetUnwanted(ctx, userID)
	if err != nil {
		return "", nil, fmt.Errorf("read the notices that %s does not want: %w", userID, err)
	}
	if rows == nil {
		rows = []string{}
	}
	return "unwantedNotices", rows, nil
}

// colleague is somebody of a franchise's staff, who reads what is written to it.
func colleague(row noticedb.GetColleaguesRow) notify.Recipient {
	return notify.Recipient{Email: row.Email, Name: row.FirstName, Language: i18n.Language(row.Language)}
}

// withColleagues adds to letters those that the people of the franchise get at their own addresses, each in their language.
// They are about no booking: its story tells once that its franchise was written to.
func (b story) withColleagues(ctx context.Context, q *noticedb.Queries, mails []notify.Mail, write func(story) ([]notify.Mail, error)) ([]notify.Mail, error) {
	for _, letter := range Choosable {
		if !slices.ContainsFunc(mails, func(m notify.Mail) bool { return m.Letter == letter }) {
			continue
		}
		rows, err := q.GetColleagues(ctx, noticedb.GetColleaguesParams{FranchiseID: b.FranchiseID, Letter: string(letter)})
		if err != nil {
			return nil, fmt.Errorf("read who wants %s of booking %s: %w", letter, b.ID, err)
		}
		for _, row := range rows {
			theirs, err := write(b.readBy(colleague(row)))
			if err != nil {
				return nil, err
			}
			for _, m := range theirs {
				if m.Letter == letter {
					m.About = notify.About{UserID: &row.ID, FranchiseID: &b.FranchiseID}
					mails = append(mails, m)
				}
			}
		}
	}
	return mails, nil
}
