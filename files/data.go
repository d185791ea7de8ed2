package files

import (
	"os"
	"path/filepath"
	"runtime"
)

// DataVariable is the environment variable that names the data folder.
const DataVariable = "GAMBITO_DATA"

// DataFolder is where runs and tables live: what $GAMBITO_DATA says or else the
// default.
func DataFolder() (string, error) {
	if folder := os.Getenv(DataVariable); folder != "" {
		return folder, nil
	}
	return DefaultDataFolder()
}

// DefaultDataFolder is where they live unless told otherwise: gambito in
// $XDG_DATA_HOME or ~/.local/share, on macOS and Windows in the folder for the
// settings of applications.
func DefaultDataFolder() (string, error) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		folder, err := os.UserConfigDir()
		return filepath.Join(folder, "gambito"), err
	}
	if folder := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "gambito"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "gambito"), err
}
