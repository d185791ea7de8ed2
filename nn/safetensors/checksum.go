package safetensors

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
)

// checksumKey is where the metadata tells the checksum of the file: the CRC-32C, in eight
// hexadecimal digits, of all its bytes, those digits being zeros. Files of other programs
// have none and are read without.
const checksumKey = "checksum"

const noSum = "00000000"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// findSum tells where in a header the digits of the checksum stand. In JSON the quotes of
// a text are escaped, so nothing but the key can look like it.
func findSum(header []byte) (at int, ok bool) {
	before := []byte(`"` + checksumKey + `":"`)
	if at = bytes.Index(header, before); at < 0 {
		return 0, false
	}
	at += len(before)
	end := at + len(noSum)
	return at, end < len(header) && header[end] == '"'
}

// sum is the checksum of a file whose digits of it stand at a byte.
func sum(file []byte, at int) string {
	crc := crc32.Update(0, castagnoli, file[:at])
	crc = crc32.Update(crc, castagnoli, []byte(noSum))
	return fmt.Sprintf("%08x", crc32.Update(crc, castagnoli, file[at+len(noSum):]))
}

// seal writes the checksum of a file whose header has the given length into it.
func seal(file []byte, header int) error {
	at, ok := findSum(file[8 : 8+header])
	if !ok {
		return errors.New("there is no room for the checksum")
	}
	copy(file[8+at:], sum(file, 8+at))
	return nil
}

// verify makes sure that a file which tells its checksum is what was written.
func verify(file []byte, header int) error {
	at, ok := findSum(file[8 : 8+header])
	if !ok {
		return nil
	}
	if told := string(file[8+at : 8+at+len(noSum)]); told != sum(file, 8+at) {
		return errors.New("its checksum does not fit: the file is damaged, or was changed by a program that kept the checksum of the old one")
	}
	return nil
}
