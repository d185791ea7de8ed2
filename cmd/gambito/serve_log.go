package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Where a server logs to.
const (
	logText = "text"
	logJSON = "json"
	logOff  = "off"
)

// logFlags say what a server tells of its work on standard error.
type logFlags struct {
	Log      string `enum:"text,json,off" default:"text" help:"How to log on standard error: text, json or off (default: ${default})."`
	LogLevel string `enum:"debug,info,warn,error" default:"warn" help:"From what on to log: debug, info (also every request), warn or error (default: ${default})."`
}

// logger writes what happens. Secret, if it is not empty, is in no line, wherever it may
// have come from.
func (f logFlags) logger(w io.Writer, secret string) *slog.Logger {
	options := slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if secret == "" {
			return a
		}
		a.Key = strings.ReplaceAll(a.Key, secret, "[token]")
		if k := a.Value.Kind(); k == slog.KindString || k == slog.KindAny {
			if text := fmt.Sprint(a.Value.Any()); strings.Contains(text, secret) {
				a.Value = slog.StringValue(strings.ReplaceAll(text, secret, "[token]"))
			}
		}
		return a
	}}
	var level slog.Level
	_ = level.UnmarshalText([]byte(f.LogLevel)) // it is one of the flag's
	options.Level = level
	switch f.Log {
	case logOff:
		return slog.New(slog.DiscardHandler)
	case logJSON:
		return slog.New(slog.NewJSONHandler(w, &options))
	}
	return slog.New(slog.NewTextHandler(w, &options))
}
