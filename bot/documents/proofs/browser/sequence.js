// The letter sequence from its seed, step by step as docs/design/sequence.md says (art. 1.3).
// Written from that page, apart from the program that drew it; the tests hold both to each other.

"use strict";

/**
 * @typedef {object} Rules what a draw depends on
 * @property {number} longest_run
 * @property {string} joker_runs `both`, `breaks` or `skipped`
 * @property {number} early_tiles
 * @property {number} early_value
 * @property {number} joker_gap
 * @property {number} rack_size
 * @property {number} opening_kinds
 *
 * @typedef {object} Tiles
 * @property {Record<string, number>} counts how many of each there are, jokers (`?`) included
 * @property {Record<string, number>} values
 * @property {string} vowels
 *
 * @typedef {{ plain: string[], dear: string[] }} Bag tiles of one kind, the dear ones apart
 *
 * @typedef {object} Conditions
 * @property {Bag} vowels
 * @property {Bag} consonants
 * @property {number} jokers
 * @property {number} size
 * @property {number} early
 * @property {Rules} rules
 */

const LABEL = "tur-retur sequence 1";
const SERIES = "tur-retur series 1";
const ATTEMPTS = 10_000;
const JOKER = "?";
const SEED_BYTES = 32;

/** @param {number} number @returns {Uint8Array} eight bytes, the most significant first */
function eightBytes(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer);
}

/** @param {string} seed in hexadecimal @returns {Uint8Array} */
function seedBytes(seed) {
  const bytes = fromHex(seed);
  if (bytes.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes`);
  return bytes;
}

/** @param {string} seed @returns {string} what was published before the game */
const commitmentOf = (seed) => hex(sha256(seedBytes(seed)));

/** @param {string} seed @param {number} number @returns {string} the seed of that number */
const furtherSeed = (seed, number) =>
  number ? hex(sha256(joined(utf8(SERIES), seedBytes(seed), eightBytes(number)))) : seed;

/** A stream of uniform numbers from a seed. */
class Chance {
  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.start = joined(utf8(LABEL), seed);
    this.blocks = 0;
    /** @type {number[]} */
    this.waiting = [];
  }

  /** @param {bigint} bound @returns {bigint} from 0 to bound - 1, all equally likely */
  below(bound) {
    const bits = bound > 1n ? (bound - 1n).toString(2).length : 0;
    const size = Math.ceil(bits / 8);
    for (;;) {
      while (this.waiting.length < size) {
        this.waiting.push(...sha256(joined(this.start, eightBytes(this.blocks))));
        this.blocks += 1;
      }
      const taken = Uint8Array.from(this.waiting.splice(0, size));
      const number = BigInt(`0x0${hex(taken)}`) >> BigInt(8 * size - bits);
      if (number < bound) return number;
    }
  }
}

/** @param {number} from @param {number} factors @returns {bigint} from · (from - 1) · … */
function falling(from, factors) {
  let product = 1n;
  for (let factor = from; factor > from - factors; factor -= 1) product *= BigInt(factor);
  return product;
}

/** @param {number} of @param {number} chosen @returns {bigint} in how many ways */
const ways = (of, chosen) =>
  chosen > of ? 0n : falling(of, chosen) / falling(chosen, chosen);

/** @param {string[]} letters @param {Rules} rules @param {Tiles} tiles @returns {Bag} */
function bagOf(letters, rules, tiles) {
  const isDear = (/** @type {string} */ letter) => tiles.values[letter] > rules.early_value;
  const spread = [...letters].sort().flatMap((letter) => Array(tiles.counts[letter]).fill(letter));
  return { plain: spread.filter((letter) => !isDear(letter)), dear: spread.filter(isDear) };
}

/** @param {Bag} bag @returns {number} */
const sizeOf = (bag) => bag.plain.length + bag.dear.length;

/** @param {Rules} rules @param {Tiles} tiles @returns {Conditions} */
function conditionsOf(rules, tiles) {
  const letters = Object.keys(tiles.counts).filter((letter) => letter !== JOKER);
  const isVowel = (/** @type {string} */ letter) => tiles.vowels.includes(letter);
  const vowels = bagOf(letters.filter(isVowel), rules, tiles);
  const consonants = bagOf(letters.filter((letter) => !isVowel(letter)), rules, tiles);
  const jokers = tiles.counts[JOKER] ?? 0;
  const size = sizeOf(vowels) + sizeOf(consonants) + jokers;
  return { vowels, consonants, jokers, size, early: Math.min(rules.early_tiles, size), rules };
}

/**
 * All beginnings with the same completions: how many there are for each number of vowels to come,
 * as the coefficients of one long number, and what may come next.
 *
 * @typedef {{ completions: bigint, choices: [string, number, Beginning][] }} Beginning
 * @typedef {[place: number, jokers: number, wait: number, vowels: number, consonants: number]} State
 */

/** Every pattern of vowels, consonants and jokers that the conditions allow, in its order. */
class Patterns {
  /** @param {Conditions} conditions */
  constructor(conditions) {
    this.conditions = conditions;
    const { vowels, consonants, size } = conditions;
    const most =
      3n ** BigInt(size) *
      ways(sizeOf(vowels), vowels.dear.length) *
      ways(sizeOf(consonants), consonants.dear.length);
    this.width = most.toString(2).length;
    /** @type {Map<string, Beginning>} */
    this.known = new Map();
    this.start = this.node([0, conditions.jokers, 0, 0, 0]);
    this.count = this.slot(this.start.completions, sizeOf(vowels));
  }

  /** @param {bigint} polynomial @param {number} power @returns {bigint} its coefficient */
  slot(polynomial, power) {
    return BigInt.asUintN(this.width, polynomial >> BigInt(this.width * power));
  }

  /** @param {State} state @returns {Beginning} */
  node(state) {
    const key = state.join();
    const met = this.known.get(key);
    if (met) return met;
    const { size, early, vowels } = this.conditions;
    const choices = this.choices(state).map(
      ([kind, after]) =>
        /** @type {[string, number, Beginning]} */ ([kind, Number(kind === "V"), this.node(after)]),
    );
    let completions = state[0] === size && state[1] === 0 ? 1n : 0n;
    for (const [, taken, after] of choices) {
      completions += after.completions << BigInt(this.width * taken);
    }
    if (state[0] === early) {
      const counted = completions;
      completions = 0n;
      for (let left = 0; left <= sizeOf(vowels); left += 1) {
        const weighed = this.slot(counted, left) * this.weight(left);
        completions += weighed << BigInt(this.width * left);
      }
    }
    const node = { completions, choices };
    this.known.set(key, node);
    return node;
  }

  /** @param {State} state @returns {[string, State][]} what may come next, in its order */
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

  /** @param {number} left vowels after the early part @returns {bigint} places for dear tiles */
  weight(left) {
    const { vowels, consonants, size, early, jokers } = this.conditions;
    const others = size - early - jokers - left;
    if (others < 0 || others > sizeOf(consonants)) return 0n;
    return ways(left, vowels.dear.length) * ways(others, consonants.dear.length);
  }

  /** @param {bigint} number below `count` @returns {string} the pattern of that number */
  pattern(number) {
    const { size, early } = this.conditions;
    let [node, left, pattern, rest] = [this.start, sizeOf(this.conditions.vowels), "", number];
    for (let place = 0; place < size; place += 1) {
      if (place === early) rest /= this.weight(left);
      for (const [kind, taken, after] of node.choices) {
        const held = taken <= left ? this.slot(after.completions, left - taken) : 0n;
        if (rest < held) {
          [node, left, pattern] = [after, left - taken, pattern + kind];
          break;
        }
        rest -= held;
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

/** @param {string} pattern @param {Conditions} conditions @param {Chance} chance */
function filled(pattern, conditions, chance) {
  const { vowels, consonants, early } = conditions;
  /** @type {Record<string, string[]>} */
  const bags = { V: [...vowels.plain], C: [...consonants.plain] };
  let orders = 1n;
  for (const [kind, bag] of /** @type {[string, Bag][]} */ ([["V", vowels], ["C", consonants]])) {
    const first = [...pattern.slice(0, early)].filter((each) => each === kind).length;
    const later = sizeOf(bag) - first;
    orders *= falling(bag.plain.length, first) * falling(later, later);
  }
  let number = chance.below(orders);
  let sequence = "";
  for (let place = 0; place < pattern.length; place += 1) {
    if (place === early) {
      bags.V.push(...vowels.dear);
      bags.C.push(...consonants.dear);
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
const counted = new Map();

/** @param {Rules} rules @param {Tiles} tiles @returns {Patterns} counted once for these */
function patternsOf(rules, tiles) {
  const key = JSON.stringify([rules, tiles]);
  const known = counted.get(key) ?? new Patterns(conditionsOf(rules, tiles));
  counted.set(key, known);
  return known;
}

/**
 * @param {string} seed in hexadecimal @param {Rules} rules @param {Tiles} tiles
 * @returns {string} the sequence, `?` for a joker
 * @throws {RangeError} no seed, or rules that no sequence meets
 */
function drawn(seed, rules, tiles) {
  const patterns = patternsOf(rules, tiles);
  const chance = new Chance(seedBytes(seed));
  for (let attempt = 0; patterns.count && attempt < ATTEMPTS; attempt += 1) {
    const pattern = patterns.pattern(chance.below(patterns.count));
    const sequence = filled(pattern, patterns.conditions, chance);
    const racks = [0, rules.rack_size].map((at) => sequence.slice(at, at + rules.rack_size));
    if (racks.every((rack) => hasKinds(rack, rules, tiles))) return sequence;
  }
  throw new RangeError("no sequence meets these rules");
}
