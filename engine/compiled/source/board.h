// A board by rows and by columns, as in `engine.board`, with the cross-checks of empty squares.
//
// A tile is its character: 'A' … 'Z', or lower case for a blank; an empty square is 0.

enum { SIZE = 15, STRIDE = 16, CELLS = 1 + SIZE * STRIDE, ACROSS = 0, DOWN = 1 };
enum { JOKER = 32 };  // the bit that makes a character lower case
#define ANY 0xffffffffu

typedef struct {
  u8 cells[2][CELLS];    // rows, then columns, with an empty cell before and after each line
  u32 cross_check[2][CELLS];   // by square: the letters that the crossing word allows
  u16 cross_sum[2][CELLS];   // by square: the points of the crossing word's tiles
} Board;

static u8 value[128], letter_factor[CELLS], word_factor[CELLS];

static inline int cell_at(int line, int place) { return 1 + line * STRIDE + place; }
static inline int line_of(int at) { return (at - 1) / STRIDE; }
static inline int place_of(int at) { return (at - 1) % STRIDE; }
static inline int transposed(int at) { return cell_at(place_of(at), line_of(at)); }

// Set the letters that form a word along `axis` on that empty square, and the sum of its tiles.
static void update_cross_check(Board *board, int axis, int at) {
  const u8 *cells = board->cells[axis];
  int start = at, end = at + 1;
  while (cells[start - 1]) start--;
  while (cells[end]) end++;
  int crossed = transposed(at), sum = 0;
  u32 letters = 0, node = root;
  for (int i = start; i < end; i++) sum += value[cells[i]];
  board->cross_sum[1 - axis][crossed] = (u16)sum;
  board->cross_check[1 - axis][crossed] = 0;
  for (int i = start; i < at; i++) {
    if (!(nodes[node].mask >> (cells[i] & 31) & 1)) return;
    node = follow(node, cells[i] & 31);
  }
  for (u32 left = nodes[node].mask & ~(u32)FINAL; left; left &= left - 1) {
    u32 letter = (u32)__builtin_ctz(left), after = follow(node, letter);
    int i = at + 1;
    for (; i < end && nodes[after].mask >> (cells[i] & 31) & 1; i++)
      after = follow(after, cells[i] & 31);
    if (i == end && nodes[after].mask & FINAL) letters |= 1u << letter;
  }
  board->cross_check[1 - axis][crossed] = letters;
}

static inline int is_square(int at) { return at > 0 && place_of(at) < SIZE; }

// Update the empty squares at both ends of the run of tiles through `at`.
static void update_run_ends(Board *board, int axis, int at) {
  int before = at, after = at;
  while (board->cells[axis][before]) before--;
  while (board->cells[axis][after]) after++;
  if (is_square(before)) update_cross_check(board, axis, before);
  if (is_square(after)) update_cross_check(board, axis, after);
}

// `at` is an index by rows, here and in `update_cross_checks`.
static void place_tile(Board *board, int at, u8 tile) {
  board->cells[ACROSS][at] = tile;
  board->cells[DOWN][transposed(at)] = tile;
}

static void update_cross_checks(Board *board, int at) {
  update_run_ends(board, ACROSS, at);
  update_run_ends(board, DOWN, transposed(at));
}

// Set up the board from 225 squares, row by row.
static void set_up_board(Board *board, const u8 *squares) {
  for (int axis = 0; axis < 2; axis++)
    for (int at = 0; at < CELLS; at++) {
      board->cells[axis][at] = 0;
      board->cross_check[axis][at] = ANY;
      board->cross_sum[axis][at] = 0;
    }
  for (int i = 0; i < SIZE * SIZE; i++)
    if (squares[i]) place_tile(board, cell_at(i / SIZE, i % SIZE), squares[i]);
  for (int i = 0; i < SIZE * SIZE; i++)
    if (squares[i]) update_cross_checks(board, cell_at(i / SIZE, i % SIZE));
}
