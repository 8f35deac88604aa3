package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxBody is the largest call that is read, in bytes.
const maxBody = 64 << 10

// tokenLife is how long a sign-in lasts.
const tokenLife = 20 * time.Minute

// Devices with a behaviour of their own, for tries by hand.
const (
	// UnknownDevice is never on the licence.
	UnknownDevice = "GONE04"
	// BrokenDevice makes the service fail.
	BrokenDevice = "FAIL50"
)

// WrongCode ends every activation code that is not a lock's.
const WrongCode = "0000"

var (
	deviceForm = regexp.MustCompile(`^[A-Z0-9]{6}$`)
	// permissions are those that the service knows.
	permissions = []string{
		"Unlock", "UnlockDoor", "UnlockShackle", "WriteTime", "NudgeTime", "AuditTrail", "WriteConfiguration", "ReadPrimaryPasscode",
		"WritePrimaryPasscode", "ReadSecondaryPasscodes", "WriteSecondaryPasscodes",
	}
)

func (s *Simulator) authenticate(w http.ResponseWriter, r *http.Request) {
	var in struct{ License, Password string }
	if !read(w, r, &in) {
		return
	}
	if !equal(in.License, s.config.License) || !equal(in.Password, s.config.Password) {
		answer(w, http.StatusBadRequest, failure("license or password is wrong"))
		return
	}
	expires := s.clock.Now().Add(tokenLife)
	answer(w, http.StatusOK, map[string]any{"ApiToken": s.token(expires), "TokenExpires": expires.Format(time.RFC3339)})
}

func (s *Simulator) clientCredentials(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	id, secret, _ := r.BasicAuth()
	id, badID := url.QueryUnescape(id)
	secret, badSecret := url.QueryUnescape(secret)
	switch {
	case r.ParseForm() != nil || r.PostForm.Get("grant_type") != "client_credentials":
		answer(w, http.StatusBadRequest, map[string]string{"error": "unsupported_grant_type"})
	case badID != nil, badSecret != nil, s.config.ClientID == "", !equal(id, s.config.ClientID), !equal(secret, s.config.ClientSecret):
		answer(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
	default:
		answer(w, http.StatusOK, map[string]any{
			"access_token": s.token(s.clock.Now().Add(tokenLife)), "token_type": "Bearer", "expires_in": int(tokenLife / time.Second),
		})
	}
}

// token says until when it is good, signed.
func (s *Simulator) token(expires time.Time) string {
	text := strconv.FormatInt(expires.Unix(), 10)
	return text + "." + s.sign(text)
}

func (s *Simulator) sign(text string) string {
	mac := hmac.New(sha256.New, []byte(s.state.Secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

// call is what the calls of the API have in common.
type call struct {
	DeviceIdentifier string
	ActivationCode   string
	UserID           int `json:"UserId"`
	// Of an access profile.
	AccessScheduleDays, AccessStartTime, AccessEndTime string
	ProfileActivation, ProfileExpiration               string
	Permissions                                        []string
	// Of a temporary code.
	FirmwareVersion string
	KeyNumber       int
	WhenValid       string
}

// licensed lets a call through that is signed in, with the lock service's own lock held.
func (s *Simulator) licensed(next func(w http.ResponseWriter, in call)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("X-APIToken")
		if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && given == "" {
			given = bearer
		}
		until, signature, _ := strings.Cut(given, ".")
		seconds, err := strconv.ParseInt(until, 10, 64)
		if err != nil || !equal(signature, s.sign(until)) || !s.clock.Now().Before(time.Unix(seconds, 0)) {
			answer(w, http.StatusUnauthorized, failure("the token is not valid"))
			return
		}
		var in call
		if !read(w, r, &in) {
			return
		}
		if in.DeviceIdentifier == BrokenDevice {
			answer(w, http.StatusInternalServerError, failure("internal error"))
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		next(w, in)
	}
}

func (s *Simulator) activate(w http.ResponseWriter, in call) {
	switch {
	case in.DeviceIdentifier == UnknownDevice:
		answer(w, http.StatusNotFound, failure("device not found"))
		return
	case !deviceForm.MatchString(in.DeviceIdentifier):
		answer(w, http.StatusNotFound, failure("device not found"))
		return
	case in.ActivationCode == "" || strings.HasSuffix(in.ActivationCode, WrongCode):
		answer(w, http.StatusBadRequest, failure("activation code is wrong"))
		return
	}
	if s.state.Devices[in.DeviceIdentifier] == nil {
		s.state.Devices[in.DeviceIdentifier] = &device{ActivatedAt: s.clock.Now()}
	}
	s.done(w, map[string]any{})
}

func (s *Simulator) deactivate(w http.ResponseWriter, in call) {
	if s.device(w, in) == nil {
		return
	}
	delete(s.state.Devices, in.DeviceIdentifier)
	s.done(w, map[string]any{})
}

func (s *Simulator) describe(w http.ResponseWriter, in call) {
	if s.device(w, in) == nil {
		return
	}
	answer(w, http.StatusOK, map[string]any{"Result": "Success", "Messages": []string{}, "Device": map[string]any{
		"deviceIdentifier": in.DeviceIdentifier, "firmwareVersion": 1505,
		"deviceTraitList": []map[string]string{{"name": "ModelNumber", "value": "4401"}},
	}})
}

func (s *Simulator) createProfile(w http.ResponseWriter, in call) {
	d := s.device(w, in)
	if d == nil {
		return
	}
	from, badFrom := time.Parse(time.RFC3339, in.ProfileActivation)
	until, badUntil := time.Parse(time.RFC3339, in.ProfileExpiration)
	known := func(p string) bool { return slices.Contains(permissions, p) }
	if badFrom != nil || badUntil != nil || !until.After(from) || in.UserID < 1 || in.AccessScheduleDays == "" || in.AccessStartTime == "" ||
		in.AccessEndTime == "" || len(in.Permissions) == 0 || slices.ContainsFunc(in.Permissions, func(p string) bool { return !known(p) }) {
		answer(w, http.StatusBadRequest, failure("the access profile is not valid"))
		return
	}
	d.Profiles = slices.DeleteFunc(d.Profiles, func(p profile) bool { return !p.Until.After(s.clock.Now()) })
	d.Profiles = append(d.Profiles, profile{UserID: in.UserID, From: from, Until: until, Permissions: in.Permissions})
	s.done(w, map[string]any{"AccessProfile": random(48)})
}

func (s *Simulator) createCode(w http.ResponseWriter, in call) {
	if s.device(w, in) == nil {
		return
	}
	at, err := time.Parse(time.RFC3339, in.WhenValid)
	if err != nil || in.FirmwareVersion == "" || in.KeyNumber < 1 {
		answer(w, http.StatusBadRequest, failure("the temporary code request is not valid"))
		return
	}
	start := at.UTC().Truncate(window)
	answer(w, http.StatusOK, map[string]any{
		"Result": "Success", "Messages": []string{}, "TemporaryCode": s.codeOf(in.DeviceIdentifier, start),
		"ValidFrom": start.Format(time.RFC3339), "ValidUntil": start.Add(2 * window).Format(time.RFC3339),
	})
}

// device finds a lock of the licence, or answers that there is none.
func (s *Simulator) device(w http.ResponseWriter, in call) *device {
	d := s.state.Devices[in.DeviceIdentifier]
	if d == nil {
		answer(w, http.StatusNotFound, failure("device not found"))
	}
	return d
}

// done keeps what was changed and answers.
func (s *Simulator) done(w http.ResponseWriter, body map[string]any) {
	if err := s.save(); err != nil {
		s.log.Error("test lock service: keep its locks", slog.Any("error", err))
		answer(w, http.StatusInternalServerError, failure("not recorded"))
		return
	}
	body["Result"], body["Messages"] = "Success", []string{}
	answer(w, http.StatusOK, body)
}

func read(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(into); err != nil {
		answer(w, http.StatusBadRequest, failure("unreadable body"))
		return false
	}
	return true
}

func failure(message string) map[string]any {
	return map[string]any{"Result": "Failure", "Messages": []string{message}}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func equal(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }
