package gdl

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"gambito/files"
)

// Compiling may take longer than a game. What it came to is kept in a folder under a
// digest of the rules: a sheet that differs from another by comments, blanks, the names of
// variables, the order of rules, and capitals alone is the same.

// Keeper keeps compiled sheets in a folder, which several processes may share.
type Keeper struct {
	Folder string
	Least  int             // steps; what takes fewer is compiled as fast as it is read
	Most   int64           // bytes of all that is kept; the ones used longest ago go first
	Warn   func(err error) // is told what is wrong with an entry, which is then made anew
}

// NewKeeper keeps what takes a tenth of a second or more to compile, up to 512 MiB.
func NewKeeper(folder string, warn func(err error)) *Keeper {
	return &Keeper{Folder: folder, Least: 2_000_000, Most: 512 << 20, Warn: warn}
}

// keeper is where New looks for compiled sheets.
var keeper atomic.Pointer[Keeper]

// Keep makes New keep what it compiles, from now on and all over the process; nil ends it.
func Keep(k *Keeper) { keeper.Store(k) }

// The form of entries: whoever changes what compiling comes to counts it up.
const (
	keptVersion = 4
	keptSuffix  = ".compiled"
)

// keptSheet is what is kept of a sheet: the network, or why there is none.
type keptSheet struct {
	Reason string // or ""
	Tried  int64  // steps that were allowed in vain

	Facts   []string
	First   []int32
	Moves   [][]string
	Ends    [][]int
	Steps   int
	Network keptNetwork
}

// compileKept is compileSheet, unless that was done before.
func compileKept(ctx context.Context, sheet *Sheet, limits Limits) (*fast, error) {
	k := keeper.Load()
	if k == nil || limits.Steps < int64(k.Least) {
		return compileSheet(ctx, sheet, limits)
	}
	begun := time.Now()
	name := filepath.Join(k.Folder, keyOf(sheet, limits.Memory)+keptSuffix)
	if f, err, known := k.load(name, sheet, limits); known {
		if f != nil {
			f.seconds = time.Since(begun).Seconds()
		}
		return f, err
	}
	f, err := compileSheet(ctx, sheet, limits)
	if err != nil && (ctx.Err() != nil || errors.As(err, new(*paradox))) || err == nil && f.steps < k.Least {
		return f, err
	}
	entry := &keptSheet{Tried: limits.Steps}
	if err != nil {
		entry.Reason = err.Error()
	} else {
		entry = f.kept()
	}
	if failed := k.store(name, entry); failed != nil {
		k.warn(fmt.Errorf("the compiled rulesheet is not kept: %w", failed))
	}
	return f, err
}

func (k *Keeper) warn(err error) {
	if k.Warn != nil {
		k.Warn(err)
	}
}

// keyOf is a digest of the rules and the memory they may take. Facts and moves are numbered
// by their texts, players by the order of their rules: so the order of other rules does not
// matter, nor do capitals that leave the order of names as it is.
func keyOf(sheet *Sheet, memory int64) string {
	var b strings.Builder
	var write func(t term)
	write = func(t term) {
		if t.isVar() {
			b.WriteString("?" + strconv.Itoa(int(t.variable)))
			return
		}
		b.WriteString("(" + lowered(sheet.symbols.names[t.sym]))
		for _, a := range t.args {
			b.WriteByte(' ')
			write(a)
		}
		b.WriteByte(')')
	}
	var roles, others []string
	for _, r := range sheet.rules {
		b.Reset()
		write(r.head)
		for _, l := range r.body {
			b.WriteString(" " + strconv.Itoa(int(l.polarity)))
			write(l.atom)
		}
		if r.head.sym == symRole {
			roles = append(roles, b.String())
		} else {
			others = append(others, b.String())
		}
	}
	slices.Sort(others)
	names := slices.SortedFunc(slices.Values(sheet.symbols.names[keywords:]), natural)
	all := slices.Concat([]string{fmt.Sprint(keptVersion, memory)}, roles, others, []string{lowered(strings.Join(names, " "))})
	sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
	return hex.EncodeToString(sum[:])
}

// respell writes what is kept with the capitals of a sheet. It reports whether facts and
// moves are in the order of their texts still: else their numbers would be others.
func (e *keptSheet) respell(sheet *Sheet) bool {
	word := regexp.MustCompile(`[^ ()]+`)
	inOrder := true
	for _, texts := range append([][]string{e.Facts}, e.Moves...) {
		for i, text := range texts {
			texts[i] = word.ReplaceAllStringFunc(text, func(name string) string {
				if s, ok := sheet.symbols.lookup(name); ok {
					return sheet.symbols.names[s]
				}
				return name
			})
		}
		inOrder = inOrder && slices.IsSortedFunc(texts, natural)
	}
	return inOrder
}

// load reads an entry. It is not known if there is none that is worth anything.
func (k *Keeper) load(name string, sheet *Sheet, limits Limits) (f *fast, err error, known bool) {
	content, err := files.ReadAtMost(name, k.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, false
	}
	var entry *keptSheet
	if err == nil {
		entry, err = decodeKept(content)
	}
	if err == nil && !entry.respell(sheet) {
		return nil, nil, false
	}
	if err == nil && entry.Reason == "" {
		f, err = entry.fast(len(sheet.roles))
	}
	if err != nil {
		k.warn(fmt.Errorf("the compiled rulesheet %s is made anew: %w", name, err))
		return nil, nil, false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // only which entry goes first depends on it
	switch {
	case f == nil && entry.Tried < limits.Steps:
		return nil, nil, false
	case f == nil:
		return nil, errors.New(entry.Reason), true
	case int64(f.steps) > limits.Steps:
		return nil, stepsError(limits), true
	}
	return f, nil, true
}

// store writes an entry and removes others if there are too many.
func (k *Keeper) store(name string, entry *keptSheet) error {
	content, err := encodeKept(entry)
	if err != nil {
		return err
	}
	if int64(len(content)) > k.Most/2 {
		return nil
	}
	if err := os.MkdirAll(k.Folder, 0o755); err != nil {
		return err
	}
	if err := files.Replace(name, content); err != nil {
		return err
	}
	return k.tidy(name)
}

// tidy removes the entries used longest ago while there is too much, but not the newest.
func (k *Keeper) tidy(newest string) error {
	list, err := os.ReadDir(k.Folder)
	if err != nil {
		return err
	}
	var all []fs.FileInfo
	sum := int64(0)
	for _, e := range list {
		if info, err := e.Info(); err == nil && strings.Contains(e.Name(), keptSuffix) {
			all = append(all, info)
			sum += info.Size()
		}
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range all {
		if sum <= k.Most {
			break
		}
		if name := filepath.Join(k.Folder, info.Name()); name != newest {
			sum -= info.Size()
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err // gone already is as good: another process tidies too
			}
		}
	}
	return nil
}

// keptHead begins an entry; a checksum of what follows it comes next.
var keptHead = fmt.Sprintf("gambito compiled rulesheet %d\n", keptVersion)

func encodeKept(entry *keptSheet) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(entry); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b.Bytes())
	return slices.Concat([]byte(keptHead), sum[:], b.Bytes()), nil
}

func decodeKept(content []byte) (*keptSheet, error) {
	rest, ok := bytes.CutPrefix(content, []byte(keptHead))
	if !ok {
		return nil, errors.New("it was made by another version of gambito")
	}
	if len(rest) < sha256.Size {
		return nil, errors.New("it is cut off")
	}
	if sum := sha256.Sum256(rest[sha256.Size:]); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, errors.New("its checksum does not fit")
	}
	return decodeEntry(rest[sha256.Size:])
}

func decodeEntry(content []byte) (*keptSheet, error) {
	entry := &keptSheet{}
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(entry); err != nil {
		return nil, err
	}
	return entry, nil
}
