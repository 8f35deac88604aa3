package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// The walk sends every operation of the document as every kind of caller and compares what comes back with the policy
// that the operation declares (D18), and with what that caller may read (D19). What each operation is about is said in
// walk_table_test.go; one that is not listed there fails.

// row is what a request is about: whose it is and of which franchise.
type row struct {
	id uuid.UUID
	// owner is the customer whose row it is; zero: nobody's.
	owner uuid.UUID
	// franchise is nil for the platform's.
	franchise *uuid.UUID
}

// sample is one valid request of an operation.
type sample struct {
	// about is the row that decides who may; zero: whoever holds the permission.
	about row
	// listed says that the answer is a list which has about for those who may read it, and not for others.
	listed bool
	// hidden are callers who might read about and whom the list leaves it out for.
	hidden []string
	// path are the values of the path's parameters; left out, it is about's id.
	path   []string
	query  string
	body   any
	header http.Header
	// except are answers that the policy alone does not tell, by the caller's name.
	except map[string]int
	// alone asks for a caller of the same kind whom nobody else is: the request ends sessions or accounts.
	alone bool
}

// walked is an operation of the document with its place.
type walked struct {
	operation
	method, path string
}

func walkedOperations(t *testing.T) []walked {
	t.Helper()
	var out []walked
	for path, methods := range readDocument(t).Paths {
		for method, op := range methods {
			out = append(out, walked{op, strings.ToUpper(method), path})
		}
	}
	slices.SortFunc(out, func(x, y walked) int { return strings.Compare(x.OperationID, y.OperationID) })
	require.Greater(t, len(out), 20)
	return out
}

// unlisted are the operations that the walk's table does not know, as lines to add to it.
func unlisted(operations []walked) []string {
	var out []string
	for _, op := range operations {
		if walkTable[op.OperationID] == nil {
			out = append(out, fmt.Sprintf("add to internal/api/walk_table_test.go what %s %s is about: %q: func(w *world, c caller) sample { return sample{...} },",
				op.method, op.path, op.OperationID))
		}
	}
	return out
}

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// target is the address of a request.
func (s sample) target(op walked) string {
	values := s.path
	if values == nil && s.about.id != uuid.Nil {
		values = []string{s.about.id.String()}
	}
	at := -1
	address := pathParameter.ReplaceAllStringFunc(op.path, func(string) string {
		at++
		if at < len(values) {
			return url.PathEscape(values[at])
		}
		return uuid.NewString()
	})
	if s.query != "" {
		address += "?" + s.query
	}
	return address
}

// send makes a sample's request as c.
func (w *world) send(c caller, op walked, s sample) apptest.Answer {
	as := *c.Caller
	if s.header != nil {
		as.Header = as.Header.Clone()
		maps.Copy(as.Header, s.header)
	}
	return as.Do(op.method, s.target(op), s.body)
}

// allowed stands for any success.
const allowed = 0

// expected is the status that the policy wants for c, or allowed.
func expected(op walked, c caller, s sample) int {
	if status, ok := s.except[c.name]; ok {
		return status
	}
	if op.Permission == "" {
		return allowed
	}
	reach := authz.ReachOf(op.Permission, c.role)
	switch {
	case c.role == authz.Anonymous:
		return http.StatusUnauthorized
	case reach == authz.Nothing:
		return http.StatusForbidden
	case s.listed, s.about == row{}, c.reaches(reach, s.about):
		return allowed
	default:
		return http.StatusNotFound
	}
}

// reaches tells whether a row lies within a reach of c's.
func (c caller) reaches(reach authz.Reach, about row) bool {
	switch reach {
	case authz.All:
		return true
	case authz.Franchise:
		return c.franchise != nil && about.franchise != nil && *c.franchise == *about.franchise
	case authz.Own:
		return about.owner == c.UserID
	default:
		return false
	}
}

// Every operation answers every caller as the policy says, and tells nobody what is not for them.
func TestPolicyWalk(t *testing.T) {
	t.Parallel()
	operations := walkedOperations(t)
	missing := unlisted(operations)
	require.True(t, len(missing) == 0, strings.Join(missing, "\n"))
	w := newWorld(t)
	known := map[string]bool{}
	for _, op := range operations {
		known[op.OperationID] = true
		t.Run(op.OperationID, func(t *testing.T) {
			for _, c := range w.callers {
				s := walkTable[op.OperationID](w, c)
				if s.alone {
					c = w.twin(c)
					s = walkTable[op.OperationID](w, c)
				}
				answer := w.send(c, op, s)
				about := fmt.Sprintf("%s as %s: %s %s answered %d %.300s", op.OperationID, c.name, op.method, s.target(op), answer.Status, answer.Body)
				if want := expected(op, c, s); want != allowed {
					require.Equal(t, want, answer.Status, about)
				} else {
					require.Less(t, answer.Status, http.StatusMultipleChoices, about)
				}
				if s.listed && answer.Status < http.StatusMultipleChoices {
					reach := authz.ReachOf(op.Permission, c.role)
					within := (op.Permission == "" || c.reaches(reach, s.about)) && !slices.Contains(s.hidden, c.name)
					require.Equal(t, within, strings.Contains(string(answer.Body), s.about.id.String()), "%s: the row %s", about, s.about.id)
				}
				require.Empty(t, w.leaks(c, op, answer), about)
			}
		})
	}
	for id := range walkTable {
		require.True(t, known[id], "walk_table_test.go has a line for %s, which is no operation", id)
	}
}

// secretMembers are the members that only some read with a value in them: nobody, staff or those who sign in.
var secretMembers = map[string]func(caller, walked) bool{
	"password":          never,
	"passwordHash":      never,
	"tokenHash":         never,
	"deletedAt":         never,
	"accessToken":       onlyAtSignIn,
	"refreshToken":      onlyAtSignIn,
	"notesByAdmin":      onlyStaff,
	"grayCardUrl":       onlyStaff,
	"odometerKm":        onlyStaff,
	"blockedReason":     onlyStaff,
	"insuranceUrl":      onlyStaff,
	"commissionRate":    onlyStaff,
	"smartLockDeviceId": onlyStaff,
	"activationCode":    never,
	// A customer reads the plate once a booking is confirmed; that of one that is not is a secret of the world's.
	"registrationNumber": func(c caller, _ walked) bool { return c.staff() || c.name == "owner" },
}

func never(caller, walked) bool         { return false }
func onlyStaff(c caller, _ walked) bool { return c.staff() }
func onlyAtSignIn(_ caller, op walked) bool {
	return slices.Contains([]string{"login", "register", "refreshToken"}, op.OperationID)
}
func (c caller) staff() bool { return c.role == authz.Admin || c.role == authz.FranchiseAdmin }

// leaks says what an answer tells c that is not for c.
func (w *world) leaks(c caller, op walked, answer apptest.Answer) []string {
	var found []string
	for text, readers := range w.secrets {
		if !slices.Contains(readers, c.name) && strings.Contains(string(answer.Body), text) {
			found = append(found, fmt.Sprintf("%s is for %v", text, readers))
		}
	}
	var decoded any
	if json.Unmarshal(answer.Body, &decoded) != nil {
		return found
	}
	eachMember(decoded, func(name string, value any) {
		if may := secretMembers[name]; may != nil && value != nil && value != "" && !may(c, op) {
			found = append(found, fmt.Sprintf("the member %s: %v", name, value))
		}
	})
	return found
}

// eachMember visits every member of every object in a decoded answer.
func eachMember(value any, visit func(name string, value any)) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			eachMember(item, visit)
		}
	case object:
		for name, item := range v {
			visit(name, item)
			eachMember(item, visit)
		}
	}
}

// What the public does not see, though the operation that reads it is open to all: rows that are not active. They are
// absent for everybody whom the permission beside does not bring there (D18, D19).
func TestHiddenRowsWalk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hidden := map[string]struct {
		about      row
		hide       string
		permission authz.Permission
	}{
		"getFranchise":    {w.emptyFranchise(), "update franchises set status = 'SUSPENDED' where id = $1", authz.FranchiseGetByID},
		"getMotorcycle":   {w.motorcycle(), "update motorcycles set status = 'UNAVAILABLE' where id = $1", authz.MotorcycleGetByID},
		"getParkingPoint": {w.point(), "update parking_points set is_active = false where id = $1", authz.ParkingPointGetByID},
		"getSupplement":   {w.supplement(), "update supplements set is_active = false where id = $1", authz.SupplementGetByID},
	}
	for _, op := range walkedOperations(t) {
		of, ok := hidden[op.OperationID]
		if !ok {
			continue
		}
		delete(hidden, op.OperationID)
		w.exec(of.hide, of.about.id)
		for _, c := range w.callers {
			answer := w.send(c, op, sample{about: of.about})
			want := http.StatusNotFound
			if c.reaches(authz.ReachOf(of.permission, c.role), of.about) {
				want = http.StatusOK
			}
			require.Equal(t, want, answer.Status, "%s of a hidden row as %s: %s", op.OperationID, c.name, answer.Body)
		}
	}
	require.Empty(t, hidden)
}

// internalPermissions are asked for within operations: for rows that the public does not see, for the part of a change
// that is staff's. All features are public: theirs only opens the admin area's page (specification section 6).
var internalPermissions = []authz.Permission{
	authz.FranchiseGetByID, authz.MotorcycleFeatureGetByID, authz.MotorcycleGetByID, authz.ParkingPointGetByID, authz.SupplementGetByID,
}

// A permission that no operation asks for is a promise of the policy that nothing keeps.
func TestEveryPermissionIsAskedFor(t *testing.T) {
	t.Parallel()
	asked := slices.Clone(internalPermissions)
	for _, op := range walkedOperations(t) {
		if op.Permission != "" {
			require.NotContains(t, internalPermissions, op.Permission, "%s asks for it: take it out of internalPermissions", op.OperationID)
			asked = append(asked, op.Permission)
		}
	}
	var idle []authz.Permission
	for _, permission := range authz.Permissions() {
		if !slices.Contains(asked, permission) {
			idle = append(idle, permission)
		}
	}
	require.Empty(t, idle, "asked for by no operation, nor among internalPermissions")
}
