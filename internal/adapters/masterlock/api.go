package masterlock

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"rihla/internal/lock"
)

// maxAnswer is the largest answer that is read, in bytes.
const maxAnswer = 1 << 20

// text reads a string or a number: firmware versions are shown as either. Anything else reads as "".
type text string

// UnmarshalJSON reads leniently.
func (t *text) UnmarshalJSON(b []byte) error {
	var quoted string
	var bare json.Number
	if json.Unmarshal(b, &quoted) != nil && json.Unmarshal(b, &bare) == nil {
		quoted = bare.String()
	}
	*t = text(quoted)
	return nil
}

// deviceRef names a lock.
type deviceRef struct {
	DeviceIdentifier string
}

// Activate brings a lock under the licence and reads what it is.
func (c *Client) Activate(ctx context.Context, deviceID, activationCode string) (lock.Device, error) {
	err := c.call(ctx, c.config.ActivatePath, struct{ DeviceIdentifier, ActivationCode string }{deviceID, activationCode}, nil)
	if err != nil {
		return lock.Device{}, fmt.Errorf("activate a lock: %w", err)
	}
	var answer struct {
		Device struct {
			FirmwareVersion text
			DeviceTraitList []struct{ Name, Value string }
		}
	}
	if err := c.call(ctx, devicePath, deviceRef{deviceID}, &answer); err != nil {
		return lock.Device{}, fmt.Errorf("read a lock: %w", err)
	}
	device := lock.Device{ID: deviceID, Firmware: string(answer.Device.FirmwareVersion)}
	for _, trait := range answer.Device.DeviceTraitList {
		if strings.EqualFold(trait.Name, "ModelNumber") {
			device.Model = trait.Value
		}
	}
	return device, nil
}

// Deactivate takes a lock off the licence.
func (c *Client) Deactivate(ctx context.Context, deviceID string) error {
	if err := c.call(ctx, c.config.DeactivatePath, deviceRef{deviceID}, nil); err != nil {
		return fmt.Errorf("deactivate a lock: %w", err)
	}
	return nil
}

// accessProfile asks for a profile. Equal start and end times mean the whole day.
type accessProfile struct {
	DeviceIdentifier   string
	UserID             int `json:"UserId"`
	AccessScheduleDays string
	ProfileActivation  string
	ProfileExpiration  string
	AccessStartTime    string
	AccessEndTime      string
	Permissions        []lock.Permission
}

// CreateAccess gets an access profile.
func (c *Client) CreateAccess(ctx context.Context, in lock.AccessRequest) (string, error) {
	var answer struct{ AccessProfile string }
	err := c.call(ctx, accessPath, accessProfile{
		DeviceIdentifier: in.DeviceID, UserID: in.UserNumber, AccessScheduleDays: "Everyday",
		ProfileActivation: in.From.UTC().Format(time.RFC3339), ProfileExpiration: in.Until.UTC().Format(time.RFC3339),
		AccessStartTime: "00:00", AccessEndTime: "00:00", Permissions: in.Permissions,
	}, &answer)
	if err != nil {
		return "", fmt.Errorf("create an access profile: %w", err)
	}
	if answer.AccessProfile == "" {
		return "", fmt.Errorf("create an access profile: the answer holds none: %w", &lock.StatusError{Status: http.StatusOK})
	}
	return answer.AccessProfile, nil
}

// keyNumber is the key that temporary codes are made with on locks with a keypad.
const keyNumber = 2

// usualWindow is the length of a lock's windows, which roll from midnight UTC; a code is good in its own and in the next.
const usualWindow = 4 * time.Hour

// TemporaryCode gets the code for an instant. Where the answer does not say how long it is good, the usual windows are
// taken.
func (c *Client) TemporaryCode(ctx context.Context, device lock.Device, at time.Time) (lock.Code, error) {
	var answer struct {
		TemporaryCode string
		ValidFrom     instant
		ValidUntil    instant
	}
	err := c.call(ctx, c.config.TemporaryCodePath, struct {
		DeviceIdentifier string
		FirmwareVersion  string
		KeyNumber        int
		WhenValid        string
	}{device.ID, device.Firmware, keyNumber, at.UTC().Format(time.RFC3339)}, &answer)
	if err != nil {
		return lock.Code{}, fmt.Errorf("create a temporary code: %w", err)
	}
	if answer.TemporaryCode == "" {
		return lock.Code{}, fmt.Errorf("create a temporary code: the answer holds none: %w", &lock.StatusError{Status: http.StatusOK})
	}
	code := lock.Code{Value: answer.TemporaryCode, From: time.Time(answer.ValidFrom), Until: time.Time(answer.ValidUntil)}
	if code.From.IsZero() || code.Until.IsZero() {
		code.From = at.UTC().Truncate(usualWindow)
		code.Until = code.From.Add(2 * usualWindow)
	}
	return code, nil
}

// call makes one call, once more after signing in anew when the token is refused. The answer's member Messages is never
// read: it may repeat what was sent.
func (c *Client) call(ctx context.Context, path string, body, into any) error {
	content, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write a call: %w", err)
	}
	refused := ""
	for {
		signedIn, err := c.tokens.get(ctx, refused)
		if err != nil {
			return err
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.BaseURL+path, bytes.NewReader(content))
		if err != nil {
			return fmt.Errorf("make a call: %w", err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set(signedIn.header, signedIn.value)
		status, answer, err := c.send(request)
		if err != nil {
			return err
		}
		if status == http.StatusUnauthorized && refused == "" {
			refused = signedIn.value
			continue
		}
		return understand(status, answer, into)
	}
}

// understand reads an answer of the API.
func understand(status int, answer []byte, into any) error {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return fmt.Errorf("%w: %d", lock.ErrAuthentication, status)
	case status == http.StatusNotFound:
		return lock.ErrUnknownDevice
	case status == http.StatusBadRequest, status == http.StatusUnprocessableEntity:
		return fmt.Errorf("%w: %w", lock.ErrRefused, &lock.StatusError{Status: status})
	case status < 200 || status > 299:
		return &lock.StatusError{Status: status}
	case into == nil:
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("its answer cannot be read: %w", &lock.StatusError{Status: status})
	}
	return nil
}

// send carries a request and reads what comes back.
func (c *Client) send(request *http.Request) (int, []byte, error) {
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, fmt.Errorf("reach the lock service: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return 0, nil, fmt.Errorf("read the lock service's answer: %w", err)
	}
	if len(answer) > maxAnswer {
		return 0, nil, errors.New("the lock service's answer is too long")
	}
	return response.StatusCode, answer, nil
}
