// A line of moves for the picture of each game; where there is none, or where it does
// not fit, the picture is the start of the game.
export const samples: Record<string, string> = {
  connect4: '4445335255',
  tictactoe: 'b2 a3 c3 a1 a2',
  othello: 'f5f6e6f4e3c5c4d3f3d6',
  breakthrough: 'c2-c3 d5-d4 e2-e3 b5-b4 c3-b4',
  'breakthrough-holes': 'a2-a3 f5-f4 c2-c3 d5-d4',
  'breakthrough-suicide': 'c2-c3 d5-d4 b2-b3 e5-e4',
  knightthrough: 'b2-c4 g7-f5 e2-d4 d7-e5 c1-d3',
  'atari-go': 'd4 d5 e5 c4 e4 c5 d6 e6 f6 c6',
  'sheep-and-wolf': 'd8-e7 c1-d2 e7-d6 e1-f2',
  'free-for-all': 'a4-c5 g4-e3 c5-e6 e3-c2',
  'knight-fight': 'c2 ortho h9 diag d4 ortho g7 ortho',
  tron: 'up,down up,down up,down right,down right,left right,left right,left up,left up,left up,left up,up right,up right,left',
  einstein: '5 5-b3 5 5-d3 5 5-c3',
  'gdl:checkers': '(move 6 2 5 3) (move 5 5 4 4) (move 4 2 3 3)',
  'gdl:hex': '(place 4 4) (place 3 5) (place 5 3) (place 4 5) (place 5 2) (place 6 2) (place 3 6) (place 5 1) (place 4 2)',
  'gdl:three-in-line': '(take 3 3) (take 2 3) (take 4 4) (take 2 2) (take 4 2) (take 2 4)',
  'gdl:knights-tour': '(ride 2 3) (ride 4 2) (ride 5 4) (ride 3 5) (ride 1 4)',
  backgammon: '31 8/5 6/5 42 8/4 6/4 65 24/18 13/8 33',
};
