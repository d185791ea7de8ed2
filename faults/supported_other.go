//go:build !linux

package faults

import "errors"

// Supported is why nothing can go wrong on purpose on this system, or nil.
var Supported = errors.New("a drill stops processes and fills disks in ways that only Linux has")
