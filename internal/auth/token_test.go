package auth_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/auth"
)

// parts are what a token is made of, for tests that forge one.
type parts struct {
	method jwt.SigningMethod
	key    any
	typ    any
	claims jwt.MapClaims
}

// take reads the parts of a genuine token.
func take(t *testing.T, access string) parts {
	t.Helper()
	claims := jwt.MapClaims{}
	token, err := jwt.NewParser(jwt.WithoutClaimsValidation()).ParseWithClaims(access, claims, func(*jwt.Token) (any, error) { return key, nil })
	require.NoError(t, err)
	return parts{method: token.Method, key: key, typ: token.Header["typ"], claims: claims}
}

func (p parts) sign(t *testing.T) string {
	t.Helper()
	token := jwt.NewWithClaims(p.method, p.claims)
	token.Header["typ"] = p.typ
	signed, err := token.SignedString(p.key)
	require.NoError(t, err)
	return signed
}

func TestAccessTokenSaysWhatItMust(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	p := take(t, s.Tokens.Access)
	subject, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)

	require.Equal(t, "HS256", p.method.Alg())
	require.Equal(t, "at+jwt", p.typ)
	id, err := uuid.Parse(p.claims["jti"].(string))
	require.NoError(t, err)
	require.Equal(t, uuid.Version(7), id.Version())
	delete(p.claims, "jti")
	require.Equal(t, jwt.MapClaims{
		"iss": "rihla", "aud": []any{"rihla-api"}, "sub": s.User.ID.String(), "sid": subject.SessionID.String(), "role": "CUSTOMER",
		"iat": float64(noon.Unix()), "nbf": float64(noon.Unix() - 30), "exp": float64(noon.Unix() + 600),
	}, p.claims)
}

// The access token lives its ten minutes and no second longer.
func TestAccessTokenExpires(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	f.clock.Set(noon.Add(10*time.Minute - time.Microsecond))
	_, err := f.Authenticate(t.Context(), s.Tokens.Access)
	require.NoError(t, err)
	f.clock.Set(noon.Add(10 * time.Minute))
	_, err = f.Authenticate(t.Context(), s.Tokens.Access)
	require.ErrorIs(t, err, auth.ErrInvalidToken)
}

// Whatever differs from a token of ours, be it only one thing, is refused.
func TestForgedTokens(t *testing.T) {
	t.Parallel()
	f := setup(t)
	s := f.register(t)
	in := salma()
	in.Email = "karim@rihla.test"
	other, err := f.Register(t.Context(), in, device)
	require.NoError(t, err)

	_, err = f.Authenticate(t.Context(), take(t, s.Tokens.Access).sign(t))
	require.NoError(t, err, "taking a token apart and together again changes nothing")

	claim := func(name string, value any) func(*parts) {
		return func(p *parts) {
			p.claims[name] = value
			if value == nil {
				delete(p.claims, name)
			}
		}
	}
	otherSession := take(t, other.Tokens.Access).claims["sid"]
	for name, forge := range map[string]func(*parts){
		"alg none":             func(p *parts) { p.method, p.key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType },
		"another algorithm":    func(p *parts) { p.method = jwt.SigningMethodHS512 },
		"another key":          func(p *parts) { p.key = []byte(strings.Repeat("k", 32)) },
		"another type":         func(p *parts) { p.typ = "JWT" },
		"no type":              func(p *parts) { p.typ = nil },
		"another issuer":       claim("iss", "elsewhere"),
		"no issuer":            claim("iss", nil),
		"another audience":     claim("aud", "rihla-mail"),
		"no audience":          claim("aud", nil),
		"expired":              claim("exp", noon.Unix()),
		"no expiry":            claim("exp", nil),
		"not yet":              claim("nbf", noon.Unix()+1),
		"no beginning":         claim("nbf", nil),
		"no subject":           claim("sub", nil),
		"odd subject":          claim("sub", "salma"),
		"another's subject":    claim("sub", other.User.ID.String()),
		"another's session":    claim("sid", otherSession),
		"no session":           claim("sid", nil),
		"odd session":          claim("sid", 7),
		"a session not begun":  claim("sid", uuid.Must(uuid.NewV7()).String()),
		"expiry of a bad type": claim("exp", "tomorrow"),
	} {
		p := take(t, s.Tokens.Access)
		p.claims = maps.Clone(p.claims)
		forge(&p)
		_, err := f.Authenticate(t.Context(), p.sign(t))
		require.ErrorIs(t, err, auth.ErrInvalidToken, name)
	}

	header, rest, _ := strings.Cut(s.Tokens.Access, ".")
	body, signature, _ := strings.Cut(rest, ".")
	for _, token := range []string{
		"", ".", "..", "x", header, header + "." + body, header + "." + body + ".", header + "." + body + "." + signature + "A",
		header + "." + body + "." + strings.ToUpper(signature), " " + s.Tokens.Access, s.Tokens.Refresh,
	} {
		_, err := f.Authenticate(t.Context(), token)
		require.ErrorIs(t, err, auth.ErrInvalidToken, "%q", token)
	}
}
