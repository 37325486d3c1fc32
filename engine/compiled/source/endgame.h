// The end of a game by alpha-beta: `engine.analysis.endgame`, which says what is searched and why.
//
// Points may weigh differently for the two, so that a coefficient can be asked for as well as the
// spread. Nothing is dropped from the table: what is too much for it is too much for the budget.

enum { MOST = 1 << 28, PLIES = 32, PAIR = 2, COUNTS = 16 };

typedef struct {
  u64 key[2];     // both have to agree
  int low, high;  // what the value is at least, and at most
  u32 move;       // the best so far, or one that was too good; 0 is to pass
  u32 is_tried;   // whether `move` says anything
} Known;

typedef struct {
  u64 half[2];
} Key;

static Known *table;
static u32 table_size, table_used;
static Key tile_key[CELLS][64], hand_key[2][27][COUNTS], pass_key[PAIR + 2], turn_key;

static Board boards[PLIES];
static Key board_key[PLIES];
static int *orders;  // of `plays`: which is tried first

static int weight[2];           // what a point is worth of who moves first, and of the other
static int out_gain, out_loss;  // times the hand that is left: who is out gains, who holds it loses
static u32 budget, looked_at;
static int is_over_budget;

static u64 mixed(u64 *state) {
  u64 z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static Key random_key(u64 *state) {
  Key key;
  key.half[0] = mixed(state);
  key.half[1] = mixed(state);
  return key;
}

static inline void toggle(Key *key, Key by) {
  key->half[0] ^= by.half[0];
  key->half[1] ^= by.half[1];
}

// Make the table, of a power of two.
EXPORT(begin_endgames) void begin_endgames(u32 size) {
  u64 state = 1;
  for (int at = 0; at < CELLS; at++)
    for (int tile = 0; tile < 64; tile++) tile_key[at][tile] = random_key(&state);
  for (int whose = 0; whose < 2; whose++)
    for (int letter = 0; letter < 27; letter++)
      for (int count = 1; count < COUNTS; count++)
        hand_key[whose][letter][count] = random_key(&state);
  for (int passes = 0; passes < PAIR + 2; passes++) pass_key[passes] = random_key(&state);
  turn_key = random_key(&state);
  table_size = size;
  table = alloc(size * (u32)sizeof *table);
}

// Forget all positions.
EXPORT(forget_endgames) void forget_endgames(void) {
  if (table_used) __builtin_memset(table, 0, table_size * sizeof *table);
  table_used = 0;
}

static Known *look_up(Key key) {
  u32 at = (u32)key.half[0] & (table_size - 1);
  while (table[at].key[0] | table[at].key[1]) {
    if (table[at].key[0] == key.half[0] && table[at].key[1] == key.half[1]) break;
    at = (at + 1) & (table_size - 1);
  }
  return &table[at];
}

static Key key_of(Key board, const Hand *mine, const Hand *theirs, int to_pass, int side) {
  for (int letter = 0; letter < 27; letter++) {
    if (mine->count[letter]) toggle(&board, hand_key[0][letter][mine->count[letter]]);
    if (theirs->count[letter]) toggle(&board, hand_key[1][letter][theirs->count[letter]]);
  }
  toggle(&board, pass_key[to_pass]);
  if (side && weight[0] != weight[1]) toggle(&board, turn_key);
  return board;
}

static u32 name_of(const Play *play) {
  u32 word = 0;
  for (int i = 0; i < play->length; i++) word = word * 37 + play->word[i];
  u32 where = (u32)(play->axis << 8 | play->line << 4 | play->place);
  return word << 10 | where << 1 | 1;
}

static inline int square_by_rows(const Play *play, int i) {
  int place = play->place + i;
  return play->axis == ACROSS ? cell_at(play->line, place) : cell_at(place, play->line);
}

static Hand without(const Hand *hand, const Play *play, const Board *board) {
  Hand left = *hand;
  const u8 *cells = board->cells[play->axis] + cell_at(play->line, play->place);
  for (int i = 0; i < play->length; i++)
    if (!cells[i]) take(&left, play->word[i]);
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

static void lay_play(int ply, const Play *play, Key key) {
  Board *after = &boards[ply + 1];
  *after = boards[ply];
  board_key[ply + 1] = key;
  for (int i = 0; i < play->length; i++) lay(after, square_by_rows(play, i), play->word[i]);
  for (int i = 0; i < play->length; i++) {
    int at = square_by_rows(play, i);
    if (!boards[ply].cells[ACROSS][at]) check_around(after, at);
  }
}

static int bound(int ply, const Hand *mine, const Hand *theirs, int to_pass, int side, int wanted);

static int fresh_passes;  // how many passes end the game after a placement

static int passed(int ply, const Hand *mine, const Hand *theirs, int to_pass, int side, int wanted) {
  if (to_pass == 1) return weight[1 - side] * theirs->worth - weight[side] * mine->worth;
  return -bound(ply, theirs, mine, to_pass - 1, 1 - side, 1 - wanted);
}

static int out_worth(const Hand *theirs, int side) {
  return theirs->worth * (out_gain * weight[side] + out_loss * weight[1 - side]);
}

static int played(int ply, const Play *play, const Hand *mine, const Hand *theirs, int side,
                  int wanted) {
  int gained = weight[side] * play->points;
  if (play->laid == mine->size) return gained + out_worth(theirs, side);
  Hand left = without(mine, play, &boards[ply]);
  Key key = key_after(ply, play);
  int asked = gained - wanted + 1;
  // Often the answer is known: then that board is not even set up.
  const Known *known = look_up(key_of(key, theirs, &left, fresh_passes, 1 - side));
  if (known->key[0] | known->key[1]) {
    if (known->low >= asked) return gained - known->low;
    if (known->high < asked) return gained - known->high;
  }
  lay_play(ply, play, key);
  return gained - bound(ply + 1, theirs, &left, fresh_passes, 1 - side, asked);
}

// Find all plays and how soon each is to be tried: going out, then the dearest.
static void order_plays(int ply, const Hand *mine, const Hand *theirs, int side, u32 tried) {
  u32 first = play_count;
  generate(&boards[ply], mine, 1);
  for (u32 i = first; i < play_count; i++) {
    const Play *play = &plays[i];
    int order = weight[side] * play->points;
    if (play->laid == mine->size) {
      order += out_worth(theirs, side);
    } else {
      Hand left = without(mine, play, &boards[ply]);
      order -= weight[side] * left.worth;
    }
    orders[i] = tried && name_of(play) == tried ? MOST : order;
  }
}

// Bring the first of those with the highest order to the front, the rest in their order.
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

// Return a number from `wanted` on that the value reaches, or a lesser one that it keeps to.
static int bound(int ply, const Hand *mine, const Hand *theirs, int to_pass, int side, int wanted) {
  Key key = key_of(board_key[ply], mine, theirs, to_pass, side);
  Known *known = look_up(key);
  if (!(known->key[0] | known->key[1])) {
    if (looked_at == budget || table_used > table_size / 8 * 7 || ply + 2 == PLIES) {
      is_over_budget = 1;
      return 0;
    }
    *known = (Known){{key.half[0], key.half[1]}, -MOST, MOST, 0, 0};
    table_used++;
    looked_at++;
  }
  if (known->low >= wanted) return known->low;
  if (known->high < wanted) return known->high;
  int value = -MOST;
  u32 best = known->move, first = play_count;
  int pass_is_first = known->is_tried && !known->move;
  if (pass_is_first) value = passed(ply, mine, theirs, to_pass, side, wanted);
  if (value < wanted && !is_over_budget) {
    order_plays(ply, mine, theirs, side, known->is_tried ? known->move : 0);
    u32 last = play_count;
    for (u32 left = first; left < last && value < wanted && !is_over_budget; left++) {
      Play play = next_play(left, last);
      int got = played(ply, &play, mine, theirs, side, wanted);
      if (got > value) {
        value = got;
        best = name_of(&play);
      }
    }
    if (value < wanted && !pass_is_first && !is_over_budget) {
      int got = passed(ply, mine, theirs, to_pass, side, wanted);
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
    if (!known->is_tried) {  // of moves that are all too weak it is tried first another time
      known->move = best;
      known->is_tried = 1;
    }
  }
  return value;
}
