package files

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
)

// A file of JSON carries a checksum as the last member of its last object, which is the
// whole if that is an object and the last entry if it is a list:
//
//	"checksum": "crc32c:0a1b2c3d"
//
// It is that of the text without the member and the blanks around the whole. Whoever reads such a file with something
// else finds one member more, and nothing else has changed; a text without it, which an
// earlier gambito or a person wrote, is read as it is.

// ErrDamaged says that a file is not what was written.
var ErrDamaged = errors.New("its checksum does not fit: it is damaged, or was changed by hand, in which case remove the member \"checksum\" at its end")

const (
	sealName = `"checksum"`
	sealSort = "crc32c:"
	sealTail = 80 // bytes at the end of a text among which the member is
)

// seal is the member at the end of a text, with the comma before it.
var seal = regexp.MustCompile(`,?\s*"checksum": ?"crc32c:([0-9a-f]{8})"(\s*\}\s*\]?\s*)$`)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sumOf(text []byte) uint32 { return crc32.Checksum(bytes.TrimSpace(text), castagnoli) }

// Seal adds a checksum to a text of JSON. One that holds no object stays as it is.
func Seal(text []byte) []byte {
	brace := bytes.LastIndexByte(text, '}')
	if brace < 0 {
		return text
	}
	end := len(bytes.TrimRight(text[:brace], " \t\r\n"))
	if end == 0 {
		return text
	}
	comma := ","
	if text[end-1] == '{' {
		comma = ""
	}
	// Among members on lines of their own it has one too, with their indent.
	blank := ""
	if line := bytes.LastIndexByte(text[:end], '\n'); line >= 0 && end < brace {
		rest := text[line:end]
		blank = string(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t\r\n"))])
	}
	sealed := make([]byte, 0, len(text)+sealTail)
	sealed = append(sealed, text[:end]...)
	sealed = fmt.Appendf(sealed, `%s%s%s: "%s%08x"`, comma, blank, sealName, sealSort, sumOf(text))
	return append(sealed, text[end:]...)
}

// Unseal returns the text that was sealed, or ErrDamaged. One without a seal is returned
// as it is.
func Unseal(text []byte) ([]byte, error) {
	from := max(len(text)-sealTail, 0)
	tail := text[from:]
	at := seal.FindSubmatchIndex(tail)
	if at == nil {
		// Half a seal is none that somebody has removed.
		if bytes.Contains(tail, []byte(sealName)) || bytes.Contains(tail, []byte(sealSort)) {
			return nil, ErrDamaged
		}
		return text, nil
	}
	plain := append(bytes.Clone(text[:from+at[0]]), tail[at[4]:]...)
	if fmt.Sprintf("%08x", sumOf(plain)) != string(tail[at[2]:at[3]]) {
		return nil, ErrDamaged
	}
	return plain, nil
}

// ReplaceSealed is Replace of a text of JSON, with a checksum.
func ReplaceSealed(name string, text []byte) error { return Replace(name, Seal(text)) }

// ReadSealed is Read of such a text, which is returned as it was before it was sealed.
func ReadSealed(name string) ([]byte, error) {
	text, err := Read(name)
	if err != nil {
		return nil, err
	}
	return Unseal(text)
}

// A text of remarks and rules, such as a rulesheet, carries its checksum in a remark on a
// line of its own, the last:
//
//	; checksum crc32c:0a1b2c3d
//
// That line ends as the text did before, so that it comes back to the byte.

// ErrDamagedText says that a text is not what was written.
var ErrDamagedText = errors.New("its checksum does not fit: it is damaged, or was changed by hand, in which case remove the remark \"checksum\" at its end")

const remarkName = "; checksum "

var remark = regexp.MustCompile(`(\n?)` + remarkName + sealSort + `([0-9a-f]{8})(\n?)$`)

// SealText adds a checksum to a text whose remarks begin with semicolons.
func SealText(text []byte) []byte {
	end := "\n"
	sealed := bytes.Clone(text)
	if len(text) > 0 && !bytes.HasSuffix(text, []byte(end)) {
		sealed, end = append(sealed, '\n'), ""
	}
	return fmt.Appendf(sealed, "%s%s%08x%s", remarkName, sealSort, crc32.Checksum(text, castagnoli), end)
}

// UnsealText returns the text that was sealed, or ErrDamagedText. One without a seal is
// returned as it is.
func UnsealText(text []byte) ([]byte, error) {
	from := max(len(text)-sealTail, 0)
	tail := text[from:]
	at := remark.FindSubmatchIndex(tail)
	if at == nil {
		if bytes.Contains(tail, []byte(remarkName)) || bytes.Contains(tail, []byte(sealSort)) {
			return nil, ErrDamagedText
		}
		return text, nil
	}
	end := at[2] // before the line that a text without an end of line was given
	if at[6] < at[7] {
		end = at[3]
	}
	plain := bytes.Clone(text[:from+end])
	if fmt.Sprintf("%08x", crc32.Checksum(plain, castagnoli)) != string(tail[at[4]:at[5]]) {
		return nil, ErrDamagedText
	}
	return plain, nil
}
