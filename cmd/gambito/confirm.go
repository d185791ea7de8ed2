package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
)

// confirm asks a person at a terminal before something is deleted; what runs in a
// script is not asked. The error says that the answer was no.
func (s *session) confirm(question string) error {
	if !s.in.Terminal {
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s [y/N] ", question)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return failure{errors.New("nothing is deleted")}
	}
	return nil
}
