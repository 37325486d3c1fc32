// The vectors of tools/vectors.py, made by the program of the browser.

const ENDINGS = given.endings;
const PENALTIES = ["0", "0.1", "0.55", "1"];
const SEATS = ["red", "blue"];
const score = (bytes, at) => ((bytes[at] * 256 + bytes[at + 1]) % 700) - 40;

function leg(seed, at) {
  const own = seed.slice(8 * at);
  const named = (shift) => SEATS.filter((_, place) => (own[7] >> (shift + place)) & 1);
  return {
    ending: ENDINGS[own[0] % ENDINGS.length],
    by: [null, "red", "blue"][own[1] % 3],
    red_score: score(own, 2),
    blue_score: seed[18] < 32 ? score(own, 2) : score(own, 4),
    rounds: own[6] % 30,
    declared: named(0),
    silent: named(2),
    untaken: SEATS.filter((_, place) => ((own[6] >> (4 + place)) & 15) === 1),
    was: own[3] & 1 ? ENDINGS[own[5] % ENDINGS.length] : null,
    was_by: own[3] & 1 ? [null, "red", "blue"][own[4] % 3] : null,
    penalties: { red: PENALTIES[(own[7] >> 4) & 3], blue: PENALTIES[(own[7] >> 6) & 3] },
    decided:
      at === 0 && seed[17] < 16 ? { red: "1.2500", blue: "0.7500", article: "8.5" } : null,
  };
}

function vector(number) {
  const seed = sha256(utf8(`tur-retur vector ${number}`));
  const { rules, tiles } = given.readings[number % given.readings.length];
  const reading = {
    abandon_floor: seed[16] & 1 ? "fixed" : "widening",
    unfinished: seed[16] & 2 ? "score" : "share",
  };
  const row = {
    stream: "g/ȘAH7/1",
    seq: number + 1,
    name: "game.pass",
    version: 1,
    at: "2025-05-03T08:00:00.000000+00:00",
    previous: NO_HASH,
    payload: `{"text":"ședință ${number} „țâșni”","seed":"${hex(seed)}"}`,
    hash: "",
  };
  return [
    commitmentOf(hex(seed)),
    furtherSeed(hex(seed), number),
    drawn(hex(seed), rules, tiles),
    ...coefficientsOf([leg(seed, 0), leg(seed, 1)], reading).map((pair) =>
      pair.map(decimal).join(" "),
    ),
    linkOf(row),
  ].join("\n");
}

return Array.from({ length: given.count }, (_, place) => vector(place));
