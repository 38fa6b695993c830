"""The training loop: pieces, callbacks, early stopping, Ctrl-C."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from beta4ucs import Beta4UCSClassifier, InputError, Progress, TrainingInterrupted
from beta4ucs.training import loop, watch
from beta4ucs.training.early_stopping import Patience, hold_out
from beta4ucs.training.interruption import Interruption


def noisy_rows(n_rows=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, 3))
    flipped = rng.random(n_rows) < 0.2
    return X, ((X[:, 0] > 0.5) ^ flipped).astype(int)


def assert_same_rules(one, other):
    for name, a, b in zip(one._fields, one, other, strict=True):
        np.testing.assert_array_equal(a, b, err_msg=name)


@pytest.fixture
def ctrl_c(monkeypatch):
    """Python's own handler in place, and no key pressed lately."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(Interruption, "_last_request", -np.inf)
    yield lambda: signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)


# ---------------------------------------------------------------------- pieces and callbacks


def test_callbacks_see_every_epoch():
    seen = []
    X, y = noisy_rows()
    model = Beta4UCSClassifier(
        n_epochs=4, random_state=0, callbacks=[seen.append], track_accuracy=True
    ).fit(X, y, eval_set=(X[:50], y[:50]))
    assert [progress.epoch for progress in seen] == [1, 2, 3, 4]
    last = seen[-1]
    assert isinstance(last, Progress)
    assert last.epoch_finished
    assert (last.n_epochs, last.iteration, last.n_iterations) == (4, 480, 480)
    assert last.rules == model.n_rules_
    assert last.numerosity == model.population_.numerosity.sum()
    assert last.history == {name: values[-1] for name, values in model.history_.items()}
    assert last.train_accuracy == model.score(X, y)
    assert last.test_accuracy == model.score(X[:50], y[:50])
    assert last.validation_accuracy is None
    assert 0 < seen[0].seconds < last.seconds < 60


def test_long_epochs_report_in_between_and_cutting_changes_nothing(monkeypatch):
    X, y = noisy_rows(3000)
    plain = Beta4UCSClassifier(n_epochs=2, random_state=0).fit(X, y)
    monkeypatch.setattr(loop, "PIECE_SECONDS", 1e-3)
    monkeypatch.setattr(watch, "REPORT_SECONDS", 0.0)
    seen = []
    cut = Beta4UCSClassifier(n_epochs=2, random_state=0, callbacks=seen.append).fit(X, y)
    assert_same_rules(plain.population_, cut.population_)
    unfinished = [progress for progress in seen if not progress.epoch_finished]
    assert len(unfinished) > 2
    assert unfinished[0].epoch == 1
    assert unfinished[-1].epoch == 2
    assert unfinished[0].iteration == loop.FIRST_PIECE
    assert all(p.history is None and p.train_accuracy is None for p in unfinished)
    assert [p.iteration for p in seen] == sorted({p.iteration for p in seen})


def test_a_callback_may_ask_for_the_accuracy(monkeypatch):
    X, y = noisy_rows()
    asked = []
    model = Beta4UCSClassifier(
        n_epochs=3, random_state=0, callbacks=lambda p: asked.append(p.estimate_accuracy())
    ).fit(X, y)
    assert len(asked) == 3
    assert asked[-1] == model.score(X, y)
    monkeypatch.setattr(watch, "ESTIMATE_ROWS", 50)  # every third of 120 rows
    model.fit(X, y)
    assert asked[-1] == model.score(X[::3], y[::3])


def raise_stop(progress):
    raise StopIteration


@pytest.mark.parametrize("stop", [lambda progress: True, lambda p: np.True_, raise_stop])
def test_a_callback_ends_training(stop):
    seen = []
    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=50, random_state=0, callbacks=[stop, seen.append])
    model.fit(X, y)
    assert model.n_epochs_ == len(seen) == 1  # the others are still called
    assert not model.interrupted_
    assert len(model.history_["rules"]) == 1
    assert_same_rules(
        model.population_, Beta4UCSClassifier(n_epochs=1, random_state=0).fit(X, y).population_
    )


def test_other_answers_of_a_callback_mean_nothing():
    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=3, random_state=0, callbacks=lambda progress: 1)
    assert model.fit(X, y).n_epochs_ == 3


def test_a_broken_callback_is_heard_and_leaves_no_half_of_a_model():
    def broken(progress):
        raise ZeroDivisionError

    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=3, callbacks=broken)
    with pytest.raises(ZeroDivisionError):
        model.fit(X, y)
    with pytest.raises(Exception, match="not fitted"):
        model.predict(X)


@pytest.mark.parametrize("callbacks", ["print", [1], 3])
def test_callbacks_must_be_callable(callbacks):
    with pytest.raises(InputError, match="callbacks must be a function or a list of functions"):
        Beta4UCSClassifier(callbacks=callbacks).fit(*noisy_rows())


def test_verbose_prints_progress(capsys):
    X, y = noisy_rows()
    Beta4UCSClassifier(n_epochs=3, random_state=0, verbose=2, track_accuracy=True).fit(X, y)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("epoch 2/3, ")
    assert "rules, train accuracy 0." in lines[1]
    Beta4UCSClassifier(n_epochs=3, random_state=0, verbose=True).fit(X, y)
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("epoch 3/3, ")
    assert len(lines) < 3  # the first and the last, with seconds between
    Beta4UCSClassifier(n_epochs=3, random_state=0).fit(X, y)
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------------- early stopping


def test_early_stopping_keeps_the_best_epoch():
    X, y = noisy_rows()
    model = Beta4UCSClassifier(
        n_epochs=200, early_stopping=True, n_iter_no_change=4, random_state=0
    ).fit(X, y)
    scores = model.history_["validation_accuracy"]
    assert 4 < model.n_epochs_ == len(scores) < 200
    assert model.best_epoch_ == np.argmax(scores) + 1
    held_out = hold_out(y, 0.1, 0)
    assert held_out.sum() == 12
    assert model.score(X[held_out], y[held_out]) == scores.max()
    assert model.class_counts_.tolist() == np.bincount(y[~held_out]).tolist()
    learned = Beta4UCSClassifier(n_epochs=int(model.best_epoch_), random_state=0)
    learned.fit(X[~held_out], y[~held_out])
    assert_same_rules(model.population_, learned.population_)
    np.testing.assert_array_equal(model.scaling_.low, learned.scaling_.low)


def test_patience_counts_epochs_without_improvement():
    patience = Patience(n_epochs=2, tolerance=0.1, column="validation_accuracy")
    accuracies = [0.5, 0.55, 0.65, 0.7, 0.6]
    answers = [patience.is_exhausted(i + 1, a, f"rules {i}") for i, a in enumerate(accuracies)]
    # 0.55 is too little above 0.5, 0.65 is enough, 0.7 and 0.6 are not
    assert answers == [False, False, False, False, True]
    assert (patience.epoch, patience.rules) == (4, "rules 3")


def test_held_out_rows_are_spread_over_the_classes():
    labels = np.repeat([0, 1, 2, 3], [60, 30, 9, 1])
    np.random.default_rng(0).shuffle(labels)
    held_out = hold_out(labels, 0.2, 5)
    assert held_out.sum() == 20
    assert np.abs(np.bincount(labels[held_out], minlength=4) - [12, 6, 2, 0]).max() <= 1
    assert set(labels[~held_out]) == {0, 1, 2, 3}
    np.testing.assert_array_equal(held_out, hold_out(labels, 0.2, 5))
    assert (held_out != hold_out(labels, 0.2, 6)).any()


@pytest.mark.parametrize("fraction", [0.001, 0.5, 0.999])
def test_every_class_keeps_a_row(fraction):
    labels = np.repeat([0, 1, 2], [50, 2, 1])
    held_out = hold_out(labels, fraction, 0)
    assert held_out.any()
    assert set(labels[~held_out]) == {0, 1, 2}


def test_nothing_to_hold_out():
    with pytest.raises(InputError, match="no row to hold out: every class has a single row"):
        Beta4UCSClassifier(early_stopping=True).fit([[0.0], [1.0]], [0, 1])


# ---------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_leaves_a_usable_model_and_says_how_far_it_got(ctrl_c):
    X, y = noisy_rows()

    def press(progress):
        if progress.epoch == 3:
            ctrl_c()

    model = Beta4UCSClassifier(n_epochs=50, random_state=0, callbacks=press)
    message = r"after 360 of 6000 iterations \(3 of 50 epochs finished\)"
    with pytest.warns(TrainingInterrupted, match=message):
        model.fit(X, y)
    assert model.interrupted_
    assert (model.n_epochs_, model.n_iterations_) == (3, 360)
    assert model.score(X, y) > 0.5
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_twice_gets_out(ctrl_c):
    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=50, callbacks=lambda progress: ctrl_c())
    with pytest.warns(TrainingInterrupted):
        model.fit(X, y)
    with pytest.raises(KeyboardInterrupt):  # as a grid search would go on to the next fit
        model.fit(X, y)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_with_a_handler_of_somebody_else(ctrl_c):
    def handler(number, frame):
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handler)
    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=50, callbacks=lambda progress: ctrl_c())
    with pytest.warns(TrainingInterrupted):
        model.fit(X, y)
    assert model.interrupted_
    assert signal.getsignal(signal.SIGINT) is handler


def test_ctrl_c_before_the_first_rule_raises(monkeypatch):
    from beta4ucs.learning.training_run import TrainingRun

    def advance(run, n_iterations, followers):
        raise KeyboardInterrupt

    monkeypatch.setattr(TrainingRun, "advance", advance)
    with pytest.raises(KeyboardInterrupt):
        Beta4UCSClassifier().fit(*noisy_rows())


def test_ctrl_c_while_accuracies_are_taken(ctrl_c, monkeypatch):
    calls = []

    def slow(model, rows, rules):
        calls.append(rules)
        if len(calls) == 4:  # the second of two in the second epoch
            ctrl_c()
        return 0.5, 0.5

    monkeypatch.setattr(Beta4UCSClassifier, "_scores", slow)
    X, y = noisy_rows()
    model = Beta4UCSClassifier(n_epochs=9, track_accuracy=True, random_state=0)
    with pytest.warns(TrainingInterrupted):
        model.fit(X, y, eval_set=(X, y))
    assert (model.n_epochs_, model.n_iterations_) == (1, 240)
    assert {len(values) for values in model.history_.values()} == {1}


def test_ctrl_c_within_a_kernel_waits_for_its_end(ctrl_c, monkeypatch):
    from beta4ucs.learning.training_run import TrainingRun

    advance = TrainingRun.advance

    def pressed_in_advance(run, n_iterations, followers):
        ctrl_c()
        advance(run, n_iterations, followers)

    monkeypatch.setattr(TrainingRun, "advance", pressed_in_advance)
    model = Beta4UCSClassifier(n_epochs=50, random_state=0)
    with pytest.warns(TrainingInterrupted, match=f"after {loop.FIRST_PIECE} of 6000"):
        model.fit(*noisy_rows())
    assert model.n_iterations_ == loop.FIRST_PIECE


LONG_FIT = """
import sys, warnings
import numpy as np
from beta4ucs import Beta4UCSClassifier

rng = np.random.default_rng(0)
X, y = rng.random((2000, 5)), rng.integers(0, 3, 2000)
Beta4UCSClassifier(n_epochs=1, random_state=0).fit(X, y).predict(X)  # compile
print("ready", flush=True)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    model = Beta4UCSClassifier(n_epochs=100_000, random_state=0).fit(X, y)
assert model.interrupted_
assert 0 < model.n_iterations_ < 200_000_000
assert model.predict(X).shape == (2000,)
print(caught[0].message)
"""


def test_a_process_that_is_interrupted_ends_cleanly():
    process = subprocess.Popen(
        [sys.executable, "-c", LONG_FIT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background would have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        output, errors = process.communicate(timeout=60)
        seconds = time.perf_counter() - start
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert output.startswith("training was interrupted after ")
    assert seconds < 5  # a fraction of a second on an idle machine
