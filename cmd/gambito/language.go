package main

import (
	"os"

	"gambito/words"
)

// langFlag is taken by the verbs that talk with players.
type langFlag struct {
	Lang string `help:"Language: en or es (default: by LC_ALL, LC_MESSAGES and LANG)." placeholder:"CODE"`
}

// words are those of the language that is asked for.
func (f langFlag) words() (words.Words, error) {
	if f.Lang == "" {
		return words.For(words.FromEnvironment(os.Getenv)), nil
	}
	l, err := words.ParseLanguage(f.Lang)
	return words.For(l), err
}

// Validate is called by the command-line parser.
func (f langFlag) Validate() error {
	_, err := f.words()
	return err
}
