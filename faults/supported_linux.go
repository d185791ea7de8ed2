package faults

// Supported is why nothing can go wrong on purpose on this system, or nil.
var Supported error
