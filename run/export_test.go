package run

// Standings are kept with every batch here.
func init() { keepPause, keepShare = 0, 0 }
