package papers

import (
	"strings"
	"testing"
)

// TestCitations: every study belongs to a document, and tells where it is printed as
// far as that is known.
func TestCitations(t *testing.T) {
	for _, s := range studies(t) {
		if d := s.Document(); d.Title == "" || d.Kind == "" || !strings.Contains(s.Citation(), d.Title) {
			t.Errorf("%s: %+v", s.ID, d)
		}
	}
	for id, want := range map[string]string{
		"ggp/first":           "Iván Francisco Valencia: Desarrollo de una política de selección para General Game Playing basada en el problema del bandido multi-armado, PhD thesis, Universidad Autónoma del Estado de México, Toluca, 2021, tables 4.1 to 4.17, pages 45 to 60",
		"backgammon/variance": "Oscar Irineo Fuentes: Jugador inteligente de backgammon, master's thesis, Centro de Investigación y de Estudios Avanzados del Instituto Politécnico Nacional, México, 2006, figures 6.1 to 6.3, pages 70 to 71",
		"othello/n-tuples":    "Simon M. Lucas: Learning to play Othello with n-tuple systems, Australian Journal of Intelligent Information Processing Systems 4, pages 1 to 20, 2008",
	} {
		if s, err := Find(id); err != nil || s.Citation() != want {
			t.Errorf("%s: %s, %v", id, s.Citation(), err)
		}
	}
	s, _ := Find("ggp/proposed")
	for table, want := range map[string]string{"4.37": "Table 4.37, page 91", "in words": "Told in words", "figure 4.41": "Figure 4.41, page 92", "own": "Not published", "§3.2": "§3.2", "1, as a ratio": "Table 1, as a ratio", "2019, figure 4": "2019, figure 4", "A": "Experiment A"} {
		if s.Cited(table) != want {
			t.Errorf("%s is %q", table, s.Cited(table))
		}
	}
	variance, _ := Find("backgammon/variance")
	f := Finding{ID: "backgammon/variance/1000 games/mean", Source: "figure 6.1"}
	if cited := variance.Cited(variance.place(f).Table); cited != "Figure 6.1, page 70" {
		t.Errorf("figure 6.1 is %q", cited)
	}
}
