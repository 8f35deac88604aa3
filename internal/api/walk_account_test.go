package api_test

import (
	"maps"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// accountWalk are the lines of the walk's table about one's own account.
var accountWalk = map[string]func(*world, caller) sample{
	"changeEmail": func(w *world, _ caller) sample {
		return sample{alone: true, body: object{"newEmail": w.newcomer()["email"], "password": apptest.Password}}
	},
	"changePassword": func(*world, caller) sample {
		return sample{alone: true, body: object{"currentPassword": apptest.Password, "newPassword": "Toubkal-4167"}}
	},
	"chooseNotices": func(*world, caller) sample {
		return sample{alone: true, body: object{"unwanted": []string{"franchise_moved"}}}
	},
	"confirmEmail": func(w *world, _ caller) sample {
		to := w.newcomer()["email"].(string)
		w.Customer().Post("/auth/change-email", object{"newEmail": to, "password": apptest.Password})
		return sample{body: object{"token": w.Link(w.Mail(to), "/auth/confirm-email").Get("token")}}
	},
	"downloadMyData":   func(*world, caller) sample { return sample{} },
	"endOtherSessions": func(*world, caller) sample { return sample{alone: true} },
	"endSession":       func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.session())} },
	"forgotPassword":   func(w *world, _ caller) sample { return sample{body: object{"email": w.newcomer()["email"]}} },
	"getNotices":       func(*world, caller) sample { return sample{} },
	"listSessions":     func(*world, caller) sample { return sample{} },
	"resetPassword":    resetSample,
}

func init() { maps.Copy(walkTable, accountWalk) }

// session is one of the owner's that nobody uses.
func (w *world) session() uuid.UUID {
	w.t.Helper()
	id := uuid.Must(uuid.NewV7())
	w.exec("insert into sessions (id, user_id, created_at, last_used_at, expires_at) select $1, $2, at, at, at + interval '1 day' from (values ($3::timestamptz)) now(at)",
		id, w.owner.UserID, w.Clock.Now())
	return id
}

// resetSample sets the password of somebody who has forgotten it.
func resetSample(w *world, _ caller) sample {
	w.t.Helper()
	forgetful := w.newcomer()
	w.SignedIn(w.Visitor().Post("/auth/register", forgetful))
	w.ClearMails(forgetful["email"].(string), 1)
	require.Empty(w.t, w.Visitor().Post("/auth/forgot-password", object{"email": forgetful["email"]}).Body)
	token := w.Link(w.Mail(forgetful["email"].(string)), "/auth/reset-password").Get("token")
	return sample{body: object{"token": token, "email": forgetful["email"], "password": "Toubkal-4167"}}
}
