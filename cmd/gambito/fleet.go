package main

type fleetCmd struct {
	Serve    fleetServeCmd    `cmd:"" help:"Run the broker of a fleet, which keeps work and results."`
	Status   fleetStatusCmd   `cmd:"" help:"Tell who is in a fleet and what is done."`
	Forget   fleetForgetCmd   `cmd:"" help:"Remove a job from a fleet, or lift the ban of a worker."`
	Key      fleetKeyCmd      `cmd:"" help:"Make a key with which a worker is let in."`
	Simulate fleetSimulateCmd `cmd:"" help:"Tell how a fleet of any size would work."`
	Drill    fleetDrillCmd    `cmd:"" help:"Try a fleet on this machine while everything goes wrong."`

	Impostor fleetImpostorCmd `cmd:"" hidden:"" help:"Answer wrongly, for drills."`
}

// Help is shown by --help.
func (fleetCmd) Help() string {
	return `A fleet is machines that work for one experiment; what they come to is the same, byte
for byte, as on one machine. One machine runs the broker, others lend themselves by
gambito worker, and a tournament goes there with --fleet.

Examples:

  gambito fleet serve
  gambito fleet serve --addr 0.0.0.0:4222
  gambito fleet status nats://TOKEN@127.0.0.1:4222 --watch
  gambito fleet key laptop.nk
  gambito fleet simulate --workers 100,1000,10000`
}
