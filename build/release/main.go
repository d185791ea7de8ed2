// Command release makes what people download: an archive for each system and processor,
// their checksums, a list of what is in them (SBOM) and all licences in one file.
//
//	go run ./build/release                            everything, into dist
//	go run ./build/release --platforms linux/amd64    one of them
//	go run ./build/release --again                    and once more elsewhere, to compare the bytes
//	go run ./build/release --try                      and runs the one of this machine in an empty root
//	go run ./build/release --licences                 only writes licences.txt anew
//
// docs/releases.md tells the rest.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

// platforms are those that archives are made for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("release", flag.ExitOnError)
	out := flags.String("out", "dist", "the folder that everything goes to")
	only := flags.String("platforms", strings.Join(platforms, ","), "systems and processors")
	again := flags.Bool("again", false, "compile everything a second time, in a copy of the repository and from nothing, and compare")
	try := flags.Bool("try", false, "run the archive of this machine in a root that holds nothing else")
	licences := flags.Bool("licences", false, "only write "+licencesFile+" anew")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *licences {
		return writeLicences(ctx)
	}
	chosen := strings.Split(*only, ",")
	for _, p := range chosen {
		if system, processor, ok := strings.Cut(p, "/"); !ok || system == "" || processor == "" {
			return fmt.Errorf("platform %q must be SYSTEM/PROCESSOR, as in linux/amd64", p)
		}
	}
	source, err := readSource(ctx, ".")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return err
	}
	var made []string
	for _, p := range chosen {
		name, err := source.release(ctx, *out, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		made = append(made, name, name+".cdx.json")
	}
	if err := writeSums(*out, made); err != nil {
		return err
	}
	if *again {
		if err := source.compare(ctx, *out, chosen); err != nil {
			return err
		}
	}
	if *try {
		return tryArchive(ctx, *out, source.version)
	}
	return nil
}

// compare makes the archives from a copy of the repository in another folder, with an empty
// cache, and says whether they are the same.
func (s source) compare(ctx context.Context, out string, chosen []string) error {
	elsewhere, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(elsewhere)
	copied, second := filepath.Join(elsewhere, "a copy"), filepath.Join(elsewhere, "dist")
	if _, err := command(ctx, s.folder, nil, "git", "clone", "--quiet", "--no-hardlinks", s.folder, copied); err != nil {
		return err
	}
	if _, err := command(ctx, copied, nil, "git", "checkout", "--quiet", "--detach", s.commit); err != nil {
		return err
	}
	other, err := readSource(ctx, copied)
	if err != nil {
		return err
	}
	other.cache = filepath.Join(elsewhere, "cache")
	if err := os.MkdirAll(second, 0o755); err != nil {
		return err
	}
	for _, p := range chosen {
		name, err := other.release(ctx, second, p)
		if err != nil {
			return fmt.Errorf("%s, again: %w", p, err)
		}
		for _, file := range []string{name, name + ".cdx.json"} {
			first, err := sum(filepath.Join(out, file))
			if err != nil {
				return err
			}
			if then, err := sum(filepath.Join(second, file)); err != nil || then != first {
				return errors.Join(err, fmt.Errorf("%s is %s the first time and %s the second", file, first, then))
			}
			fmt.Printf("%s is the same to the byte\n", file)
		}
	}
	return nil
}
