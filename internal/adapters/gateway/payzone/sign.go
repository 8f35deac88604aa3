package payzone

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// signLaunch signs the exact bytes of a launch payload: a plain SHA-256 of the secret followed by the payload, not an
// HMAC. That is Payzone's choice.
func signLaunch(paywallSecretKey string, payload []byte) string {
	sum := sha256.Sum256(append([]byte(paywallSecretKey), payload...))
	return hex.EncodeToString(sum[:])
}

// callbackGenuine tells whether signature, in any case of hex, is the HMAC-SHA256 of the raw body. It takes the same
// time whatever the difference.
func callbackGenuine(notificationKey string, body []byte, signature string) bool {
	given, err := hex.DecodeString(strings.ToLower(strings.TrimSpace(signature)))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(notificationKey))
	mac.Write(body)
	return hmac.Equal(mac.Sum(nil), given)
}

// signCall signs a call of the API: caller, merchant, seconds, path with its query and body, joined without a
// separator.
func (c Config) signCall(at time.Time, path string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(c.CallerPassword))
	mac.Write([]byte(c.CallerName + c.MerchantAccount + strconv.FormatInt(at.Unix(), 10) + path))
	mac.Write(body)
	signature := hex.EncodeToString(mac.Sum(nil))
	if c.LowerHex {
		return signature
	}
	return strings.ToUpper(signature)
}
