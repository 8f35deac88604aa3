package auth

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
)

// tokenType keeps other tokens signed with the same key from passing as access tokens (RFC 9068 section 2.1).
const tokenType = "at+jwt"

// clockSkew is how far the clock of a replica that verifies may be behind that of the one that issued.
const clockSkew = 30 * time.Second

// claims of an access token. The role is for the client's eyes: the server reads the present one from the database.
type claims struct {
	jwt.RegisteredClaims
	SessionID uuid.UUID  `json:"sid"`
	Role      authz.Role `json:"role"`
}

// signer issues and verifies access tokens.
type signer struct {
	key              []byte
	issuer, audience string
	life             time.Duration
	clock            clock.Clock
	parser           *jwt.Parser
}

func newSigner(config Config, clock clock.Clock) (*signer, error) {
	if len(config.Key) < MinKeyBytes {
		return nil, fmt.Errorf("the token signing key has %d bytes; it needs at least %d", len(config.Key), MinKeyBytes)
	}
	s := &signer{
		key:      config.Key,
		issuer:   cmp.Or(config.Issuer, "rihla"),
		audience: cmp.Or(config.Audience, "rihla-api"),
		life:     cmp.Or(config.AccessLife, defaultAccessLife),
		clock:    clock,
	}
	s.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(s.issuer), jwt.WithAudience(s.audience),
		jwt.WithExpirationRequired(), jwt.WithNotBeforeRequired(),
		jwt.WithStrictDecoding(), jwt.WithTimeFunc(clock.Now),
	)
	return s, nil
}

// issue returns an access token of a session that ends at sessionEnd; the token never outlives it.
func (s *signer) issue(userID, sessionID uuid.UUID, role authz.Role, sessionEnd time.Time) (string, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", fmt.Errorf("new token id: %w", err)
	}
	now := s.clock.Now()
	expires := now.Add(s.life)
	if expires.After(sessionEnd) {
		expires = sessionEnd
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: s.issuer, Audience: jwt.ClaimStrings{s.audience}, Subject: userID.String(), ID: id.String(),
			IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now.Add(-clockSkew)), ExpiresAt: jwt.NewNumericDate(expires),
		},
		SessionID: sessionID,
		Role:      role,
	})
	token.Header["typ"] = tokenType
	signed, err := token.SignedString(s.key)
	if err != nil {
		return "", fmt.Errorf("sign access token: %w", err)
	}
	return signed, nil
}

// verify returns the user and the session that a token names, when it is one that issue made and is good now. The
// session may have ended all the same.
func (s *signer) verify(access string) (uuid.UUID, uuid.UUID, error) {
	var c claims
	token, err := s.parser.ParseWithClaims(access, &c, func(*jwt.Token) (any, error) { return s.key, nil })
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	if typ, _ := token.Header["typ"].(string); typ != tokenType {
		return uuid.Nil, uuid.Nil, errors.New("not an access token")
	}
	userID, err := uuid.Parse(c.Subject)
	if err != nil {
		return uuid.Nil, uuid.Nil, fmt.Errorf("subject: %w", err)
	}
	return userID, c.SessionID, nil
}

// tokenBytes is the size of an opaque token, of a refresh or of a mailed link: 256 bits, beyond guessing.
const tokenBytes = 32

// newToken returns an opaque token and what is stored of it, its hash.
func newToken() (string, []byte) {
	raw := make([]byte, tokenBytes)
	_, _ = rand.Read(raw) // never fails (crypto/rand)
	token := base64.RawURLEncoding.EncodeToString(raw)
	return token, hashToken(token)
}

// hashToken returns what is stored of a token. It is random and long, so a fast hash cannot be reversed.
func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
