package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/listing"
	"rihla/internal/user"
)

// userView is an account as its owner and staff read it; the password never leaves (specification section 3).
type userView struct {
	ID                uuid.UUID     `json:"id"`
	Email             string        `json:"email" format:"email"`
	FirstName         string        `json:"firstName"`
	LastName          string        `json:"lastName"`
	PhoneNumber       *string       `json:"phoneNumber"`
	Role              authz.Role    `json:"role"`
	FranchiseID       *uuid.UUID    `json:"franchiseId"`
	Language          i18n.Language `json:"language"`
	IdentityCardFront *string       `json:"identityCardFront" doc:"Address of the picture"`
	IdentityCardCover *string       `json:"identityCardCover" doc:"Address of the picture"`
	IdentityCard      identityCard  `json:"identityCard"`
	EmailVerifiedAt   *time.Time    `json:"emailVerifiedAt" doc:"When a link mailed to the address was used; null: not yet"`
	BlockedAt         *time.Time    `json:"blockedAt" doc:"Since when nobody may sign in with it; null: they may"`
	BlockedReason     *string       `json:"blockedReason,omitempty" doc:"Only in answers to staff about others"`
	CreatedAt         time.Time     `json:"createdAt"`
	UpdatedAt         time.Time     `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
}

func toUserView(u user.User) userView {
	return userView{
		ID: u.ID, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName, PhoneNumber: u.PhoneNumber,
		Role: u.Role, FranchiseID: u.FranchiseID, Language: u.Language,
		IdentityCardFront: u.IdentityCardFront, IdentityCardCover: u.IdentityCardCover,
		IdentityCard:    toIdentityCard(u.Card),
		EmailVerifiedAt: utcPointer(u.EmailVerifiedAt), BlockedAt: utcPointer(u.BlockedAt), BlockedReason: u.BlockedReason, CreatedAt: utc(u.CreatedAt), UpdatedAt: utc(u.UpdatedAt),
	}
}

// UserFilters narrow a list of accounts. Exported because the framework describes only such embedded structs.
type UserFilters struct {
	SearchText
	Email         string         `query:"email" maxLength:"200" doc:"Part of the address"`
	FirstName     string         `query:"firstName" maxLength:"200" doc:"Part of the first name"`
	LastName      string         `query:"lastName" maxLength:"200" doc:"Part of the last name"`
	Role          authz.Role     `query:"role"`
	FranchiseID   string         `query:"franchiseId" doc:"Accounts of this franchise"`
	CardState     user.CardState `query:"identityCardState" doc:"How far the check of the identity card is; SUBMITTED, sorted by identityCardSince: who waits, the longest first"`
	CreatedAfter  timeText       `query:"createdAfter" doc:"The instant included"`
	CreatedBefore timeText       `query:"createdBefore" doc:"The instant included"`
}

func (in UserFilters) input(page listing.Page) (user.ListInput, error) {
	var f filters
	out := user.ListInput{
		Page: page, Search: in.Q, Email: in.Email, FirstName: in.FirstName, LastName: in.LastName, Role: in.Role, CardState: in.CardState,
		FranchiseID:  f.id("franchiseId", in.FranchiseID),
		CreatedAfter: f.instant("createdAfter", in.CreatedAfter), CreatedBefore: f.instant("createdBefore", in.CreatedBefore),
	}
	return out, f.Err()
}

type listUsersRequest struct {
	ListQuery
	UserFilters
}

type exportUsersRequest struct {
	SortQuery
	UserFilters
}

type usersData struct {
	Users      []userView `json:"users"`
	Pagination pagination `json:"pagination"`
}

type usersAnswer data[usersData]

type userData struct {
	User userView `json:"user"`
}

type (
	userAnswer        data[userData]
	userCreatedAnswer created[userData]
)

type createUserRequest struct {
	Body struct {
		FirstName   string        `json:"firstName" doc:"1 to 50 characters"`
		LastName    string        `json:"lastName" doc:"1 to 50 characters"`
		Email       string        `json:"email" doc:"An address that has no account yet, in whatever capitals"`
		Password    string        `json:"password" doc:"8 to 200 characters, with a lowercase letter, an uppercase letter and a digit"`
		PhoneNumber *string       `json:"phoneNumber,omitempty" nullable:"true" doc:"Up to 15 digits; spaces, dots, hyphens, brackets and a leading + are fine"`
		Language    i18n.Language `json:"language,omitempty" doc:"en, fr or ar; without it French"`
		Role        authz.Role    `json:"role,omitempty" doc:"CUSTOMER when left out; ADMIN is an administrator's to give"`
		FranchiseID *uuid.UUID    `json:"franchiseId,omitempty" nullable:"true" doc:"Required for FRANCHISE_ADMIN; a franchise administrator's own when left out"`
	}
}

type updateUserRequest struct {
	IDPath
	Body struct {
		FirstName         *string             `json:"firstName,omitempty"`
		LastName          *string             `json:"lastName,omitempty"`
		PhoneNumber       optional[string]    `json:"phoneNumber,omitempty"`
		Language          *i18n.Language      `json:"language,omitempty"`
		IdentityCardFront optional[string]    `json:"identityCardFront,omitempty" doc:"Address of the picture"`
		IdentityCardCover optional[string]    `json:"identityCardCover,omitempty" doc:"Address of the picture"`
		Role              *authz.Role         `json:"role,omitempty" doc:"Read from administrators only"`
		FranchiseID       optional[uuid.UUID] `json:"franchiseId,omitempty" doc:"Read from administrators only"`
		UpdatedAt         *time.Time          `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerUsers() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/users", ID: "listUsers", Tag: "users", Permission: authz.UserList,
		Summary:     "Accounts, the newest first",
		Description: "A franchise administrator reads the accounts of its franchise and the customers who have booked there. Deleted accounts are not listed.",
	}, a.listUsers)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/users/export", ID: "exportUsers", Tag: "users", Permission: authz.UserList,
		Summary: "The same list as CSV",
	}, "users", userColumns, a.exportUsers)
	register(a, Operation{
		Method: http.MethodPost, Path: "/users", ID: "createUser", Tag: "users", Permission: authz.UserCreate,
		Status: http.StatusCreated, Summary: "Create an account",
		Description: "An administrator gives any role and franchise; a franchise administrator makes customers and franchise administrators of its own franchise.",
		Errors:      []string{"EMAIL_TAKEN", "FRANCHISE_NOT_FOUND"},
	}, a.createUser)
	register(a, Operation{
		Method: http.MethodGet, Path: "/users/{id}", ID: "getUser", Tag: "users", Permission: authz.UserGetByID,
		Summary: "One account", Description: "Everyone reads their own.", Errors: []string{"USER_NOT_FOUND"},
	}, a.getUser)
	register(a, Operation{
		Method: http.MethodPut, Path: "/users/{id}", ID: "updateUser", Tag: "users", Permission: authz.UserUpdate,
		Summary: "Change an account; what is left out stays",
		Description: "Role and franchise are an administrator's to give: sent by anybody else they are not read. A new role or franchise ends the " +
			"account's sessions. The address and the password have calls of their own.",
		Errors: []string{"USER_NOT_FOUND", "FRANCHISE_NOT_FOUND", "LAST_ADMIN", "CHANGED_MEANWHILE", "MEDIA_GONE", "MEDIA_MISPLACED"},
	}, a.updateUser)
	a.registerIdentity()
	register(a, Operation{
		Method: http.MethodDelete, Path: "/users/{id}", ID: "deleteUser", Tag: "users", Permission: authz.UserDelete,
		Status: http.StatusNoContent, Summary: "Delete somebody's account: erase who it was",
		Description: "Name, address, telephone number, identity card, password and sessions are erased for good; bookings and payments stay. " +
			"One's own account is deleted with one's password: POST /auth/delete-account.",
		Errors: []string{"USER_NOT_FOUND", "USER_HAS_BOOKINGS", "LAST_ADMIN", "OWN_ACCOUNT"},
	}, a.deleteUser)
}

// userColumns are the columns of the export.
var userColumns = []column[user.User]{
	{"id", func(u user.User) string { return u.ID.String() }},
	{"email", func(u user.User) string { return u.Email }},
	{"firstName", func(u user.User) string { return u.FirstName }},
	{"lastName", func(u user.User) string { return u.LastName }},
	{"phoneNumber", func(u user.User) string { return orEmpty(u.PhoneNumber) }},
	{"role", func(u user.User) string { return string(u.Role) }},
	{"franchiseId", func(u user.User) string { return idText(u.FranchiseID) }},
	{"identityCardState", func(u user.User) string { return string(u.Card.State) }},
	{"language", func(u user.User) string { return string(u.Language) }},
	{"emailVerifiedAt", func(u user.User) string { return timeTextOf(u.EmailVerifiedAt) }},
	{"createdAt", func(u user.User) string { return timeTextOf(&u.CreatedAt) }},
	{"updatedAt", func(u user.User) string { return timeTextOf(&u.UpdatedAt) }},
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (a *API) listUsers(ctx context.Context, in *listUsersRequest) (*usersAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	found, total, err := a.Services.User.List(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &usersAnswer{}
	out.Body.Data = usersData{Users: views(found, toUserView), Pagination: paginate(in.Page, in.Limit, total)}
	return out, nil
}

func (a *API) exportUsers(in *exportUsersRequest) (func(context.Context, func(user.User) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(user.User) error) error {
		return a.Services.User.Export(ctx, input, yield)
	}, err
}

func (a *API) createUser(ctx context.Context, in *createUserRequest) (*userCreatedAnswer, error) {
	b := in.Body
	u, err := a.Services.User.CreateStaff(ctx, user.CreateStaffInput{
		FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, Password: b.Password, PhoneNumber: orEmpty(b.PhoneNumber),
		Language: b.Language, Role: b.Role, FranchiseID: b.FranchiseID,
	})
	if err != nil {
		return nil, err
	}
	out := &userCreatedAnswer{Location: "/users/" + u.ID.String()}
	out.Body.Data.User = toUserView(u)
	return out, nil
}

func (a *API) getUser(ctx context.Context, in *IDPath) (*userAnswer, error) {
	id, err := in.parse(notFound("USER_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	return answerUser(a.Services.User.Get(ctx, id))
}

func (a *API) updateUser(ctx context.Context, in *updateUserRequest) (*userAnswer, error) {
	id, err := in.parse(notFound("USER_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerUser(a.Services.User.Update(ctx, id, user.UpdateInput{
		FirstName: b.FirstName, LastName: b.LastName, PhoneNumber: b.PhoneNumber.change(), Language: b.Language,
		IdentityCardFront: b.IdentityCardFront.change(), IdentityCardCover: b.IdentityCardCover.change(),
		Role: b.Role, FranchiseID: b.FranchiseID.change(), Seen: b.UpdatedAt,
	}))
}

// answerUser answers with an account. Why it is blocked is for staff.
func answerUser(u user.User, err error) (*userAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &userAnswer{}
	out.Body.Data.User = toUserView(u)
	return out, nil
}

func (a *API) deleteUser(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(notFound("USER_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	return nil, a.Services.User.Erase(ctx, id)
}
