package api

import (
	"context"
	"net/http"

	"rihla/internal/notice"
	"rihla/internal/notify"
	"rihla/internal/platform/authz"
)

// staffLetter is one of the letters to a franchise that its people can do without.
type staffLetter notify.Letter

type noticesView struct {
	Letters        []staffLetter `json:"letters" doc:"What there is to choose from: letters to the franchise that its people get at their own addresses too"`
	Unwanted       []staffLetter `json:"unwanted" doc:"Those that whoever asks does not get"`
	FranchiseEmail string        `json:"franchiseEmail" format:"email" doc:"The franchise's own address, which gets all of them, whoever wants what"`
}

type noticesData struct {
	Notices noticesView `json:"notices" doc:"Which letters to the franchise whoever asks gets"`
}

type noticesAnswer data[noticesData]

type chooseNoticesRequest struct {
	Body struct {
		Unwanted []staffLetter `json:"unwanted" maxItems:"100" doc:"Every letter that one does not want; the others come"`
	}
}

// registerNotices adds which letters to its franchise somebody of its staff gets.
func (a *API) registerNotices() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/auth/notices", ID: "getNotices", Tag: "Sign-in", Permission: authz.NoticeChoose,
		Summary:     "Which letters to one's franchise one gets oneself",
		Description: "Letters about one's own account, such as a changed password, always come and are not among them.",
	}, func(ctx context.Context, _ *struct{}) (*noticesAnswer, error) {
		return answerNotices(a.Services.Notice.Choices(ctx))
	})
	register(a, Operation{
		Method: http.MethodPut, Path: "/auth/notices", ID: "chooseNotices", Tag: "Sign-in", Permission: authz.NoticeChoose,
		Summary: "Choose which letters to one's franchise one gets oneself",
	}, func(ctx context.Context, in *chooseNoticesRequest) (*noticesAnswer, error) {
		return answerNotices(a.Services.Notice.Choose(ctx, lettersOf[notify.Letter](in.Body.Unwanted)))
	})
}

func answerNotices(c notice.Choices, err error) (*noticesAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &noticesAnswer{}
	out.Body.Data.Notices = noticesView{lettersOf[staffLetter](notice.Choosable), lettersOf[staffLetter](c.Unwanted), c.FranchiseEmail}
	return out, nil
}

func lettersOf[To, From ~string](from []From) []To {
	return views(from, func(letter From) To { return To(letter) })
}
