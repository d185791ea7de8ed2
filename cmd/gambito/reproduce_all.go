package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gambito/build"
	shipped "gambito/docs/results"
	"gambito/papers"
	"gambito/papers/dossier"
	"gambito/table"
)

// repeatAll repeats the studies that are not done yet and makes a dossier of all. One
// that fails is told and left out.
func (c reproduceCmd) repeatAll(s *session) error {
	studies, err := papers.ByDocument()
	if err != nil {
		return failure{err}
	}
	folder, err := c.folder()
	if err != nil {
		return err
	}
	shelf := papers.ShelfIn(folder)
	if !c.Quiet {
		table.Paragraph(os.Stderr, "gambito: ", papers.Expect(studies, papers.Scale(c.Scale), c.Seed, c.GDL, shelf))
	}
	var pages []papers.Page
	var left []string
	var findings []papers.Finding
	for _, study := range studies {
		if c.GDL && !study.Played() {
			continue
		}
		result, there := shelf.Done(study, papers.Scale(c.Scale), c.Seed, c.GDL)
		if !there {
			result, err = c.run(s, study)
		}
		if s.ctx.Err() != nil {
			return err
		}
		if len(result.Findings) == 0 {
			left = append(left, fmt.Sprintf("%s: %v", study.ID, err))
			fmt.Fprintf(os.Stderr, "gambito: %s is left out: %v\n", study.ID, err)
			continue
		}
		page := result.Page(study)
		pages, findings = append(pages, page), append(findings, result.Findings...)
		if !c.JSON {
			table.Paragraph(s.stdout, fmt.Sprintf("%-24s ", study.ID), page.Summary())
		}
		if err := c.writeAll(pages, left); err != nil { // what there is can be read meanwhile
			return err
		}
	}
	if c.JSON {
		if err := s.printJSON(findings); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(s.stdout)
		table.Paragraph(s.stdout, "", papers.CountVerdicts(findings).String())
	}
	if left != nil {
		return failure{errors.New(strings.Join(left, "; "))}
	}
	return nil
}

// writeAll writes the dossier as far as it is, and the pages of its studies.
func (c reproduceCmd) writeAll(pages []papers.Page, left []string) error {
	d := c.dossier(pages)
	d.Title = "Published experiments, repeated"
	d.Left = left
	err := errors.Join(c.write(c.HTML, d.HTML), c.write(c.PDF, d.PDF))
	if c.MD == "" {
		return err
	}
	page := pages[len(pages)-1]
	if err := os.MkdirAll(c.MD, 0o777); err != nil {
		return failure{err}
	}
	return errors.Join(err, c.write(filepath.Join(c.MD, strings.ReplaceAll(page.Study.ID, "/", "-")+".md"), page.Markdown))
}

// dossier is one of these pages.
func (c reproduceCmd) dossier(pages []papers.Page) dossier.Dossier {
	return dossier.Dossier{Command: c.resume(), Build: build.This().Version, Made: time.Now(), Pages: pages, Words: shipped.Words}
}

// cells counts the published cells that have a finding.
func (c reproduceCmd) cells(s *session) error {
	if c.JSON {
		return errors.New("reproduce cells: it has no --json; try --md FILE")
	}
	counts, err := shipped.Cells(s.ctx, s.agents)
	if err != nil {
		return failure{err}
	}
	papers.CellsText(s.stdout, counts)
	return c.write(c.MD, func(b *bytes.Buffer) { papers.CellsMarkdown(b, counts) })
}
