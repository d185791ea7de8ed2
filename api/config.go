package api

import "gambito/config"

// Config is which defaults hold.
type Config struct {
	File     string           `json:"file" doc:"The file of defaults."`
	Found    bool             `json:"found" doc:"Whether there is such a file."`
	Settings []config.Setting `json:"settings" doc:"What holds, flags aside."`
}
