package main

type fleetCmd struct {
	Serve    fleetServeCmd    `cmd:"" help:"Run the broker of a fleet, which keeps work and results."`
	Key      fleetKeyCmd      `cmd:"" help:"Make a key with which a worker is let in."`
	Simulate fleetSimulateCmd `cmd:"" help:"Tell how a fleet of any size would work."`
}

// Help is shown by --help.
func (fleetCmd) Help() string {
	return `A fleet is machines that work for one experiment; what they come to is the same, byte
for byte, as on one machine. One machine runs the broker, others lend themselves by
gambito worker, and a tournament goes there with --fleet.

Examples:

  gambito fleet serve
  gambito fleet serve --addr 0.0.0.0:4222
  gambito fleet key laptop.nk
  gambito fleet simulate --workers 100,1000,10000`
}
