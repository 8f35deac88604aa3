// Package s3 keeps uploaded files in a bucket of Amazon S3 or of anything that speaks its protocol. Browsers never talk
// to the bucket: the program hands the files out, so that the bucket stays closed to the world.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"rihla/internal/media"
)

// Times and tries of one request to the bucket.
const (
	putTime    = time.Minute
	removeTime = 30 * time.Second
	answerTime = 20 * time.Second
	maxTries   = 3
)

// Store is a bucket, or a folder of one.
type Store struct {
	client *minio.Client
	bucket string
	prefix string
}

// errAddress repeats nothing of the address: there is a secret in it.
var errAddress = errors.New("RIHLA_BLOB_URL must look like s3://key:secret@host/bucket?region=eu-west-3, with &insecure=true for plain HTTP")

type account struct {
	host, bucket, prefix string
	options              minio.Options
}

func parse(address string) (account, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return account{}, errAddress
	}
	key := u.User.Username()
	secret, _ := u.User.Password()
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	insecure := u.Query().Get("insecure")
	if key == "" || secret == "" || bucket == "" || insecure != "" && insecure != "true" && insecure != "false" {
		return account{}, errAddress
	}
	return account{host: u.Host, bucket: bucket, prefix: prefix, options: minio.Options{
		Creds: credentials.NewStaticV4(key, secret, ""), Secure: insecure != "true", Region: u.Query().Get("region"), MaxRetries: maxTries,
	}}, nil
}

// Open returns the store at address: s3://key:secret@host/bucket/folder?region=..&insecure=true. It asks the bucket
// nothing yet.
func Open(address string) (*Store, error) {
	a, err := parse(address)
	if err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(a.options.Secure)
	if err != nil {
		return nil, fmt.Errorf("reach the bucket: %w", err)
	}
	transport.ResponseHeaderTimeout = answerTime
	a.options.Transport = transport
	client, err := minio.New(a.host, &a.options)
	if err != nil {
		return nil, errAddress
	}
	return &Store{client: client, bucket: a.bucket, prefix: a.prefix}, nil
}

// Put uploads content.
func (s *Store) Put(ctx context.Context, name, contentType string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, putTime)
	defer cancel()
	_, err := s.client.PutObject(ctx, s.bucket, path.Join(s.prefix, name), bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return fmt.Errorf("put into the bucket: %w", err)
	}
	return nil
}

// Open asks for an object.
func (s *Store) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	object, err := s.client.GetObject(ctx, s.bucket, path.Join(s.prefix, name), minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("get from the bucket: %w", err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, media.ErrNoBlob
		}
		return nil, fmt.Errorf("get from the bucket: %w", err)
	}
	return object, nil
}

// Remove deletes an object; the protocol does not mind one that is not there.
func (s *Store) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, removeTime)
	defer cancel()
	if err := s.client.RemoveObject(ctx, s.bucket, path.Join(s.prefix, name), minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove from the bucket: %w", err)
	}
	return nil
}
