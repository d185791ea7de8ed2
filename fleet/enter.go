package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"gambito/files"
	"gambito/fleet/message"
)

// mostAlike is how many workers of one name may share a folder.
const mostAlike = 1000

// enter takes a name: the one that is wanted, if nobody else has it. A worker is known
// by its identity, which its folder keeps: one that was killed and begins again has the
// name that it had. Several in one folder are NAME, NAME-2, NAME-3; those of other
// folders that want a name that is taken get some letters. One that was banned is not
// let in. What it returns must be called when the worker has left.
func (w *Worker) enter(ctx context.Context) (leave func() error, err error) {
	wanted := w.options.Name
	if wanted == "" {
		host, _ := os.Hostname()
		wanted = message.Name(host)
	}
	if wanted == "" {
		wanted = "worker"
	}
	if !message.ValidName(wanted) || len(wanted) > 50 {
		return nil, fmt.Errorf("%q cannot be the name of a worker: up to 50 letters, digits, - and _ can", wanted)
	}
	name, self, leave, err := identify(w.options.Cache, wanted)
	if err != nil {
		return nil, err
	}
	w.mutex.Lock()
	w.self = self
	w.mutex.Unlock()
	for _, name := range []string{name, name + "-" + self[:4]} {
		in, err := w.take(ctx, name)
		if err != nil {
			return nil, errors.Join(err, leave())
		}
		if in {
			if name != wanted {
				w.tell(fmt.Sprintf("another worker is called %s: this one is %s", wanted, name))
			}
			if w.options.Joined != nil {
				w.options.Joined(name)
			}
			return leave, nil
		}
	}
	return nil, errors.Join(faultf("%s: another worker is called %s: --name gives this one a name of its own", w.link.where, name), leave())
}

// take takes a name, unless another worker has it.
func (w *Worker) take(ctx context.Context, name string) (in bool, err error) {
	why, err := w.link.banned(ctx, name)
	if err != nil {
		return false, w.link.explain(err)
	}
	if why != "" {
		return false, faultf("the fleet takes nothing from %s any more: %s (gambito fleet forget URL --worker %s lifts that)", name, why, name)
	}
	w.mutex.Lock()
	w.name = name
	w.mutex.Unlock()
	value, err := message.JSON(w.report())
	if err != nil {
		return false, err
	}
	_, err = w.link.workers.Create(ctx, name, value)
	if errors.Is(err, jetstream.ErrKeyExists) {
		entry, err := w.link.workers.Get(ctx, name)
		if errors.Is(err, jetstream.ErrKeyNotFound) { // it has just left
			_, err = w.link.workers.Create(ctx, name, value)
			return err == nil, nil
		}
		if err != nil {
			return false, w.link.explain(err)
		}
		if other, err := message.Read[message.Worker](entry.Value()); err == nil && other.Self != w.self {
			return false, nil
		}
		if _, err = w.link.workers.Put(ctx, name, value); err != nil { // what it was before
			return false, w.link.explain(err)
		}
		return true, nil
	}
	if err != nil {
		return false, w.link.explain(err)
	}
	return true, nil
}

// identify finds the identity that a folder keeps for a name, of which no other process
// makes use now, or makes one.
func identify(folder, wanted string) (name, self string, leave func() error, err error) {
	none := func() error { return nil }
	if folder == "" {
		return wanted, newSelf(), none, nil
	}
	for i := 1; i <= mostAlike; i++ {
		name := wanted
		if i > 1 {
			name = fmt.Sprintf("%s-%d", wanted, i)
		}
		file := filepath.Join(folder, name+".worker")
		unlock, err := files.Lock(file)
		if errors.Is(err, files.ErrLocked) {
			continue
		}
		if err != nil { // a folder that cannot be written: it is new every time
			return wanted, newSelf(), none, nil
		}
		text, err := files.ReadAtMost(file, 100)
		self := strings.TrimSpace(string(text))
		if err != nil || len(self) < 20 || !message.ValidID(self) {
			self = newSelf()
			os.WriteFile(file, []byte(self+"\n"), 0o644) // not replaced: the file is locked
		}
		return name, self, unlock, nil
	}
	return "", "", nil, fmt.Errorf("%d workers called %s work with the folder %s", mostAlike, wanted, folder)
}

func newSelf() string { return strings.ToLower(rand.Text()) }
