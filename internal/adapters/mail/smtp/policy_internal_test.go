package smtp

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/wneessen/go-mail"
)

// No password and no mail crosses a network in the clear.
func TestTLSIsDemandedBeyondThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]mail.TLSPolicy{
		"mail.example": mail.TLSMandatory, "192.0.2.7": mail.TLSMandatory, "10.0.0.1": mail.TLSMandatory, "localhost.example": mail.TLSMandatory,
		"localhost": mail.TLSOpportunistic, "127.0.0.1": mail.TLSOpportunistic, "::1": mail.TLSOpportunistic,
	} {
		require.Equal(t, want, policyFor(host), host)
	}
}
