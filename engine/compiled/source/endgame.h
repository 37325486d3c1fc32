// The alpha-beta search for the end of a game; `engine.analysis.endgame` explains the method.
//
// The points of the two players may have different weights, because a coefficient needs them. The
// table never drops a position; a query that would fill it exceeds its budget.

enum { MAX_VALUE = 1 << 28, MAX_PLIES = 32, PASS_COUNTS = 4, TILE_COUNTS = 16 };

typedef struct {
  u64 key[2];     // both halves must match
  int low, high;  // the bounds of the value
  u32 move;       // the best move so far, or one that caused a cut-off; 0 is a pass
  u32 is_tried;   // whether `move` is set
} Entry;

typedef struct {
  u64 half[2];
} Key;

static Entry *table;
static u32 table_size, table_used;
static Key tile_key[CELLS][64], rack_key[2][27][TILE_COUNTS], pass_key[PASS_COUNTS], turn_key;

static Board boards[MAX_PLIES];
static Key board_key[MAX_PLIES];
static int *orders;  // by play: a higher one is tried first

static int weight[2];  // of a point of the player to move at the root, and of the other
// Factors of the points of the tiles left, for the player who is out and for the other.
static int out_gain, out_loss;
static u32 budget, positions_used;
static int is_over_budget;

static u64 next_random(u64 *state) {
  u64 z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static Key random_key(u64 *state) {
  Key key;
  key.half[0] = next_random(state);
  key.half[1] = next_random(state);
  return key;
}

static inline void toggle(Key *key, Key by) {
  key->half[0] ^= by.half[0];
  key->half[1] ^= by.half[1];
}

// Allocate the table; `size` is a power of two.
EXPORT(begin_endgames) void begin_endgames(u32 size) {
  u64 state = 1;
  for (int at = 0; at < CELLS; at++)
    for (int tile = 0; tile < 64; tile++) tile_key[at][tile] = random_key(&state);
  for (int owner = 0; owner < 2; owner++)
    for (int letter = 0; letter < 27; letter++)
      for (int count = 1; count < TILE_COUNTS; count++)
        rack_key[owner][letter][count] = random_key(&state);
  for (int passes = 0; passes < PASS_COUNTS; passes++) pass_key[passes] = random_key(&state);
  turn_key = random_key(&state);
  table_size = size;
  table = alloc(size * (u32)sizeof *table);
}

// Forget all positions.
EXPORT(forget_endgames) void forget_endgames(void) {
  if (table_used) __builtin_memset(table, 0, table_size * sizeof *table);
  table_used = 0;
}

static Entry *look_up(Key key) {
  u32 at = (u32)key.half[0] & (table_size - 1);
  while (table[at].key[0] | table[at].key[1]) {
    if (table[at].key[0] == key.half[0] && table[at].key[1] == key.half[1]) break;
    at = (at + 1) & (table_size - 1);
  }
  return &table[at];
}

static Key key_of(Key board, const Rack *mine, const Rack *theirs, int to_pass, int side) {
  for (int letter = 0; letter < 27; letter++) {
    if (mine->count[letter]) toggle(&board, rack_key[0][letter][mine->count[letter]]);
    if (theirs->count[letter]) toggle(&board, rack_key[1][letter][theirs->count[letter]]);
  }
  toggle(&board, pass_key[to_pass]);
  if (side && weight[0] != weight[1]) toggle(&board, turn_key);
  return board;
}

static u32 play_code(const Play *play) {
  u32 word = 0;
  for (int i = 0; i < play->length; i++) word = word * 37 + play->word[i];
  u32 where = (u32)(play->axis << 8 | play->line << 4 | play->place);
  return word << 10 | where << 1 | 1;
}

static inline int square_by_rows(const Play *play, int i) {
  int place = play->place + i;
  return play->axis == ACROSS ? cell_at(play->line, place) : cell_at(place, play->line);
}

static Rack rack_after(const Rack *rack, const Play *play, const Board *board) {
  Rack left = *rack;
  const u8 *cells = board->cells[play->axis] + cell_at(play->line, play->place);
  for (int i = 0; i < play->length; i++)
    if (!cells[i]) remove_tile(&left, play->word[i]);
  return left;
}

static Key key_after(int ply, const Play *play) {
  Key key = board_key[ply];
  for (int i = 0; i < play->length; i++) {
    int at = square_by_rows(play, i);
    if (!boards[ply].cells[ACROSS][at]) toggle(&key, tile_key[at][play->word[i] & 63]);
  }
  return key;
}

static void make_play(int ply, const Play *play, Key key) {
  Board *after = &boards[ply + 1];
  *after = boards[ply];
  board_key[ply + 1] = key;
  for (int i = 0; i < play->length; i++) place_tile(after, square_by_rows(play, i), play->word[i]);
  for (int i = 0; i < play->length; i++) {
    int at = square_by_rows(play, i);
    if (!boards[ply].cells[ACROSS][at]) update_cross_checks(after, at);
  }
}

static int search_bound(int ply, const Rack *mine, const Rack *theirs, int to_pass, int side,
                        int wanted);

static int passes_after_play;  // the number of passes that ends the game after a play

static int pass_value(int ply, const Rack *mine, const Rack *theirs, int to_pass, int side,
                      int wanted) {
  if (to_pass == 1) return weight[1 - side] * theirs->worth - weight[side] * mine->worth;
  return -search_bound(ply, theirs, mine, to_pass - 1, 1 - side, 1 - wanted);
}

static int out_bonus(const Rack *theirs, int side) {
  return theirs->worth * (out_gain * weight[side] + out_loss * weight[1 - side]);
}

static int play_value(int ply, const Play *play, const Rack *mine, const Rack *theirs, int side,
                  int wanted) {
  int gained = weight[side] * play->points;
  if (play->laid == mine->size) return gained + out_bonus(theirs, side);
  Rack left = rack_after(mine, play, &boards[ply]);
  Key key = key_after(ply, play);
  int needed = gained - wanted + 1;
  // A known answer saves the costly set-up of the board.
  const Entry *known = look_up(key_of(key, theirs, &left, passes_after_play, 1 - side));
  if (known->key[0] | known->key[1]) {
    if (known->low >= needed) return gained - known->low;
    if (known->high < needed) return gained - known->high;
  }
  make_play(ply, play, key);
  return gained - search_bound(ply + 1, theirs, &left, passes_after_play, 1 - side, needed);
}

// Find all plays and their order: plays that go out, then by score minus the tiles left.
static void order_plays(int ply, const Rack *mine, const Rack *theirs, int side, u32 first_move) {
  u32 first = play_count;
  generate(&boards[ply], mine, 1);
  for (u32 i = first; i < play_count; i++) {
    const Play *play = &plays[i];
    int order = weight[side] * play->points;
    if (play->laid == mine->size) {
      order += out_bonus(theirs, side);
    } else {
      Rack left = rack_after(mine, play, &boards[ply]);
      order -= weight[side] * left.worth;
    }
    orders[i] = first_move && play_code(play) == first_move ? MAX_VALUE : order;
  }
}

// Move the first play with the highest order to the front, and keep the order of the others.
static Play next_play(u32 first, u32 last) {
  u32 best = first;
  for (u32 i = first + 1; i < last; i++)
    if (orders[i] > orders[best]) best = i;
  Play play = plays[best];
  int order = orders[best];
  for (u32 i = best; i > first; i--) {
    plays[i] = plays[i - 1];
    orders[i] = orders[i - 1];
  }
  plays[first] = play;
  orders[first] = order;
  return play;
}

// Return a lower bound of the value from `wanted` up, or an upper bound below `wanted`.
static int search_bound(int ply, const Rack *mine, const Rack *theirs, int to_pass, int side,
                        int wanted) {
  Key key = key_of(board_key[ply], mine, theirs, to_pass, side);
  Entry *known = look_up(key);
  if (!(known->key[0] | known->key[1])) {
    if (positions_used == budget || table_used > table_size / 8 * 7 || ply + 2 == MAX_PLIES) {
      is_over_budget = 1;
      return 0;
    }
    *known = (Entry){{key.half[0], key.half[1]}, -MAX_VALUE, MAX_VALUE, 0, 0};
    table_used++;
    positions_used++;
  }
  if (known->low >= wanted) return known->low;
  if (known->high < wanted) return known->high;
  int value = -MAX_VALUE;
  u32 best = known->move, first = play_count;
  int pass_is_first = known->is_tried && !known->move;
  if (pass_is_first) value = pass_value(ply, mine, theirs, to_pass, side, wanted);
  if (value < wanted && !is_over_budget) {
    order_plays(ply, mine, theirs, side, known->is_tried ? known->move : 0);
    u32 last = play_count;
    for (u32 left = first; left < last && value < wanted && !is_over_budget; left++) {
      Play play = next_play(left, last);
      int got = play_value(ply, &play, mine, theirs, side, wanted);
      if (got > value) {
        value = got;
        best = play_code(&play);
      }
    }
    if (value < wanted && !pass_is_first && !is_over_budget) {
      int got = pass_value(ply, mine, theirs, to_pass, side, wanted);
      if (got > value) {
        value = got;
        best = 0;
      }
    }
    play_count = first;
  }
  if (is_over_budget) return 0;
  if (value >= wanted) {
    known->low = value;
    known->move = best;
    known->is_tried = 1;
  } else {
    known->high = value;
    if (!known->is_tried) {  // the best of moves that are too weak is tried first next time
      known->move = best;
      known->is_tried = 1;
    }
  }
  return value;
}
