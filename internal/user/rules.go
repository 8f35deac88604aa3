package user

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Limits of the fields (specification sections 5 and 9). Lengths are characters.
const (
	NameMax     = 50
	PasswordMin = 8
	// PasswordMax bounds the work that a stranger can ask for; nothing is ever cut off.
	PasswordMax = 200
	// EmailMax is the longest address that mail can be sent to (RFC 5321 section 4.5.3.1.3, less the brackets).
	EmailMax = 254
	// emailLocalMax is the longest part before the @ (RFC 5321 section 4.5.3.1.1).
	emailLocalMax = 64
	phoneMax      = 30
	// A telephone number has at most 15 digits (ITU-T E.164) and, with its area, hardly fewer than 6.
	phoneDigitsMin, phoneDigitsMax = 6, 15
)

var (
	// domainPattern asks for at least two labels, the last not a number: mail leaves the machine.
	domainPattern = regexp.MustCompile(`^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$`)
	phonePattern  = regexp.MustCompile(`^\+?[0-9 ().-]+$`)
)

// CheckEmail notes what is wrong with a trimmed address. Addresses are ASCII: not every mail server takes others.
func CheckEmail(c *errs.Collector, field, email string) {
	switch {
	case email == "":
		c.Add(field, "REQUIRED")
	case utf8.RuneCountInString(email) > EmailMax:
		c.Add(field, "TOO_LONG", "count", EmailMax)
	case !validEmail(email):
		c.Add(field, "INVALID_EMAIL")
	}
}

// nowhere ends domains that can have no mailbox (RFC 2606 section 2). Erased accounts have their addresses there.
const nowhere = ".invalid"

func validEmail(email string) bool {
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Name != "" || parsed.Address != email { // "Name <a@b.c>" and comments parse too
		return false
	}
	local, domain, _ := strings.Cut(email, "@")
	ascii := !strings.ContainsFunc(email, func(r rune) bool { return r > unicode.MaxASCII })
	return ascii && len(local) <= emailLocalMax && domainPattern.MatchString(domain) && !strings.HasSuffix(strings.ToLower(domain), nowhere)
}

// CheckNewPassword notes what is wrong with a password that somebody chooses.
func CheckNewPassword(c *errs.Collector, field, password string) {
	if !CheckPasswordLength(c, field, password) {
		return
	}
	has := func(class func(rune) bool) bool { return strings.ContainsFunc(password, class) }
	c.Check(has(unicode.IsLower) && has(unicode.IsUpper) && has(unicode.IsDigit), field, "PASSWORD_WEAK")
}

// CheckPasswordLength notes a password that cannot be anybody's for its length alone, and tells whether it can.
func CheckPasswordLength(c *errs.Collector, field, password string) bool {
	switch n := utf8.RuneCountInString(password); {
	case n == 0:
		c.Add(field, "REQUIRED")
	case n < PasswordMin:
		c.Add(field, "TOO_SHORT", "count", PasswordMin)
	case n > PasswordMax:
		c.Add(field, "TOO_LONG", "count", PasswordMax)
	default:
		return true
	}
	return false
}

// checkName notes what is wrong with a trimmed first or last name. Control characters would reach mail headers.
func checkName(c *errs.Collector, field, name string) {
	switch {
	case name == "":
		c.Add(field, "REQUIRED")
	case utf8.RuneCountInString(name) > NameMax:
		c.Add(field, "TOO_LONG", "count", NameMax)
	case strings.ContainsFunc(name, unicode.IsControl):
		c.Add(field, "INVALID_FORMAT")
	}
}

// checkPhone notes what is wrong with a trimmed telephone number; none is fine.
func checkPhone(c *errs.Collector, field, number string) {
	if number == "" {
		return
	}
	if utf8.RuneCountInString(number) > phoneMax {
		c.Add(field, "TOO_LONG", "count", phoneMax)
		return
	}
	digits := 0
	for _, r := range number {
		if '0' <= r && r <= '9' {
			digits++
		}
	}
	c.Check(phonePattern.MatchString(number) && phoneDigitsMin <= digits && digits <= phoneDigitsMax, field, "INVALID_FORMAT")
}

func checkLanguage(c *errs.Collector, field string, language i18n.Language) {
	c.Check(slices.Contains(i18n.Languages, language), field, "INVALID_CHOICE", "values", join(i18n.Languages))
}

// checkRole notes a role that is none of roles, and a franchise administrator without a franchise.
func checkRole(c *errs.Collector, role authz.Role, franchiseID *uuid.UUID, roles []authz.Role) {
	c.Check(slices.Contains(roles, role), "role", "INVALID_CHOICE", "values", join(roles))
	c.Check(role != authz.FranchiseAdmin || franchiseID != nil, "franchiseId", "REQUIRED")
}

// check notes what is wrong with the fields of an account that are not proofs of identity; roles are those it may have.
func (u User) check(c *errs.Collector, roles []authz.Role) {
	checkName(c, "firstName", u.FirstName)
	checkName(c, "lastName", u.LastName)
	if u.PhoneNumber != nil {
		checkPhone(c, "phoneNumber", *u.PhoneNumber)
	}
	checkLanguage(c, "language", u.Language)
	checkRole(c, u.Role, u.FranchiseID, roles)
	if u.IdentityCardFront != nil {
		check.URL(c, "identityCardFront", *u.IdentityCardFront)
	}
	if u.IdentityCardCover != nil {
		check.URL(c, "identityCardCover", *u.IdentityCardCover)
	}
}

func (u User) err() error {
	var c errs.Collector
	u.check(&c, authz.Roles)
	return c.Err()
}

func join[T ~string](values []T) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = string(v)
	}
	return strings.Join(words, ", ")
}
