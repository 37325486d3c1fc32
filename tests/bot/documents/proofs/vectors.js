// Compute the vectors of tools/vectors.py by the browser's program.

const ENDINGS = given.endings;
const PENALTIES = ["0", "0.1", "0.55", "1"];
const SEATS = ["red", "blue"];
const scoreAt = (bytes, index) => ((bytes[index] * 256 + bytes[index + 1]) % 700) - 40;

function endedGame(seed, index) {
  const own = seed.slice(8 * index);
  const seatsAt = (shift) => SEATS.filter((_, index) => (own[7] >> (shift + index)) & 1);
  return {
    ending: ENDINGS[own[0] % ENDINGS.length],
    by: [null, "red", "blue"][own[1] % 3],
    red_score: scoreAt(own, 2),
    blue_score: seed[18] < 32 ? scoreAt(own, 2) : scoreAt(own, 4),
    rounds: own[6] % 30,
    declared: seatsAt(0),
    silent: seatsAt(2),
    untaken: SEATS.filter((_, index) => ((own[6] >> (4 + index)) & 15) === 1),
    was: own[3] & 1 ? ENDINGS[own[5] % ENDINGS.length] : null,
    was_by: own[3] & 1 ? [null, "red", "blue"][own[4] % 3] : null,
    losses: SEATS.filter((_, seat) => (seed[19 + index] >> seat) & 1),
    penalties: { red: PENALTIES[(own[7] >> 4) & 3], blue: PENALTIES[(own[7] >> 6) & 3] },
    decided: null,
    taken_over:
      index === 0 && seed[17] < 16 ? { red: "1.2500", blue: "0.7500", article: "8.5" } : null,
  };
}

function vector(number) {
  const seed = sha256(utf8(`tur-retur vector ${number}`));
  const { rules, tiles } = given.readings[number % given.readings.length];
  const options = {
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
    payload: `{"text":"ședință ${number} „țâșni”","seed":"${toHex(seed)}"}`,
    hash: "",
  };
  return [
    commitmentOf(toHex(seed)),
    furtherSeed(toHex(seed), number),
    drawSequence(toHex(seed), rules, tiles),
    ...matchCoefficients([endedGame(seed, 0), endedGame(seed, 1)], options).map((pair) =>
      pair.map(formatDecimal).join(" "),
    ),
    rowHash(row),
  ].join("\n");
}

return given.numbers.map(vector);
