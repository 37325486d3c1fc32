// A board by rows and by columns, as `engine.board` has it, and what its empty squares admit.
//
// A tile is its character: 'A' … 'Z', a joker in lower case; an empty square is 0.

enum { SIZE = 15, STRIDE = 16, CELLS = 1 + SIZE * STRIDE, ACROSS = 0, DOWN = 1 };
enum { JOKER = 32 };  // the bit by which a joker's character differs
#define ANY 0xffffffffu

typedef struct {
  u8 cells[2][CELLS];    // rows, then columns; an empty cell before and after each line
  u32 check[2][CELLS];   // by square: the letters a word of that axis may have there
  u16 lying[2][CELLS];   // and what the tiles of the word it crosses are worth
} Board;

static u8 value[128], letter_factor[CELLS], word_factor[CELLS];

static inline int cell_at(int line, int place) { return 1 + line * STRIDE + place; }
static inline int line_of(int at) { return (at - 1) / STRIDE; }
static inline int place_of(int at) { return (at - 1) % STRIDE; }
static inline int turned(int at) { return cell_at(place_of(at), line_of(at)); }

// Find out which letters make a word along `axis` on that empty square, for words that cross it.
static void check_square(Board *board, int axis, int at) {
  const u8 *cells = board->cells[axis];
  int start = at, end = at + 1;
  while (cells[start - 1]) start--;
  while (cells[end]) end++;
  int crossed = turned(at), sum = 0;
  u32 letters = 0, node = root;
  for (int i = start; i < end; i++) sum += value[cells[i]];
  board->lying[1 - axis][crossed] = (u16)sum;
  board->check[1 - axis][crossed] = 0;
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
  board->check[1 - axis][crossed] = letters;
}

static inline int is_square(int at) { return at > 0 && place_of(at) < SIZE; }

// Look again at the squares at both ends of the run that the tile on `at` belongs to.
static void check_ends(Board *board, int axis, int at) {
  int before = at, after = at;
  while (board->cells[axis][before]) before--;
  while (board->cells[axis][after]) after++;
  if (is_square(before)) check_square(board, axis, before);
  if (is_square(after)) check_square(board, axis, after);
}

// `at` is a square by rows.
static void lay(Board *board, int at, u8 tile) {
  board->cells[ACROSS][at] = tile;
  board->cells[DOWN][turned(at)] = tile;
}

static void check_around(Board *board, int at) {
  check_ends(board, ACROSS, at);
  check_ends(board, DOWN, turned(at));
}

// Set up a board of 225 squares, row by row.
static void set_up(Board *board, const u8 *squares) {
  for (int axis = 0; axis < 2; axis++)
    for (int at = 0; at < CELLS; at++) {
      board->cells[axis][at] = 0;
      board->check[axis][at] = ANY;
      board->lying[axis][at] = 0;
    }
  for (int i = 0; i < SIZE * SIZE; i++)
    if (squares[i]) lay(board, cell_at(i / SIZE, i % SIZE), squares[i]);
  for (int i = 0; i < SIZE * SIZE; i++)
    if (squares[i]) check_around(board, cell_at(i / SIZE, i % SIZE));
}
