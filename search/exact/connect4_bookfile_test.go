package exact

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"gambito/progress"
)

// bookOf opens a book of four plies in a new folder, whose log is that which an
// earlier version left when it was broken off.
func bookOf(t *testing.T, p BookParams) *BookFile {
	t.Helper()
	g, _ := newBoard(t, 5, 5)
	name := filepath.Join(t.TempDir(), "book")
	log, err := os.ReadFile("testdata/before.part")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+".part", log, 0o644); err != nil {
		t.Fatal(err)
	}
	p.Plies, p.Jobs, p.TableBits = 4, 2, 20
	f, err := OpenBook(name, g, p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEarlierBookGoesOn(t *testing.T) {
	total := 0
	f := bookOf(t, BookParams{Progress: func(s progress.Step) { total = s.Total }})
	defer f.Close()
	if _, err := OpenBook(f.Name, f.game, f.params); runtime.GOOS == "linux" && !errors.As(err, new(ErrBook)) {
		t.Errorf("a book that is in the making: %v", err)
	}
	book, size, err := f.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := book.Len(); total >= found || total == 0 {
		t.Errorf("%d of %d positions are searched, though some were known", total, found)
	}
	got, err := os.ReadFile(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/after.book")
	if err != nil || !bytes.Equal(got, want) || size != len(want) {
		t.Errorf("the book is another than that of the earlier version, %v", err)
	}
	if _, err := os.Stat(f.LogName()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the log is still there: %v", err)
	}
	if _, err := OpenBook(f.Name, f.game, f.params); !errors.As(err, new(ErrBook)) {
		t.Errorf("a book that is there already: %v", err)
	}
}

// TestBookFileStops breaks a book off; its log has what was found, and no book is there.
func TestBookFileStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	found := 0
	f := bookOf(t, BookParams{Found: func(BookFact) error {
		if found++; found == 5 {
			stop()
		}
		return nil
	}})
	known := len(f.params.Known)
	if _, _, err := f.Make(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("a book that is broken off: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.Name); err == nil {
		t.Error("the book is there")
	}
	again, err := OpenBook(f.Name, f.game, f.params)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := len(again.params.Known) - known; got != known+found {
		t.Errorf("%d facts are in the log, not %d", got, known+found)
	}
}
