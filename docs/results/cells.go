package results

import (
	"context"

	"gambito/agent"
	"gambito/papers"
)

// Cells counts the published cells that have a finding: of studies that play games those
// that they compare, of others those that came out here.
func Cells(ctx context.Context, agents *agent.Registry) ([]papers.CellCount, error) {
	return papers.CheckCells(func(id string) ([]papers.Finding, error) {
		study, err := papers.Find(id)
		if err != nil {
			return nil, err
		}
		if study.Played() {
			return study.Compared(ctx, agents)
		}
		page, _, err := Of(id)
		return page.Findings, err
	})
}
