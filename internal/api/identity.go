package api

import (
	"context"
	"net/http"
	"time"

	"rihla/internal/platform/authz"
	"rihla/internal/user"
)

// identityCard is the check of an account's identity card.
type identityCard struct {
	State  user.CardState   `json:"state" doc:"NONE until both sides are there; SUBMITTED again when a picture is replaced"`
	Since  *time.Time       `json:"since" doc:"When the state began, to be sent with a decision; null: NONE"`
	Reason *user.CardReason `json:"reason" doc:"Why it was refused; null: it was not"`
	Note   *string          `json:"note" doc:"What else staff say about a refusal, in their words"`
}

func toIdentityCard(c user.Card) identityCard {
	return identityCard{State: c.State, Since: utcPointer(c.Since), Reason: c.Reason, Note: c.Note}
}

type decideIdentityRequest struct {
	IDPath
	Body struct {
		State  user.CardState  `json:"state" doc:"APPROVED or REFUSED"`
		Reason user.CardReason `json:"reason,omitempty" doc:"Required for REFUSED; the person reads it in their language"`
		Note   string          `json:"note,omitempty" doc:"Up to 500 characters, which the person reads as they are; required for OTHER"`
		Since  time.Time       `json:"since" doc:"The card's, as it was read; 409 CHANGED_MEANWHILE when a picture was replaced or somebody else has decided"`
	}
}

func (a *API) registerIdentity() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/users/{id}/identity-card/decision", ID: "decideIdentityCard", Tag: "users",
		Permission: authz.UserIdentityCheck, Summary: "Approve or refuse somebody's identity card",
		Description: "The person is told by mail. A franchise administrator decides about customers who rent from its franchise, nobody about " +
			"themselves. A decision can be changed. The pictures are looked at by POST /media/{id}/link.",
		Errors: []string{"USER_NOT_FOUND", "IDENTITY_CARD_MISSING", "CHANGED_MEANWHILE"},
	}, a.decideIdentity)
}

func (a *API) decideIdentity(ctx context.Context, in *decideIdentityRequest) (*userAnswer, error) {
	id, err := in.parse(notFound("USER_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerUser(a.Services.User.DecideCard(ctx, id, user.CardDecision{State: b.State, Reason: b.Reason, Note: b.Note, Seen: b.Since}))
}
