package payzone

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The vectors were computed independently of this package, with invented keys.
const (
	launchVector   = `{"merchantAccount":"Acme_Test","timestamp":1767225600,"price":"125.50","currency":"MAD"}`
	callbackVector = `{"id":"ch_1","status":"CHARGED"}`
)

func TestSignLaunch(t *testing.T) {
	t.Parallel()
	require.Equal(t, "2932235e884219e67dd8264ddb1976b32b9a9ba1b1f8ef5cf333b05a7625b805", signLaunch("pw-secret", []byte(launchVector)))
}

func TestCallbackGenuine(t *testing.T) {
	t.Parallel()
	const signature = "a659809048f9686bba671813d6ab30451eba28610feca698625f2aa57f2631b2"
	body := []byte(callbackVector)
	require.True(t, callbackGenuine("notif-key", body, signature))
	require.True(t, callbackGenuine("notif-key", body, strings.ToUpper(signature)), "hex in either case")
	require.False(t, callbackGenuine("notif-key", append([]byte(" "), body...), signature), "one byte more")
	require.False(t, callbackGenuine("other-key", body, signature))
	require.False(t, callbackGenuine("notif-key", body, signature[:62]), "cut short")
	require.False(t, callbackGenuine("notif-key", body, ""))
	require.False(t, callbackGenuine("notif-key", body, "not hex"))
}

func TestSignCall(t *testing.T) {
	t.Parallel()
	account := Config{CallerName: "$apicaller", MerchantAccount: "Acme_Test", CallerPassword: "caller-pass", LowerHex: true}
	at := time.Unix(1767225600, 0)
	const get, post = "8435bbce0bf1617a6ec489b319bd936439889b5c5554ce3bd3454e116665664c", "de7c06abaa457da61726c192e62394308a780d198fb550c5db62a3b53e04d0be"
	require.Equal(t, get, account.signCall(at, "/api/v3/charges/ch_1", nil))
	require.Equal(t, post, account.signCall(at, "/api/v3/charges/ch_1", []byte(`{"command":"REFUND","amount":125.5}`)))

	account.LowerHex = false
	require.Equal(t, strings.ToUpper(get), account.signCall(at, "/api/v3/charges/ch_1", nil), "upper case unless told otherwise")
}
