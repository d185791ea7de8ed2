//go:build !(linux || darwin)

package machine

func physical() uint64 { return 0 }

func addresses() uint64 { return 0 }
