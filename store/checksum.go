package store

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// Rows carry a checksum of what they say, since SQLite notices only damage to the order
// of its pages: a bit of a result or a move that has flipped on the disk would be read as
// if it had been played. Rows that an earlier gambito has written have none.

// withChecksums is the version of the database from which on there are checksums.
const withChecksums = 5

// errDamaged says that a row is not what was written.
var errDamaged = errors.New("its checksum does not fit")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// rowSum is the checksum of values as the database has them: whole numbers, texts and
// those that are missing.
func rowSum(values ...any) int64 {
	var buffer [512]byte
	b := buffer[:0]
	for _, v := range values {
		switch v := v.(type) {
		case int:
			b = binary.AppendVarint(append(b, 'i'), int64(v))
		case int64:
			b = binary.AppendVarint(append(b, 'i'), v)
		case string:
			b = append(binary.AppendUvarint(append(b, 't'), uint64(len(v))), v...)
		case sql.NullString:
			if v.Valid {
				b = append(binary.AppendUvarint(append(b, 't'), uint64(len(v.String))), v.String...)
			} else {
				b = append(b, 'n')
			}
		case sql.NullInt64:
			if v.Valid {
				b = binary.AppendVarint(append(b, 'i'), v.Int64)
			} else {
				b = append(b, 'n')
			}
		case nil:
			b = append(b, 'n')
		default:
			b = append(b, '?') // nothing else is stored; damage may look like it
		}
	}
	return int64(crc32.Checksum(b, castagnoli))
}

// fits reports whether a row's checksum, if it has one, is that of its values.
func fits(checksum any, values ...any) bool {
	return checksum == nil || checksum == rowSum(values...)
}
