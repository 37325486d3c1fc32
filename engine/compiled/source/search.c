// The search for plays and endgame results, compiled to WebAssembly by `tools/compiled.py`.
//
// `engine.plain` and `engine.analysis.endgame` are the reference in Python. This program uses no
// library, clock or random numbers, and has its own memory. `engine.compiled.machine` writes a
// query to the buffers, calls a function and reads the answer.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define EXPORT(name) __attribute__((export_name(#name)))

extern u8 __heap_base;
static u32 heap_end;

// Return zeroed memory, which is never freed.
EXPORT(alloc) void *alloc(u32 size) {
  if (!heap_end) heap_end = (u32)&__heap_base;
  u32 start = (heap_end + 15) & ~15u;
  heap_end = start + size;
  u32 pages = (heap_end + 0xffff) >> 16, has = (u32)__builtin_wasm_memory_size(0);
  if (pages > has && __builtin_wasm_memory_grow(0, pages - has) == ~0ul) __builtin_trap();
  return (void *)start;
}

#include "graph.h"
#include "board.h"
#include "moves.h"
#include "endgame.h"

static u8 squares[SIZE * SIZE];
static u8 racks[2][32];  // tiles, '?' for a blank, and 0 at the end
static Play *sorted;

EXPORT(squares_at) u8 *squares_at(void) { return squares; }
EXPORT(hand_at) u8 *hand_at(int owner) { return racks[owner]; }
EXPORT(values_at) u8 *values_at(void) { return value; }
EXPORT(letter_factors_at) u8 *letter_factors_at(void) { return letter_factor; }
EXPORT(word_factors_at) u8 *word_factors_at(void) { return word_factor; }
EXPORT(sorted_at) Play *sorted_at(void) { return sorted; }

EXPORT(set_rules)
void set_rules(u32 letters, int most_tiles, int bonus, int gain, int loss) {
  blank_letters = letters;
  rack_size = most_tiles;
  all_tiles_bonus = bonus;
  out_gain = gain;
  out_loss = loss;
}

EXPORT(make_room) void make_room(u32 most_plays) {
  capacity = most_plays;
  plays = alloc(most_plays * (u32)sizeof *plays);
  sorted = alloc(most_plays * (u32)sizeof *sorted);
  orders = alloc(most_plays * (u32)sizeof *orders);
}

static Rack parse_rack(const u8 *tiles) {
  Rack rack = {{0}, 0, 0, 0};
  for (; *tiles; tiles++) add_tile(&rack, *tiles == '?' ? 'a' : *tiles);
  return rack;
}

// Find all plays, and return their number, or -1 if there is no room. `sorted` has them, best score
// first, then by position and word.
EXPORT(find) int find(void) {
  static u32 ends[MOST_POINTS];
  Rack rack = parse_rack(racks[0]);
  set_up_board(&boards[0], squares);
  play_count = 0;
  overflow = 0;
  generate(&boards[0], &rack, 0);
  if (overflow) return -1;
  for (int points = 0; points < MOST_POINTS; points++) ends[points] = 0;
  for (u32 i = 0; i < play_count; i++) ends[plays[i].points]++;
  u32 before = 0;
  for (int points = MOST_POINTS - 1; points >= 0; points--) {
    u32 equal = ends[points];
    ends[points] = before;
    before += equal;
  }
  for (u32 i = 0; i < play_count; i++) sorted[ends[plays[i].points]++] = plays[i];
  return (int)play_count;
}

// Set up the position in the buffers, with `racks[0]` to move, the weights `own` and `other`, and a
// budget of `most` new positions.
static void begin_query(Rack *mine, Rack *theirs, int passes, int own, int other, u32 most) {
  u64 salt = (u64)own << 32 | (u32)other;
  *mine = parse_rack(racks[0]);
  *theirs = parse_rack(racks[1]);
  set_up_board(&boards[0], squares);
  board_key[0] = random_key(&salt);
  for (int at = 1; at < CELLS; at++) {
    u8 tile = boards[0].cells[ACROSS][at];
    if (tile) toggle(&board_key[0], tile_key[at][tile & 63]);
  }
  weight[0] = own;
  weight[1] = other;
  passes_after_play = passes;
  budget = most;
  positions_used = play_count = 0;
  overflow = is_over_budget = 0;
}

static int value_found;

EXPORT(value_proven) int value_proven(void) { return value_found; }
EXPORT(positions_looked_at) u32 positions_looked_at(void) { return positions_used; }

// Return whether the value is `wanted` or more, or -1 if the query exceeds its budget.
EXPORT(reaches) int reaches(int to_pass, int passes, int own, int other, u32 most, int wanted) {
  Rack mine, theirs;
  begin_query(&mine, &theirs, passes, own, other, most);
  int value = search_bound(0, &mine, &theirs, to_pass, 0, wanted);
  return is_over_budget || overflow ? -1 : value >= wanted;
}

// Prove the value. Return 0 if a pass is best, 1 if the first of `sorted` is best, or -1 if the
// query exceeds its budget.
EXPORT(prove) int prove(int to_pass, int passes, int own, int other, u32 most) {
  Rack mine, theirs;
  begin_query(&mine, &theirs, passes, own, other, most);
  // Each search only compares the value with a guess, which the next one improves (MTD).
  int low = -MAX_VALUE, high = MAX_VALUE, guess = 0;
  while (low < high) {
    int wanted = guess > low + 1 ? guess : low + 1;
    guess = search_bound(0, &mine, &theirs, to_pass, 0, wanted);
    if (is_over_budget || overflow) return -1;
    if (guess < wanted) high = guess;
    else low = guess;
  }
  value_found = guess;
  budget = ANY;  // the table has the positions after the best move
  const Entry *known = look_up(key_of(board_key[0], &mine, &theirs, to_pass, 0));
  order_plays(0, &mine, &theirs, 0, known->is_tried ? known->move : 0);
  for (u32 left = 0, last = play_count; left < last; left++) {
    Play play = next_play(left, last);
    if (play_value(0, &play, &mine, &theirs, 0, guess) >= guess) {
      sorted[0] = play;
      return 1;
    }
  }
  return 0;
}
