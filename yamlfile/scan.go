package yamlfile

import (
	"bytes"
	"fmt"
	"io"

	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// What a file may have, so that none that does harm is built up in memory. What people
// write has a hundredth of it.
const (
	mostBytes  = 1 << 20
	mostTokens = 100_000
	mostDepth  = 100  // of lists and mappings in braces
	mostIndent = 1000 // columns before a line or a dash, each of which may be a level
)

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\xef\xbb\xbf")

// scan cuts a text into its words and signs.
func scan(content []byte) (tokens token.Tokens, err error) {
	content = bytes.TrimPrefix(content, byteOrderMark)
	if len(content) > mostBytes {
		return nil, fmt.Errorf("it has %d bytes; at most %d are read", len(content), mostBytes)
	}
	if err := indented(content); err != nil {
		return nil, err
	}
	var s scanner.Scanner
	s.Init(string(content))
	depth := 0
	for {
		more, err := s.Scan()
		if err == io.EOF {
			return tokens, nil
		}
		tokens.Add(more...)
		for _, t := range more {
			switch t.Type {
			case token.SequenceStartType, token.MappingStartType:
				depth++
			case token.SequenceEndType, token.MappingEndType:
				depth--
			case token.SequenceEntryType, token.MappingKeyType:
				if t.Position.Column > mostIndent {
					return nil, deep(t.Position.Line)
				}
			}
			if depth > mostDepth {
				return nil, deep(t.Position.Line)
			}
		}
		if len(tokens) > mostTokens {
			return nil, fmt.Errorf("it has more than %d words and signs", mostTokens)
		}
	}
}

// indented refuses lines that begin far to the right: each column may be a level.
func indented(content []byte) error {
	line := 0
	for text := range bytes.Lines(content) {
		line++
		if blanks := len(text) - len(bytes.TrimLeft(text, " ")); blanks > mostIndent {
			return deep(line)
		}
	}
	return nil
}

func deep(line int) error {
	return &Error{Line: line, Err: fmt.Errorf("lists and mappings lie too deep within each other")}
}
