// Package gdl makes games of rulesheets in the Game Description Language
// (Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game
// Description Language Specification", 2008): a reader, a checker, a plain
// reasoner that serves as the oracle, a fast one that compiles the rules to a
// network of gates, and one with tables for sheets that are too large for that.
// New makes the game of a text, Open that of a file or of a sheet that comes with
// gambito, and Check says what is wrong with one.
//
// Of GDL-II it knows the role random, a player that nobody is, and sees: states of
// sheets that say what players see are game.Veiled.
package gdl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gambito/gdl/sheets"
)

// Pos is a place in a rulesheet, counted from 1; columns count bytes.
type Pos struct{ Line, Column int }

// String writes the place as line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// compare orders places as they are read.
func (p Pos) compare(q Pos) int {
	if p.Line != q.Line {
		return p.Line - q.Line
	}
	return p.Column - q.Column
}

// Problem is something wrong with a rulesheet. A sheet with warnings only can
// be played.
type Problem struct {
	Pos     Pos
	Warning bool
	Message string
}

// Error implements error: one line.
func (p Problem) Error() string {
	kind := "error"
	if p.Warning {
		kind = "warning"
	}
	return fmt.Sprintf("%s: %s: %s", p.Pos, kind, p.Message)
}

// The bounds of what is read. They are far above every known sheet and keep
// hostile ones from taking memory or the stack.
const (
	MaxBytes  = 4 << 20 // of a rulesheet
	maxDepth  = 64      // of nested parentheses
	maxErrors = 50      // errors listed, and as many warnings
	maxArity  = 64      // arguments of a sentence or function
	maxBody   = 128     // literals of a rule
	maxVars   = 128     // variables of a rule
	maxRules  = 200_000 // after "or" is expanded
	maxSplits = 1024    // rules that one rule expands to
	maxSum    = 1 << 20 // literals of all rules after that
	maxTerm   = 200     // words of a sentence that is derived
)

// ReadSheet reads a rulesheet: one that comes with gambito, if name is its ID, or
// else a file. It returns the text and what the game is called. The name may begin
// with gdl:, as game specs do.
func ReadSheet(name string) (text []byte, title string, err error) {
	return findSheet(name, readFile)
}

func findSheet(name string, read func(name string) ([]byte, error)) (text []byte, title string, err error) {
	name = strings.TrimPrefix(name, "gdl:")
	if s, ok := sheets.Find(name); ok {
		return s.Text, s.Name, nil
	}
	text, err = read(name)
	return text, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), err
}

// readFile reads a file that is no longer than a rulesheet may be.
func readFile(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the rulesheet could not be read: %s is not a file", name) // a pipe might never end
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `./\`) {
		return nil, fmt.Errorf("the rulesheet could not be read: %q is neither a file nor one of those that gambito games lists", name)
	}
	if err != nil {
		return nil, fmt.Errorf("the rulesheet could not be read: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the rulesheet could not be read: %w", err)
	}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%s has more than the %d bytes that are read of a rulesheet", name, MaxBytes)
	}
	return text, nil
}
