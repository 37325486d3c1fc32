// Every placement of a hand on a board: `engine.lines` and `engine.spelling` in one walk.
//
// From each square from which a word may start, letter by letter through the word graph. A word
// has to come to the first square that touches (a tile, or a square beside one), and only
// beginnings from which a letter admitted there can still be reached are followed.

typedef struct {
  u8 count[27];  // by letter, A is 1; of jokers, [0]
  u8 size;
  u16 worth;     // as at the end of a game
  u32 mask;      // the letters that are there
} Hand;

typedef struct {
  u16 points;
  u8 axis, line, place;
  u8 length;
  u8 laid;       // how many tiles are new
  u8 word[15];   // whole, jokers in lower case
} Play;          // 22 bytes; `engine.compiled.machine` reads it

enum { MOST_POINTS = 4096 };  // of a play; what has more is left to Python

static u32 joker_letters;  // a joker may stand for these
static int rack_size, all_tiles_bonus;

static Play *plays;  // room for MOST_PLAYS; a search has the plays of each position after another
static u32 play_count, capacity;
static int overflow;

static struct {
  const u8 *cells;       // of the line; [0] is its first square
  const u32 *check;
  const u16 *lying;
  const u8 *letters, *words;  // premiums
  int axis, line, start;
  int touching;          // the first square, from the start on, at which a word touches
  u32 admitted;          // the letters it may have there
  int last;              // where the last tile of the hand was put
  int once;              // a single tile that makes words both ways is wanted across only
  Hand hand;
  u8 word[SIZE];
} walk;

static void take(Hand *hand, u8 tile) {
  u32 letter = tile & JOKER ? 0 : tile & 31;
  hand->size--;
  if (!--hand->count[letter] && letter) hand->mask &= ~(1u << letter);
  if (letter) hand->worth -= value[tile];
}

static void give(Hand *hand, u8 tile) {
  u32 letter = tile & JOKER ? 0 : tile & 31;
  hand->size++;
  if (!hand->count[letter]++ && letter) hand->mask |= 1u << letter;
  if (letter) hand->worth += value[tile];
}

static void found(int end, int points, int laid) {
  points += laid == rack_size ? all_tiles_bonus : 0;
  if (play_count == capacity || points >= MOST_POINTS) {
    overflow = 1;
    return;
  }
  Play *play = &plays[play_count++];
  play->points = (u16)points;
  play->axis = (u8)walk.axis;
  play->line = (u8)walk.line;
  play->place = (u8)walk.start;
  play->length = (u8)(end - walk.start);
  play->laid = (u8)laid;
  __builtin_memcpy(play->word, walk.word + walk.start, (unsigned long)(end - walk.start));
}

// Whether this is the second reading of a single tile that makes words both ways, and not wanted.
static int is_twin(int laid) {
  return walk.once && laid == 1 && walk.axis == DOWN && walk.check[walk.last] != ANY;
}

static void extend(int place, u32 node, int sum, int factor, int crosses, int laid);

static void put(int place, u32 node, u8 tile, int sum, int factor, int crosses, int laid) {
  int times = walk.words[place], worth = value[tile] * walk.letters[place];
  if (walk.check[place] != ANY) crosses += (walk.lying[place] + worth) * times;
  walk.word[place] = tile;
  walk.last = place;
  extend(place + 1, node, sum + worth, factor * times, crosses, laid + 1);
}

static void extend(int place, u32 node, int sum, int factor, int crosses, int laid) {
  u32 mask = nodes[node].mask;
  u8 lying = walk.cells[place];
  if (lying) {
    if (mask >> (lying & 31) & 1) {
      walk.word[place] = lying;
      extend(place + 1, follow(node, lying & 31), sum + value[lying], factor, crosses, laid);
    }
    return;
  }
  if (mask & FINAL && laid && place > walk.touching && place - walk.start > 1 && !is_twin(laid))
    found(place, sum * factor + crosses, laid);
  if (place == SIZE || !walk.hand.size) return;
  Hand *hand = &walk.hand;
  u32 may = mask & walk.check[place] & ~(u32)FINAL;
  u32 ahead = place < walk.touching ? (u32)(walk.touching - place - 1) : REACH;
  for (u32 left = may & hand->mask; left; left &= left - 1) {
    u32 letter = (u32)__builtin_ctz(left), child = follow(node, letter);
    if (ahead < REACH && !(reach[child][ahead] & walk.admitted)) continue;
    u8 tile = (u8)('@' + letter);
    take(hand, tile);
    put(place, child, tile, sum, factor, crosses, laid);
    give(hand, tile);
  }
  if (!hand->count[0]) return;
  for (u32 left = may & joker_letters; left; left &= left - 1) {
    u32 letter = (u32)__builtin_ctz(left), child = follow(node, letter);
    if (ahead < REACH && !(reach[child][ahead] & walk.admitted)) continue;
    u8 tile = (u8)('`' + letter);
    take(hand, tile);
    put(place, child, tile, sum, factor, crosses, laid);
    give(hand, tile);
  }
}

// Find the words that start on one square of the line, in alphabetical order, jokers last.
static void from_square(int place, int is_first) {
  if (place && walk.cells[place - 1]) return;
  int touching = place;
  if (is_first) {
    if (walk.line != SIZE / 2 || place > SIZE / 2) return;
    touching = SIZE / 2;
  }
  while (!is_first && touching < SIZE && !walk.cells[touching] && walk.check[touching] == ANY)
    touching++;
  if (touching == SIZE) return;
  u8 lying = walk.cells[touching];
  int fresh = touching - place + !lying;
  if (fresh > walk.hand.size) return;
  walk.start = place;
  walk.touching = touching;
  walk.admitted = lying ? 1u << (lying & 31)
                        : walk.check[touching] & (walk.hand.count[0] ? ANY : walk.hand.mask);
  extend(place, root, 0, 1, 0, 0);
}

// Add every placement of the hand to `plays`, in the order of position and word, as text.
static void generate(const Board *board, const Hand *hand, int once) {
  static const u8 as_text[SIZE] = {0, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8};
  static const u8 numbers_first[SIZE] = {9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  int is_first = 1;
  for (int at = 1; at < CELLS && is_first; at++) is_first = !board->cells[ACROSS][at];
  walk.hand = *hand;
  walk.once = once;
  for (int axis = DOWN; axis >= ACROSS; axis--)
    for (int i = 0; i < SIZE; i++) {
      int line = axis == DOWN ? numbers_first[i] : i, at = cell_at(line, 0);
      walk.axis = axis;
      walk.line = line;
      walk.cells = board->cells[axis] + at;
      walk.check = board->check[axis] + at;
      walk.lying = board->lying[axis] + at;
      walk.letters = letter_factor + at;
      walk.words = word_factor + at;
      for (int j = 0; j < SIZE; j++) from_square(axis == DOWN ? j : as_text[j], is_first);
    }
}
