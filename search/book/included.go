package book

import _ "embed" // the book

// Included is the book that comes with gambito, as a file. docs/othello.md says how it
// was grown.
//
//go:embed othello.book
var Included []byte
