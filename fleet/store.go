package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/fleet/message"
)

// Digest names a content.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// putFile stores a content, unless it is there, and returns its digest. One that is about
// to be swept is stored anew.
func (l *Link) putFile(ctx context.Context, content []byte) (string, error) {
	digest := Digest(content)
	if len(content) > message.MaxFile {
		return "", lasting{fmt.Errorf("a file of %d bytes; at most %d can be sent", len(content), message.MaxFile)}
	}
	if info, err := l.files.GetInfo(ctx, digest); err == nil && info.Size == uint64(len(content)) && time.Since(info.ModTime) < fileTime/2 {
		return digest, nil
	}
	_, err := l.files.PutBytes(ctx, digest, content)
	if full(err) {
		return "", errors.Join(ErrFull, err)
	}
	return digest, err
}

// Errors of files: the store does not have one, or it is not what it should be.
var (
	errNoFile    = errors.New("the fleet does not have the file")
	errOtherFile = errors.New("the fleet has another content for the file")
)

// getFile fetches a content of at most some size.
func (l *Link) getFile(ctx context.Context, digest string, most int64) ([]byte, error) {
	object, err := l.files.Get(ctx, digest)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("%w %.12s…", errNoFile, digest)
	}
	if err != nil {
		return nil, err
	}
	defer object.Close()
	var content bytes.Buffer
	if _, err := io.Copy(&content, io.LimitReader(object, most+1)); err != nil {
		return nil, err
	}
	if int64(content.Len()) > most || Digest(content.Bytes()) != digest {
		return nil, fmt.Errorf("%w %.12s…", errOtherFile, digest)
	}
	return content.Bytes(), nil
}
