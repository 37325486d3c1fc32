"""Proofs of real matches: the browser accepts true ones and rejects false ones."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from bot.documents.proofs.proof import FORMAT, PublicFacts, proof_file, proof_of
from engine.games.fold import replay
from engine.ids import Leg, game_id
from engine.matches.fold import replay_match
from engine.matches.match import Match
from storage.codec import codec_of
from storage.streams import NO_HASH
from tests.bot.documents.proofs.browser import run
from tests.storage.kept import LOGS, read


def kept_matches() -> Iterator[tuple[Match, dict[Leg, str]]]:
    """Yield the matches of the stored logs, with the sequences of games begun."""
    for folder in sorted(LOGS.iterdir()):
        logs = read(folder)
        for name, rows in logs.items():
            number, _, stream = name.partition(" ")
            if not stream.startswith("m/"):
                continue
            match = replay_match(_events(rows))
            games = {leg: f"{number} g/{game_id(match.code, leg)}" for leg in Leg}
            begun = {
                leg: replay(_events(logs[game])).sequence
                for leg, game in games.items()
                if game in logs
            }
            yield match, begun


def _events(rows: list[dict[str, Any]]) -> list[Any]:
    codec = codec_of(rows[0]["stream"])
    return [codec.decode(row["name"], row["version"], row["payload"]) for row in rows]


def verdicts(*proofs: Mapping[str, Any]) -> list[dict[str, list[str]]]:
    """Return the browser's claims on each proof, by verdict."""
    code = """return given.map((proof) => {
        const by = {kept: [], broken: [], later: [], decided: []};
        for (const claim of proofClaims(proof)) by[claim.verdict].push(claim.what);
        return by;
    });"""
    found: list[dict[str, list[str]]] = run(code, proofs)
    return found


def test_every_kept_match_is_found_true() -> None:
    """No honest result is rejected, with rulings, penalties, resignations or corrections."""
    known = list(kept_matches())
    proofs = [
        proof_of(match, PublicFacts(sequences=sequences, has_results=bool(match.results)))
        for match, sequences in known
    ]

    found = verdicts(*proofs)

    wrong = [
        (match.code, each["broken"])
        for (match, _), each in zip(known, found, strict=True)
        if each["broken"]
    ]
    assert wrong == []
    examined = {what for each in found for what in (*each["kept"], *each["decided"])}
    assert examined == {"commitment", "sequence", "coefficients"}


def test_a_proof_reveals_nothing_before_it_is_due() -> None:
    """A proof has only the seeds and tiles of public games, and always the same bytes."""
    match, sequences = next(each for each in kept_matches() if Leg.HOME in each[1])
    hidden = proof_of(match, PublicFacts(sequences={}))
    text = proof_file(hidden).decode()

    assert json.loads(text) == hidden
    assert proof_file(hidden) == proof_file(proof_of(match, PublicFacts(sequences={})))
    assert hidden["format"] == FORMAT
    assert not [secret for secret in (*match.seeds.values(), *sequences.values()) if secret in text]
    half = proof_of(match, PublicFacts(sequences={Leg.HOME: sequences[Leg.HOME]}))
    assert half["games"][0]["seed"] == match.seeds[Leg.HOME]
    assert half["games"][1]["seed"] is half["games"][1]["sequence"] is None
    (found,) = verdicts(half)
    assert found["later"] == ["commitment"]
    assert found["kept"] == ["commitment", "sequence"]


def test_hashes_are_those_of_the_standard() -> None:
    """The hashes are right for lengths around a block's size and letters beyond ASCII."""
    texts = [("ș" + "abcdefghij" * 500)[:size] for size in (*range(140), 1000, 5000)]

    found = run("return given.map(hashText)", texts)

    assert found == [sha256(text.encode()).hexdigest() for text in texts]


def test_a_log_of_a_case_file_is_examined_without_its_secrets() -> None:
    """Removed parts are named; a changed row cannot be passed off as one."""
    rows = _chained("one", "two", "three")
    cut = [*rows[:1], {**rows[1], "payload": "", "withheld": ["seed"]}, *rows[2:]]
    moved = [*rows[:1], {**cut[1], "hash": "a" * 64}, *rows[2:]]
    code = """return given.map((rows) =>
        checkTexts([rows.map((row) => JSON.stringify(row)).join("\\n")], [])
            .map(({what, verdict, claimed}) => [what, verdict, claimed]));"""

    found = run(code, [rows, cut, [*cut[:1], {**cut[1], "withheld": []}, *cut[2:]], moved])

    last = rows[-1]["hash"]
    assert found[0] == [["chain", "kept", last]]
    assert found[1] == [["chain", "kept", last], ["withheld", "later", "2"]]
    assert [each[0][1] for each in found[2:]] == ["broken", "broken"]


def test_no_letter_of_a_log_can_be_another() -> None:
    """After any change the log is refused, or is no log."""
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in _chained("H8 CASĂ", "PAS", "ă"))
    code = """return [...given].flatMap((_, at) => ["x", "7"].flatMap((other) => {
        if (given[at] === other) return [];
        const forged = given.slice(0, at) + other + given.slice(at + 1);
        try {
            const claims = checkTexts([forged], []);
            return claims.some(({verdict}) => verdict === "broken") ? [] : [forged];
        } catch {
            return [];
        }
    }));"""

    assert run("return checkTexts([given], []).map(({verdict}) => verdict);", text) == ["kept"]
    assert run(code, text) == []


def _chained(*payloads: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for seq, payload in enumerate(payloads, 1):
        facts = {"stream": "m/K7QF", "seq": seq, "name": "match.x", "version": 1, "at": "then"}
        facts |= {"previous": rows[-1]["hash"] if rows else NO_HASH, "payload": payload}
        whole = "\n".join(map(str, facts.values()))
        rows.append({**facts, "hash": sha256(whole.encode()).hexdigest()})
    return rows
