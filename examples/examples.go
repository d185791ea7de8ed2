// Package examples has experiment files to begin with.
package examples

import _ "embed" // for the files

// Policies compares selection policies of Monte Carlo tree search.
//
//go:embed policies.yaml
var Policies string
