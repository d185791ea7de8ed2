package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

// sealed is a book that holds what is given, with a right checksum.
func sealed(held []byte) []byte {
	var data bytes.Buffer
	data.WriteString(magic)
	data.WriteByte(version)
	data.Write(make([]byte, digestSize))
	w, _ := flate.NewWriter(&data, flate.BestSpeed)
	w.Write(held)
	w.Close()
	return binary.LittleEndian.AppendUint32(data.Bytes(), crc32.ChecksumIEEE(data.Bytes()))
}

// TestDamaged: whatever is wrong is one line that says what.
func TestDamaged(t *testing.T) {
	b := grown(t, small(40, 1))
	whole, held := encoded(t, b), b.held()
	cut := func(n int) []byte { return append([]byte{}, whole[:n]...) }
	flipped := cut(len(whole))
	flipped[len(flipped)/2] ^= 1
	newer := cut(len(whole) - checksumSize)
	newer[len(magic)] = 9
	newer = binary.LittleEndian.AppendUint32(newer, crc32.ChecksumIEEE(newer))
	move := b.nodes[0].known[0].moves[0]
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":       {nil, "not a book"},
		"another file":  {bytes.Repeat([]byte("gambito"), 20), "not a book"},
		"cut off":       {cut(len(whole) - 9), "checksum"},
		"a bit":         {flipped, "checksum"},
		"version":       {newer, "version 9"},
		"empty":         {sealed(nil), "replies are unreadable"},
		"cut in":        {sealed(held[:len(held)/2]), "unreadable"},
		"too much":      {sealed(append(append([]byte{}, held...), 0)), "left over"},
		"replies":       {sealed([]byte{2, 0}), "replies are unreadable"},
		"illegal":       {sealed([]byte{0, 3, 0, 2}), "not a legal move"},
		"beyond":        {sealed([]byte{0, 3, 200, 2}), "not a legal move"},
		"no value":      {sealed([]byte{0, 3, byte(move)}), "way out is unreadable"},
		"much too good": {sealed(binary.AppendVarint([]byte{0, 3, byte(move)}, most)), "way out is unreadable"},
		"no move":       {sealed([]byte{0, 0}), "must have a way out"},
		"exit inside":   {sealed([]byte{1, 3, byte(move), 2, 0, 0}), ""},
	} {
		_, err := Decode(c.data)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	single := sealed(binary.AppendVarint([]byte{0, 3, byte(move)}, 100))
	if b, err := Decode(single); err != nil || b.Len() != 1 || b.Entries()[0].Value != 100 {
		t.Errorf("the start alone: %v", err)
	}
	if _, err := (&Book{model: "x"}).Encode(); err == nil {
		t.Error("a model without a digest is written")
	}
}

// FuzzDecode: nothing makes Decode panic, and what it accepts is written as it was read.
func FuzzDecode(f *testing.F) {
	b := grown(f, small(20, 1))
	f.Add(b.held())
	f.Add([]byte{0, 0})
	f.Add([]byte{1, 3, 19, 2, 0, 0})
	f.Fuzz(func(t *testing.T, held []byte) {
		if _, err := Decode(held); err == nil {
			t.Log("a whole file was guessed")
		}
		b, err := Decode(sealed(held))
		if err != nil {
			return
		}
		checkLaws(t, b)
		if again, err := Decode(encoded(t, b)); err != nil || !bytes.Equal(again.held(), b.held()) {
			t.Errorf("it is written as another: %v", err)
		}
	})
}

// FuzzLog: nothing makes readLog panic, and what it accepts is whole lines.
func FuzzLog(f *testing.F) {
	header := logHeader(3, "m")
	f.Add(header + logLine(Question{Position: Start()}, Answer{19, 5}) + "0000")
	f.Add(header)
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		known, whole, err := readLog(header, []byte(text))
		if err != nil {
			return
		}
		if whole > len(text) || whole > 0 && text[whole-1] != '\n' || len(known) > strings.Count(text, "\n") {
			t.Errorf("%d answers in %d bytes", len(known), whole)
		}
	})
}
