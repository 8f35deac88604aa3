package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// client talks to the program as a browser would, over connections that stay open.
type client struct {
	base string
	http *http.Client
}

func newClient(base string, connections int) *client {
	return &client{base, &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true},
	}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// call sends a request and returns the status and the body of what comes back. body may be nil, token empty.
func (c *client) call(ctx context.Context, method, path, token string, body any) (int, []byte, error) {
	r, err := c.send(ctx, method, path, token, body)
	return r.status, r.body, err
}

// reply is what came back.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// send is call with the headers that came back.
func (c *client) send(ctx context.Context, method, path, token string, body any) (reply, error) {
	var reader io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, reader)
	if err != nil {
		return reply{}, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, content}, err
}

// get is call for what must succeed.
func (c *client) get(ctx context.Context, path string) ([]byte, error) {
	status, body, err := c.call(ctx, http.MethodGet, path, "", nil)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("GET %s: %d %s", path, status, body)
	}
	return body, err
}
