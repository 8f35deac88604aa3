package user

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/event"
	"rihla/internal/user/userdb"
)

// CardState is how far the check of an identity card is.
type CardState string

// The states. A card is submitted once both its sides are there, and anew with each picture that is replaced: the
// database sees to both (migration 00020).
const (
	CardNone      CardState = "NONE"
	CardSubmitted CardState = "SUBMITTED"
	CardApproved  CardState = "APPROVED"
	CardRefused   CardState = "REFUSED"
)

// CardStates are all of them, CardDecisions those that staff decide for.
var (
	CardStates    = []CardState{CardNone, CardSubmitted, CardApproved, CardRefused}
	CardDecisions = []CardState{CardApproved, CardRefused}
)

// CardReason is why a card was refused, one of a few, so that it can be said in the language of whoever's card it is.
type CardReason string

// The reasons.
const (
	CardUnreadable  CardReason = "UNREADABLE"
	CardIncomplete  CardReason = "INCOMPLETE"
	CardExpired     CardReason = "EXPIRED"
	CardNotACard    CardReason = "NOT_A_CARD"
	CardNameDiffers CardReason = "NAME_DIFFERS"
	CardOther       CardReason = "OTHER"
)

// CardReasons are all of them.
var CardReasons = []CardReason{CardUnreadable, CardIncomplete, CardExpired, CardNotACard, CardNameDiffers, CardOther}

// CardNoteMax is how many characters may be said beside the reason.
const CardNoteMax = 500

// Card is the check of an account's identity card.
type Card struct {
	State CardState
	// Since is when the state began; nil while there is no whole card.
	Since *time.Time
	// Reason and Note are why it was refused; Note in the words of whoever looked.
	Reason *CardReason
	Note   *string
}

func cardOf(row userdb.User) Card {
	c := Card{State: CardState(row.IdentityCardState), Note: row.IdentityCardNote}
	if row.IdentityCardSince != nil {
		since := row.IdentityCardSince.UTC()
		c.Since = &since
	}
	if row.IdentityCardReason != nil {
		reason := CardReason(*row.IdentityCardReason)
		c.Reason = &reason
	}
	return c
}

// EventCardChecked tells that staff have decided about an identity card, with CardChecked.
const EventCardChecked event.Type = "user.identity_card_checked"

// CardChecked is the decision. Why is not told: events outlive accounts.
type CardChecked struct {
	State CardState `json:"state"`
}

// CardDecision is what staff make of somebody's identity card.
type CardDecision struct {
	State CardState
	// Reason is asked for of a refusal, Note when the reason is CardOther.
	Reason CardReason
	Note   string
	// Seen is the card's Since as the decider knows it: what they have looked at.
	Seen time.Time
}

func (in CardDecision) err() error {
	var c errs.Collector
	check.Choice(&c, "state", in.State, CardDecisions)
	c.Check(!in.Seen.IsZero(), "since", "REQUIRED")
	if in.State == CardRefused {
		check.Choice(&c, "reason", in.Reason, CardReasons)
		c.Check(in.Reason != CardOther || in.Note != "", "note", "REQUIRED")
		if utf8.RuneCountInString(in.Note) > CardNoteMax {
			c.Add("note", "TOO_LONG", "count", CardNoteMax)
		}
	}
	return c.Err()
}

// DecideCard approves or refuses somebody's identity card; its owner is told. A franchise decides about customers who rent
// from it or have their account there, nobody about themselves. The same decision again changes nothing. Returns ErrNotFound, VALIDATION, authz.ErrForbidden,
// IDENTITY_CARD_MISSING, and CHANGED_MEANWHILE when the pictures or the decision are others by now.
func (s *Service) DecideCard(ctx context.Context, id uuid.UUID, in CardDecision) (User, error) {
	scope, err := authz.Check(ctx, authz.UserIdentityCheck)
	if err != nil {
		return User{}, err
	}
	in.Note = strings.TrimSpace(in.Note)
	var decided User
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockForCheckTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if authz.From(ctx).UserID == id {
			return authz.ErrForbidden
		}
		if err := in.err(); err != nil {
			return err
		}
		if was.Card.State == CardNone {
			return errs.New(errs.Conflict, "IDENTITY_CARD_MISSING")
		}
		if err := audit.CheckFresh(ctx, tx, entity, id, &in.Seen, *was.Card.Since); err != nil {
			return err
		}
		if in.is(was.Card) {
			decided = was
			return nil
		}
		decided, err = s.decideTx(ctx, tx, was, in)
		return err
	})
	return decided, err
}

// lockForCheckTx locks an account whose card is the caller's to check: a franchise may check what it may see.
func lockForCheckTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (User, error) {
	u, err := lockTx(ctx, tx, authz.Filter{}, id)
	if err != nil || scope.FranchiseID == nil {
		return u, err
	}
	shown, err := userdb.New(tx).ShowsCardTo(ctx, userdb.ShowsCardToParams{FranchiseID: *scope.FranchiseID, UserID: id})
	if err != nil {
		return User{}, fmt.Errorf("rents from the franchise: %w", err)
	}
	if !shown || u.Role != authz.Customer {
		return User{}, ErrNotFound
	}
	return u, nil
}

func (s *Service) decideTx(ctx context.Context, tx pgx.Tx, was User, in CardDecision) (User, error) {
	who := authz.From(ctx)
	p := userdb.DecideCardParams{ID: was.ID, State: string(in.State), CheckedBy: who.UserID, Now: s.clock.Now()}
	if in.State == CardRefused {
		reason := string(in.Reason)
		p.Reason = &reason
		if in.Note != "" {
			p.Note = &in.Note
		}
	}
	row, err := userdb.New(tx).DecideCard(ctx, p)
	if err != nil {
		return User{}, fmt.Errorf("decide about an identity card: %w", err)
	}
	decided := fromRow(row)
	// A customer is no franchise's: whoever decided reads of it.
	readers := cmp.Or(decided.FranchiseID, who.FranchiseID)
	if err := s.recordForTx(ctx, tx, readers, authz.UserIdentityCheck, &was, &decided); err != nil {
		return User{}, err
	}
	return decided, s.events.PublishTx(ctx, tx, event.Event{
		Type: EventCardChecked, At: s.clock.Now(), FranchiseID: decided.FranchiseID, UserID: &was.ID,
	}, CardChecked{State: in.State})
}

// is tells whether a card was decided about so already.
func (in CardDecision) is(c Card) bool {
	if in.State != c.State {
		return false
	}
	note := ""
	if c.Note != nil {
		note = *c.Note
	}
	return in.State == CardApproved || *c.Reason == in.Reason && note == in.Note
}
