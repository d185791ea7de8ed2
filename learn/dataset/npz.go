package dataset

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Arrays of NumPy, version 1.0 of the format (NEP 1): "\x93NUMPY", the version, the
// length of a header that is a Python dictionary, the header, and the numbers one after
// another. An .npz is a zip file of such arrays:
//
//	board.npy   rows × columns of every position, int8: 1 the first player's, −1 the second's
//	player.npy  to move, int8
//	label.npy   float32
//	game.npy    int32; it may be missing
const magic = "\x93NUMPY\x01\x00"

// The names of the arrays.
const (
	boardArray  = "board.npy"
	playerArray = "player.npy"
	labelArray  = "label.npy"
	gameArray   = "game.npy"
)

// The largest data set that is read, and the largest array of one.
const (
	mostPositions = 100_000_000
	mostNumbers   = min(128*mostPositions, math.MaxInt)
)

// WriteNPZ writes rows as arrays of NumPy.
func (f *Form) WriteNPZ(w io.Writer, rows []Row) error {
	n := len(rows)
	boards := make([]int8, 0, n*f.rows*f.columns)
	players, labels, games := make([]int8, n), make([]float32, n), make([]int32, n)
	for i, r := range rows {
		boards = append(boards, r.Board...)
		players[i], labels[i], games[i] = int8(r.Player), float32(r.Label), int32(r.Game)
	}
	z := zip.NewWriter(w)
	for _, a := range []struct {
		name, kind string
		shape      []int
		numbers    any
	}{
		{boardArray, "|i1", []int{n, f.rows, f.columns}, boards}, {playerArray, "|i1", []int{n}, players},
		{labelArray, "<f4", []int{n}, labels}, {gameArray, "<i4", []int{n}, games},
	} {
		// A time of its own would make equal data sets differ.
		part, err := z.CreateHeader(&zip.FileHeader{Name: a.name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			return err
		}
		if _, err := part.Write(arrayHeader(a.kind, a.shape)); err != nil {
			return err
		}
		if err := binary.Write(part, binary.LittleEndian, a.numbers); err != nil {
			return err
		}
	}
	return z.Close()
}

// arrayHeader is what stands before the numbers, a multiple of 64 bytes long.
func arrayHeader(kind string, shape []int) []byte {
	var sides []string
	for _, n := range shape {
		sides = append(sides, strconv.Itoa(n)+",")
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, strings.Join(sides, " "))
	text += strings.Repeat(" ", 63-(len(magic)+2+len(text))%64) + "\n"
	return append(binary.LittleEndian.AppendUint16([]byte(magic), uint16(len(text))), text...)
}

// ReadNPZ reads what WriteNPZ writes. Numbers may be of any of the usual kinds, and
// boards flat.
func (f *Form) ReadNPZ(data []byte) ([]Row, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("no arrays of NumPy: %w", err)
	}
	arrays := map[string]array{}
	for _, part := range z.File {
		if !slices.Contains([]string{boardArray, playerArray, labelArray, gameArray}, part.Name) {
			continue
		}
		if arrays[part.Name], err = readArray(part); err != nil {
			return nil, fmt.Errorf("%s: %w", part.Name, err)
		}
	}
	for _, name := range []string{boardArray, playerArray, labelArray} {
		if arrays[name].shape == nil {
			return nil, fmt.Errorf("there is no %s", name)
		}
	}
	boards, cells := arrays[boardArray], f.rows*f.columns
	n := boards.shape[0]
	if len(boards.numbers) != n*cells {
		return nil, fmt.Errorf("%s: %v numbers are no boards of %d × %d", boardArray, boards.shape, f.rows, f.columns)
	}
	rows := make([]Row, n)
	for name, a := range arrays {
		if name != boardArray && (len(a.shape) != 1 || a.shape[0] != n) {
			return nil, fmt.Errorf("%s: %v numbers, of %d positions", name, a.shape, n)
		}
	}
	for i := range rows {
		r := Row{Game: i, Player: int(arrays[playerArray].numbers[i]), Label: arrays[labelArray].numbers[i]}
		for _, stone := range boards.numbers[i*cells : (i+1)*cells] {
			r.Board = append(r.Board, int8(max(-128, min(127, stone))))
		}
		if a := arrays[gameArray]; a.shape != nil {
			r.Game = int(a.numbers[i])
		}
		rows[i] = r
	}
	return rows, nil
}

// array is one of NumPy's.
type array struct {
	shape   []int
	numbers []float64
}

var (
	kindOf  = regexp.MustCompile(`'descr': *'([<|>=]?[a-z]\d)'`)
	orderOf = regexp.MustCompile(`'fortran_order': *False`)
	shapeOf = regexp.MustCompile(`'shape': *\(([\d, ]*)\)`)
)

// readArray reads an array of a zip file.
func readArray(part *zip.File) (a array, err error) {
	r, err := part.Open()
	if err != nil {
		return a, err
	}
	defer r.Close()
	start := make([]byte, len(magic)+2)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(magic)]) != magic {
		return a, errors.New("it is no array of NumPy's format 1.0")
	}
	text := make([]byte, binary.LittleEndian.Uint16(start[len(magic):]))
	if _, err := io.ReadFull(r, text); err != nil {
		return a, err
	}
	kind, sides := kindOf.FindSubmatch(text), shapeOf.FindSubmatch(text)
	if kind == nil || sides == nil || !orderOf.Match(text) {
		return a, fmt.Errorf("header %q: it must have a kind of numbers, rows first, and a shape", text)
	}
	count := 1
	for _, side := range strings.FieldsFunc(string(sides[1]), func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(side)
		if err != nil || n > mostPositions || n > 0 && count > mostNumbers/n {
			return a, fmt.Errorf("shape (%s): it is too large", sides[1])
		}
		a.shape, count = append(a.shape, n), count*n
	}
	if len(a.shape) == 0 {
		return a, errors.New("it has no shape")
	}
	a.numbers, err = readNumbers(r, string(kind[1]), count)
	return a, err
}

// readNumbers reads so many numbers of a kind. What is not there is not made room for.
func readNumbers(r io.Reader, kind string, count int) (numbers []float64, err error) {
	for len(numbers) < count {
		some := min(count-len(numbers), 1<<16)
		block, ok := map[string]any{
			"|i1": make([]int8, some), "|u1": make([]uint8, some), "<i4": make([]int32, some), "<i8": make([]int64, some),
			"<f4": make([]float32, some), "<f8": make([]float64, some),
		}[kind]
		if !ok {
			return nil, fmt.Errorf("numbers of kind %q are not read: there are |i1, |u1, <i4, <i8, <f4 and <f8", kind)
		}
		if err := binary.Read(r, binary.LittleEndian, block); err != nil {
			return nil, fmt.Errorf("%d numbers, not %d: %w", len(numbers), count, err)
		}
		switch block := block.(type) {
		case []int8:
			numbers = widen(numbers, block)
		case []uint8:
			numbers = widen(numbers, block)
		case []int32:
			numbers = widen(numbers, block)
		case []int64:
			numbers = widen(numbers, block)
		case []float32:
			numbers = widen(numbers, block)
		case []float64:
			numbers = widen(numbers, block)
		}
	}
	return numbers, nil
}

func widen[T int8 | uint8 | int32 | int64 | float32 | float64](to []float64, block []T) []float64 {
	for _, x := range block {
		to = append(to, float64(x))
	}
	return to
}
