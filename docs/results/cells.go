package results

import (
	"context"

	"gambito/agent"
	"gambito/papers"
)

// Cells counts the published cells that have a finding: one that a study compares, or that
// came out here. Those that came out at a scale that tells something are measured.
func Cells(ctx context.Context, agents *agent.Registry) ([]papers.CellCount, error) {
	return papers.CheckCells(func(id string) (list papers.Listed, err error) {
		study, err := papers.Find(id)
		if err != nil {
			return list, err
		}
		if list.Compared, err = study.Compared(ctx, agents); err != nil {
			return list, err
		}
		page, _, err := Of(id)
		for _, f := range page.Findings {
			if !study.Played() {
				list.Compared = append(list.Compared, f)
			}
			if f.Measured != nil && page.Scale != papers.Smoke {
				list.Measured = append(list.Measured, f)
			}
		}
		return list, err
	})
}
