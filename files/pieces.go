package files

import (
	"errors"
	"os"
)

// Pieces is a new file to which pieces are added one by one, each of them in full or not
// at all: on a disk that is full the file holds those before.
type Pieces struct {
	file *os.File
	size int64
}

// NewPieces makes the file. If there is one the error is fs.ErrExist.
func NewPieces(name string) (*Pieces, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	return &Pieces{file: f}, nil
}

// Add adds a piece.
func (p *Pieces) Add(piece []byte) error {
	n, err := p.file.Write(piece)
	if err == nil {
		p.size += int64(n)
		return nil
	}
	if n > 0 { // what follows would be behind half a piece
		_, sought := p.file.Seek(p.size, 0)
		err = errors.Join(err, p.file.Truncate(p.size), sought)
	}
	return err
}

// Close ends the file. One without pieces does not stay.
func (p *Pieces) Close() error {
	err := p.file.Close()
	if p.size == 0 {
		os.Remove(p.file.Name())
	}
	return err
}
