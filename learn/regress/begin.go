package regress

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"gambito/files"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/ntuple"
)

// fromFile is the model that a run was begun with.
const fromFile = "from.safetensors"

// FromDigest is what Settings.From is of a model's file, which must be one of a game.
func FromDigest(g game.Celled, data []byte) (string, error) {
	if _, err := decodeFor(g, data); err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// decodeFor reads a model of a game.
func decodeFor(g game.Celled, data []byte) (*ntuple.Model, error) {
	m, err := ntuple.Decode(data)
	if err == nil {
		err = m.For(g)
	}
	return m, err
}

// readModel reads a model of the folder.
func (r *Run) readModel(name string) (*ntuple.Model, error) {
	data, err := files.ReadModel(r.path(name))
	if err != nil {
		return nil, folder.ErrContent{Err: err}
	}
	m, err := decodeFor(r.game, data)
	if err != nil {
		err = folder.ErrContent{Err: fmt.Errorf("%s: %w", r.path(name), err)}
	}
	return m, err
}

// ErrFrom says that the model to begin with is needed, and is not that.
var ErrFrom = errors.New("the run begins with a model: it needs the same file to go on")

// begin reads the model that the run begins with, if it does, and keeps it.
func (r *Run) begin() (err error) {
	if r.Settings.From == "" {
		return nil
	}
	data, err := files.ReadModel(r.path(fromFile))
	kept := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		data, err = r.given.From, nil
	}
	if err != nil {
		return folder.ErrContent{Err: err}
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != r.Settings.From {
		return folder.ErrContent{Err: ErrFrom}
	}
	if r.from, err = decodeFor(r.game, data); err == nil && !kept {
		err = files.Replace(r.path(fromFile), data)
	}
	r.model = r.from
	return err
}

// begun are the worths that a stage begins with: of sets that the model to begin with
// has too what it says, of the others nothing. Without a model it is nil.
func (f *fitter) begun(stage int) []float64 {
	if f.from == nil {
		return nil
	}
	worths := make([]float64, f.system.Slots())
	for vacant := range f.game.Cells().Count() + 1 {
		if f.system.Stage(vacant) == stage { // the last, with the most vacant cells, counts
			f.system.Borrow(worths, f.from.Weights, vacant)
		}
	}
	return worths
}
