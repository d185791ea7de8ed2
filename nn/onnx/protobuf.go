package onnx

import (
	"encoding/binary"
	"math"
)

// message is a protocol buffer while it is written: fields one after the other,
// each a key of its number and type and then its content. What ONNX needs of the
// format is little enough to write by hand.
type message []byte

// The types of fields.
const (
	varint  = 0
	bytes   = 2 // texts, messages, arrays
	fixed32 = 5
)

func (m *message) key(field, kind int) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|uint64(kind))
}

func (m *message) integer(field int, x int) {
	m.key(field, varint)
	*m = binary.AppendUvarint(*m, uint64(x))
}

func (m *message) float(field int, x float32) {
	m.key(field, fixed32)
	*m = binary.LittleEndian.AppendUint32(*m, math.Float32bits(x))
}

func (m *message) bytes(field int, x []byte) {
	m.key(field, bytes)
	*m = binary.AppendUvarint(*m, uint64(len(x)))
	*m = append(*m, x...)
}

func (m *message) text(field int, x string) { m.bytes(field, []byte(x)) }
