package fleet

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

func TestFilesByDigest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		ctx := context.Background()
		l := connect(t, Options{URL: url})
		content := bytes.Repeat([]byte("network "), 100_000)
		digest, err := l.putFile(ctx, content)
		if err != nil || digest != Digest(content) {
			t.Fatal(digest, err)
		}
		if got, err := l.getFile(ctx, digest, int64(len(content))); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes came back, %v", len(got), err)
		}
		if _, err := l.getFile(ctx, digest, int64(len(content))-1); err == nil {
			t.Error("a file larger than it may be was taken")
		}
		if _, err := l.getFile(ctx, Digest(nil), 10); !errors.Is(err, errNoFile) {
			t.Errorf("a file that is not there: %v", err)
		}
		if empty, err := l.putFile(ctx, nil); err != nil {
			t.Error(err)
		} else if got, err := l.getFile(ctx, empty, 0); err != nil || len(got) != 0 {
			t.Errorf("an empty file: %q, %v", got, err)
		}
		if _, err := l.files.PutBytes(ctx, digest, []byte("something else")); err != nil {
			t.Fatal(err)
		}
		if _, err := l.getFile(ctx, digest, 1000); err == nil {
			t.Error("a file of another content was taken")
		}
	})
}
