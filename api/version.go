package api

import "gambito/build"

// Version is which gambito this is.
type Version struct {
	build.Info
	Name        string `json:"name" doc:"What a fleet calls this build: its version, and eight letters that tell builds of the same version apart."`
	Fingerprint string `json:"fingerprint" doc:"What must be the same for machines to come to the same results: version, system, processor, and the executable if the version does not say which source it is."`
}

// NewVersion is that of the present process.
func NewVersion() Version {
	this, fingerprint := build.This(), build.Fingerprint()
	return Version{Info: this, Name: build.Name(this.Version, fingerprint), Fingerprint: fingerprint}
}
