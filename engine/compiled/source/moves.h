// Generate every play of a rack, as `engine.plain` does, in one search.
//
// The search extends a word letter by letter through the word graph, from each possible first
// square. A word must reach its anchor, the first square that has a tile or a neighbouring tile.
// Beginnings that cannot reach an allowed letter there are cut off.

typedef struct {
  u8 count[27];  // by letter, A is 1; blanks are [0]
  u8 size;
  u16 worth;     // the points that these tiles cost at the end of a game
  u32 mask;      // the letters of the tiles
} Rack;

typedef struct {
  u16 points;
  u8 axis, line, place;
  u8 length;
  u8 laid;       // the number of tiles laid
  u8 word[15];   // the whole word, blanks in lower case
} Play;          // 22 bytes; `engine.compiled.machine` reads it

enum { MOST_POINTS = 4096 };  // the limit of a play; Python searches positions with more

static u32 blank_letters;  // the letters that a blank may represent
static int rack_size, all_tiles_bonus;

static Play *plays;  // a stack: an endgame search adds the plays of each position on its path
static u32 play_count, capacity;
static int overflow;

static struct {
  const u8 *cells;            // of the line; [0] is its first square
  const u32 *cross_check;
  const u16 *cross_sum;
  const u8 *letters, *words;  // premiums
  int axis, line, start;
  int anchor;                 // the first square from the start at which a word touches a tile
  u32 anchor_letters;         // the letters allowed there
  int last_tile;              // the square of the last tile laid
  int single_across;          // find a single tile that forms words both ways only across
  Rack rack;
  u8 word[SIZE];
} search;

static void remove_tile(Rack *rack, u8 tile) {
  u32 letter = tile & JOKER ? 0 : tile & 31;
  rack->size--;
  if (!--rack->count[letter] && letter) rack->mask &= ~(1u << letter);
  if (letter) rack->worth -= value[tile];
}

static void add_tile(Rack *rack, u8 tile) {
  u32 letter = tile & JOKER ? 0 : tile & 31;
  rack->size++;
  if (!rack->count[letter]++ && letter) rack->mask |= 1u << letter;
  if (letter) rack->worth += value[tile];
}

static void add_play(int end, int points, int laid) {
  points += laid == rack_size ? all_tiles_bonus : 0;
  if (play_count == capacity || points >= MOST_POINTS) {
    overflow = 1;
    return;
  }
  Play *play = &plays[play_count++];
  play->points = (u16)points;
  play->axis = (u8)search.axis;
  play->line = (u8)search.line;
  play->place = (u8)search.start;
  play->length = (u8)(end - search.start);
  play->laid = (u8)laid;
  __builtin_memcpy(play->word, search.word + search.start, (unsigned long)(end - search.start));
}

// Return whether a single tile that forms words both ways is found a second time.
static int is_duplicate(int laid) {
  return search.single_across && laid == 1 && search.axis == DOWN &&
         search.cross_check[search.last_tile] != ANY;
}

static void extend(int place, u32 node, int sum, int factor, int crosses, int laid);

static void try_tile(int place, u32 node, u8 tile, int sum, int factor, int crosses, int laid) {
  int times = search.words[place], worth = value[tile] * search.letters[place];
  if (search.cross_check[place] != ANY) crosses += (search.cross_sum[place] + worth) * times;
  search.word[place] = tile;
  search.last_tile = place;
  extend(place + 1, node, sum + worth, factor * times, crosses, laid + 1);
}

static void extend(int place, u32 node, int sum, int factor, int crosses, int laid) {
  u32 mask = nodes[node].mask;
  u8 present = search.cells[place];
  if (present) {
    if (mask >> (present & 31) & 1) {
      search.word[place] = present;
      extend(place + 1, follow(node, present & 31), sum + value[present], factor, crosses, laid);
    }
    return;
  }
  if (mask & FINAL && laid && place > search.anchor && place - search.start > 1 &&
      !is_duplicate(laid))
    add_play(place, sum * factor + crosses, laid);
  if (place == SIZE || !search.rack.size) return;
  Rack *rack = &search.rack;
  u32 may = mask & search.cross_check[place] & ~(u32)FINAL;
  u32 ahead = place < search.anchor ? (u32)(search.anchor - place - 1) : REACH;
  for (u32 left = may & rack->mask; left; left &= left - 1) {
    u32 letter = (u32)__builtin_ctz(left), child = follow(node, letter);
    if (ahead < REACH && !(reach[child][ahead] & search.anchor_letters)) continue;
    u8 tile = (u8)('@' + letter);
    remove_tile(rack, tile);
    try_tile(place, child, tile, sum, factor, crosses, laid);
    add_tile(rack, tile);
  }
  if (!rack->count[0]) return;
  for (u32 left = may & blank_letters; left; left &= left - 1) {
    u32 letter = (u32)__builtin_ctz(left), child = follow(node, letter);
    if (ahead < REACH && !(reach[child][ahead] & search.anchor_letters)) continue;
    u8 tile = (u8)('`' + letter);
    remove_tile(rack, tile);
    try_tile(place, child, tile, sum, factor, crosses, laid);
    add_tile(rack, tile);
  }
}

// Find the words that start on a square of the line, in alphabetical order, blanks last.
static void extend_from(int place, int is_first) {
  if (place && search.cells[place - 1]) return;
  int anchor = place;
  if (is_first) {
    if (search.line != SIZE / 2 || place > SIZE / 2) return;
    anchor = SIZE / 2;
  }
  while (!is_first && anchor < SIZE && !search.cells[anchor] && search.cross_check[anchor] == ANY)
    anchor++;
  if (anchor == SIZE) return;
  u8 present = search.cells[anchor];
  int needed = anchor - place + !present;
  if (needed > search.rack.size) return;
  search.start = place;
  search.anchor = anchor;
  search.anchor_letters =
      present ? 1u << (present & 31)
              : search.cross_check[anchor] & (search.rack.count[0] ? ANY : search.rack.mask);
  extend(place, root, 0, 1, 0, 0);
}

// Add every play of the rack to `plays`, in the text order of position and word.
static void generate(const Board *board, const Rack *rack, int single_across) {
  static const u8 as_text[SIZE] = {0, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8};
  static const u8 numbers_first[SIZE] = {9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  int is_first = 1;
  for (int at = 1; at < CELLS && is_first; at++) is_first = !board->cells[ACROSS][at];
  search.rack = *rack;
  search.single_across = single_across;
  for (int axis = DOWN; axis >= ACROSS; axis--)
    for (int i = 0; i < SIZE; i++) {
      int line = axis == DOWN ? numbers_first[i] : i, at = cell_at(line, 0);
      search.axis = axis;
      search.line = line;
      search.cells = board->cells[axis] + at;
      search.cross_check = board->cross_check[axis] + at;
      search.cross_sum = board->cross_sum[axis] + at;
      search.letters = letter_factor + at;
      search.words = word_factor + at;
      for (int j = 0; j < SIZE; j++) extend_from(axis == DOWN ? j : as_text[j], is_first);
    }
}
