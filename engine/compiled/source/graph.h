// The word graph in the format of `engine.words.dawg.dump`, with reachable letters for each node.

enum { REACH = 7 };  // the number of steps for which reachable letters are stored
enum { FINAL = 1 };  // the bit of a mask for the end of a word; letter n (A is 1) is bit n

typedef struct {
  u32 mask;   // the letters of the edges, and FINAL
  u32 first;  // the index of the first edge; edges are in the order of letters
} Node;

static Node *nodes;
static u32 *targets;
static u32 (*reach)[REACH];  // by node: the letters that are possible one step, two steps … later
static u32 root, node_count;

static inline u32 follow(u32 node, u32 letter) {
  Node at = nodes[node];
  return targets[at.first + (u32)__builtin_popcount(at.mask & ((1u << letter) - 2))];
}

static u32 read_u32(const u8 *at) {
  return at[0] | at[1] << 8 | at[2] << 16 | (u32)at[3] << 24;
}

// Read the graph that `dump` wrote, from `data` after its first line.
EXPORT(load_graph) void load_graph(const u8 *data) {
  node_count = read_u32(data);
  u32 edges = read_u32(data + 4);
  const u8 *counts = data + 8, *letters = counts + node_count, *edge_targets = letters + edges;
  nodes = alloc(node_count * sizeof *nodes);
  targets = alloc(edges * sizeof *targets);
  reach = alloc(node_count * sizeof *reach);
  for (u32 edge = 0; edge < edges; edge++) targets[edge] = read_u32(edge_targets + 4 * edge);
  u32 edge = 0;
  for (u32 node = 0; node < node_count; node++) {  // children come before their parents
    u32 mask = counts[node] & 0x80 ? FINAL : 0;
    nodes[node].first = edge;
    for (u32 ahead = 0; ahead < REACH; ahead++) reach[node][ahead] = 0;
    for (u32 left = counts[node] & 0x7f; left; left--, edge++) {
      mask |= 1u << (letters[edge] & 31);
      for (u32 ahead = 1; ahead < REACH; ahead++)
        reach[node][ahead] |= reach[targets[edge]][ahead - 1];
    }
    nodes[node].mask = mask;
    reach[node][0] = mask & ~(u32)FINAL;
  }
  root = node_count - 1;
}
