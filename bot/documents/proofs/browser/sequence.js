// The letter sequence of a seed, by the procedure of docs/design/sequence.md (art. 1.3).
// This code is independent of the Python code that draws; tests compare both.

/**
 * @typedef {object} Rules the options of a draw
 * @property {number} longest_run
 * @property {string} joker_runs `both`, `breaks` or `skipped`
 * @property {number} early_tiles
 * @property {number} early_value
 * @property {number} joker_gap
 * @property {number} rack_size
 * @property {number} opening_kinds
 *
 * @typedef {object} Tiles
 * @property {Record<string, number>} counts by tile; `?` is the blank
 * @property {Record<string, number>} values
 * @property {string} vowels
 *
 * @typedef {{ plain: string[], valuable: string[] }} Bag all vowels or all consonants of the set
 *
 * @typedef {object} Conditions
 * @property {Bag} vowels
 * @property {Bag} consonants
 * @property {number} jokers
 * @property {number} size
 * @property {number} early
 * @property {Rules} rules
 */

const SEQUENCE_LABEL = "tur-retur sequence 1";
const SERIES_LABEL = "tur-retur series 1";
const MAX_ATTEMPTS = 10_000;
const JOKER = "?";
const SEED_BYTES = 32;

/** @param {number} number @returns {Uint8Array} eight bytes, the most significant first */
function uint64(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
}

/** @param {string} seed in hexadecimal @returns {Uint8Array} */
function parseSeed(seed) {
  const bytes = fromHex(seed);
  if (bytes.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  return bytes;
}

/** @param {string} seed @returns {string} the hash that was published before the game */
const commitmentOf = (seed) => toHex(sha256(parseSeed(seed)));

/** @param {string} seed @param {number} number @returns {string} that seed of the series */
const furtherSeed = (seed, number) =>
  number
    ? toHex(sha256(concat(utf8(SERIES_LABEL), parseSeed(seed), uint64(number))))
    : seed;

/** A stream of uniformly distributed numbers, determined by a seed. */
class RandomStream {
  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.prefix = concat(utf8(SEQUENCE_LABEL), seed);
    this.blockCount = 0;
    /** @type {number[]} */
    this.buffer = [];
  }

  /** @param {bigint} bound @returns {bigint} from 0 to bound - 1, each equally likely */
  nextBelow(bound) {
    const bits = bound > 1n ? (bound - 1n).toString(2).length : 0;
    const size = Math.ceil(bits / 8);
    for (;;) {
      while (this.buffer.length < size) {
        this.buffer.push(...sha256(concat(this.prefix, uint64(this.blockCount))));
        this.blockCount += 1;
      }
      const taken = Uint8Array.from(this.buffer.splice(0, size));
      const number = BigInt(`0x0${toHex(taken)}`) >> BigInt(8 * size - bits);
      if (number < bound) return number;
    }
  }
}

/** @param {number} from @param {number} factors @returns {bigint} from · (from - 1) · … */
function fallingFactorial(from, factors) {
  let product = 1n;
  for (let factor = from; factor > from - factors; factor -= 1) product *= BigInt(factor);
  return product;
}

/** @param {number} total @param {number} chosen @returns {bigint} */
const binomial = (total, chosen) =>
  chosen > total ? 0n : fallingFactorial(total, chosen) / fallingFactorial(chosen, chosen);

/** @param {string[]} letters @param {Rules} rules @param {Tiles} tiles @returns {Bag} */
function bagOf(letters, rules, tiles) {
  const isValuable = (/** @type {string} */ letter) => tiles.values[letter] > rules.early_value;
  const all = [...letters].sort().flatMap((letter) => Array(tiles.counts[letter]).fill(letter));
  return { plain: all.filter((letter) => !isValuable(letter)), valuable: all.filter(isValuable) };
}

/** @param {Bag} bag @returns {number} */
const bagSize = (bag) => bag.plain.length + bag.valuable.length;

/** @param {Rules} rules @param {Tiles} tiles @returns {Conditions} */
function conditionsFor(rules, tiles) {
  const letters = Object.keys(tiles.counts).filter((letter) => letter !== JOKER);
  const isVowel = (/** @type {string} */ letter) => tiles.vowels.includes(letter);
  const vowels = bagOf(letters.filter(isVowel), rules, tiles);
  const consonants = bagOf(letters.filter((letter) => !isVowel(letter)), rules, tiles);
  const jokers = tiles.counts[JOKER] ?? 0;
  const size = bagSize(vowels) + bagSize(consonants) + jokers;
  return { vowels, consonants, jokers, size, early: Math.min(rules.early_tiles, size), rules };
}

/**
 * All beginnings of a pattern that can be completed in the same ways. `completions` is a polynomial
 * packed into one number: coefficient n counts the completions with n more vowels. `choices` has
 * the kind of each possible next tile, the number of vowels that it adds, and the node after it.
 *
 * @typedef {{ completions: bigint, choices: [string, number, PatternNode][] }} PatternNode
 * @typedef {[place: number, jokers: number, wait: number, vowels: number, consonants: number]} State
 */

/** The ordered patterns of vowels, consonants and blanks that the conditions allow. */
class Patterns {
  /** @param {Conditions} conditions */
  constructor(conditions) {
    this.conditions = conditions;
    const { vowels, consonants, size } = conditions;
    const maxCoefficient =
      3n ** BigInt(size) *
      binomial(bagSize(vowels), vowels.valuable.length) *
      binomial(bagSize(consonants), consonants.valuable.length);
    this.width = maxCoefficient.toString(2).length;
    /** @type {Map<string, PatternNode>} */
    this.nodes = new Map();
    this.start = this.node([0, conditions.jokers, 0, 0, 0]);
    this.count = this.slot(this.start.completions, bagSize(vowels));
  }

  /** @param {bigint} polynomial @param {number} power @returns {bigint} coefficient of the power */
  slot(polynomial, power) {
    return BigInt.asUintN(this.width, polynomial >> BigInt(this.width * power));
  }

  /** @param {State} state @returns {PatternNode} */
  node(state) {
    const key = state.join();
    const known = this.nodes.get(key);
    if (known) return known;
    const { size, early, vowels } = this.conditions;
    const choices = this.choices(state).map(
      ([kind, after]) =>
        /** @type {[string, number, PatternNode]} */ ([kind, Number(kind === "V"), this.node(after)]),
    );
    let completions = state[0] === size && state[1] === 0 ? 1n : 0n;
    for (const [, taken, after] of choices) {
      completions += after.completions << BigInt(this.width * taken);
    }
    if (state[0] === early) {
      const unweighted = completions;
      completions = 0n;
      for (let left = 0; left <= bagSize(vowels); left += 1) {
        const weighted = this.slot(unweighted, left) * this.weight(left);
        completions += weighted << BigInt(this.width * left);
      }
    }
    const node = { completions, choices };
    this.nodes.set(key, node);
    return node;
  }

  /** @param {State} state @returns {[string, State][]} possible next tiles, in order */
  choices([place, jokers, wait, vowels, consonants]) {
    const { rules, size, early } = this.conditions;
    if (place === size) return [];
    /** @type {[string, State][]} */
    const found = [];
    const [after, waiting] = [place + 1, Math.max(wait - 1, 0)];
    if (vowels < rules.longest_run) found.push(["V", [after, jokers, waiting, vowels + 1, 0]]);
    if (consonants < rules.longest_run) {
      found.push(["C", [after, jokers, waiting, 0, consonants + 1]]);
    }
    if (jokers && !wait && place >= early) {
      const [long, longer] = runsAfterJoker(rules.joker_runs, vowels, consonants);
      if (Math.max(long, longer) <= rules.longest_run) {
        found.push(["J", [after, jokers - 1, jokers > 1 ? rules.joker_gap : 0, long, longer]]);
      }
    }
    return found;
  }

  /** @param {number} left vowels after the early part @returns {bigint} places of valuable tiles */
  weight(left) {
    const { vowels, consonants, size, early, jokers } = this.conditions;
    const others = size - early - jokers - left;
    if (others < 0 || others > bagSize(consonants)) return 0n;
    return binomial(left, vowels.valuable.length) * binomial(others, consonants.valuable.length);
  }

  /** @param {bigint} number below `count` @returns {string} the pattern with that number */
  pattern(number) {
    const { size, early } = this.conditions;
    let [node, left, pattern, rest] = [this.start, bagSize(this.conditions.vowels), "", number];
    for (let place = 0; place < size; place += 1) {
      if (place === early) rest /= this.weight(left);
      for (const [kind, taken, after] of node.choices) {
        const count = taken <= left ? this.slot(after.completions, left - taken) : 0n;
        if (rest < count) {
          [node, left, pattern] = [after, left - taken, pattern + kind];
          break;
        }
        rest -= count;
      }
    }
    return pattern;
  }
}

/** @param {string} reading @param {number} vowels @param {number} consonants */
function runsAfterJoker(reading, vowels, consonants) {
  if (reading === "both") return [vowels + 1, consonants + 1];
  return reading === "breaks" ? [0, 0] : [vowels, consonants];
}

/** @param {string} pattern @param {Conditions} conditions @param {RandomStream} random */
function fillPattern(pattern, conditions, random) {
  const { vowels, consonants, early } = conditions;
  /** @type {Record<string, string[]>} */
  const bags = { V: [...vowels.plain], C: [...consonants.plain] };
  let orders = 1n;
  for (const [kind, bag] of /** @type {[string, Bag][]} */ ([["V", vowels], ["C", consonants]])) {
    const first = [...pattern.slice(0, early)].filter((each) => each === kind).length;
    const later = bagSize(bag) - first;
    orders *= fallingFactorial(bag.plain.length, first) * fallingFactorial(later, later);
  }
  let number = random.nextBelow(orders);
  let sequence = "";
  for (let place = 0; place < pattern.length; place += 1) {
    if (place === early) {
      bags.V.push(...vowels.valuable);
      bags.C.push(...consonants.valuable);
    }
    const bag = bags[pattern[place]];
    if (bag) {
      const size = BigInt(bag.length);
      sequence += bag.splice(Number(number % size), 1)[0];
      number /= size;
    } else sequence += JOKER;
  }
  return sequence;
}

/** @param {string} rack @param {Rules} rules @param {Tiles} tiles @returns {boolean} */
function hasKinds(rack, rules, tiles) {
  const letters = [...new Set(rack)].filter((tile) => tile !== JOKER);
  const vowels = letters.filter((letter) => tiles.vowels.includes(letter)).length;
  return Math.min(vowels, letters.length - vowels) >= rules.opening_kinds;
}

/** @type {Map<string, Patterns>} */
const patternCache = new Map();

/** @param {Rules} rules @param {Tiles} tiles @returns {Patterns} cached: counting takes long */
function patternsFor(rules, tiles) {
  const key = JSON.stringify([rules, tiles]);
  const known = patternCache.get(key) ?? new Patterns(conditionsFor(rules, tiles));
  patternCache.set(key, known);
  return known;
}

/**
 * @param {string} seed in hexadecimal @param {Rules} rules @param {Tiles} tiles
 * @returns {string} the sequence; `?` is a blank
 * @throws {RangeError} if the seed is malformed or no sequence meets the rules
 */
function drawSequence(seed, rules, tiles) {
  const patterns = patternsFor(rules, tiles);
  const random = new RandomStream(parseSeed(seed));
  for (let attempt = 0; patterns.count && attempt < MAX_ATTEMPTS; attempt += 1) {
    const pattern = patterns.pattern(random.nextBelow(patterns.count));
    const sequence = fillPattern(pattern, patterns.conditions, random);
    const racks = [0, rules.rack_size].map((at) => sequence.slice(at, at + rules.rack_size));
    if (racks.every((rack) => hasKinds(rack, rules, tiles))) return sequence;
  }
  throw new RangeError("no sequence meets these rules");
}
