package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// count is what one target has done.
type count struct {
	executions int64
	processor  time.Duration // which, unlike time, does not depend on what else the machine does
}

// rate is executions a second of processor time.
func (c count) rate() float64 {
	if c.processor <= 0 {
		return 0
	}
	return float64(c.executions) / c.processor.Seconds()
}

// tally counts executions over all runs with one corpus, in a file beside it.
type tally struct {
	file   string
	mu     sync.Mutex
	counts map[string]count // by package and target
}

// tallyName is the file: package, target, executions and seconds of processor time a line.
const tallyName = "executions.tsv"

func readTally(corpus string) (*tally, error) {
	t := &tally{file: filepath.Join(corpus, tallyName), counts: map[string]count{}}
	file, err := os.Open(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var folder, target string
		var executions int64
		var seconds float64
		if _, err := fmt.Sscanf(lines.Text(), "%s\t%s\t%d\t%g", &folder, &target, &executions, &seconds); err != nil {
			return nil, fmt.Errorf("%s: the line %q is not package, target, executions, seconds", t.file, lines.Text())
		}
		t.counts[folder+"\t"+target] = count{executions, time.Duration(seconds * float64(time.Second))}
	}
	return t, lines.Err()
}

// add counts what a target did, and keeps it.
func (t *tally) add(folder, target string, more count) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := folder + "\t" + target
	now := t.counts[key]
	t.counts[key] = count{now.executions + more.executions, now.processor + more.processor}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(t.counts)) {
		fmt.Fprintf(&b, "%s\t%d\t%.1f\n", key, t.counts[key].executions, t.counts[key].processor.Seconds())
	}
	if err := os.MkdirAll(filepath.Dir(t.file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(t.file+".new", []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.Rename(t.file+".new", t.file)
}

// total is the executions of all targets.
func (t *tally) total() (n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.counts {
		n += c.executions
	}
	return n
}

// print writes the table, slow targets first.
func (t *tally) print(w io.Writer) error {
	t.mu.Lock()
	keys := slices.SortedFunc(maps.Keys(t.counts), func(a, b string) int {
		if x, y := t.counts[a].rate(), t.counts[b].rate(); x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "executions\ta second\t\tpackage and target")
	for _, key := range keys {
		folder, target, _ := strings.Cut(key, "\t")
		fmt.Fprintf(table, "%d\t%.0f\t\t%s %s\n", t.counts[key].executions, t.counts[key].rate(), folder, target)
	}
	t.mu.Unlock()
	fmt.Fprintf(table, "%d\t\t\ttogether\n", t.total())
	return table.Flush()
}
