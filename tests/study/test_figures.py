"""What the figures of a study show: the drawn numbers, and that they can be read."""

import importlib
import itertools
import sys
from unittest import mock

import numpy as np
import pandas as pd
import pytest
from scipy import stats

pytest.importorskip("matplotlib")

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.text import Text

from beta4ucs.data import load
from beta4ucs.errors import InputError
from beta4ucs.plots import style
from beta4ucs.representations import Beta4
from beta4ucs.representations.beta4 import kurtosis
from beta4ucs.rules.kurtosis import mean_kurtosis
from beta4ucs.study import figures
from beta4ucs.study.figures import generality

# Demšar (2006), table 6: areas under the curve of C4.5 with pruning parameters left or tuned. The
# last but one of C4.5+cf is printed as 0.975 and ranked before C4.5+m+cf: it differs further back.
DEMSAR = pd.DataFrame(
    {
        "C4.5": [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.940, 0.619,
                 0.972, 0.957],
        "C4.5+m": [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962,
                   0.666, 0.981, 0.978],
        "C4.5+cf": [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.0, 0.965,
                    0.614, 0.9751, 0.946],
        "C4.5+m+cf": [0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.0, 0.962,
                      0.669, 0.975, 0.970],
    }
)  # fmt: skip
RUNS = pd.DataFrame(
    [("wne", "FBR", 2.0), ("wne", "FBR", 4.0), ("wne", "UCS", 1.0),
     ("mux", "FBR", 50.0), ("mux", "UCS", 20.0)],
    columns=["dataset", "system", "seconds"],
)  # fmt: skip
SHARES = pd.DataFrame({"dataset": ["soy", "wne", "wne"], "crisp_share": [0.2, 0.6, 0.7]})


def curves_of(**systems):
    """Long table from system=[values of seed 1, values of seed 2, ...]."""
    rows = [
        (system, seed, epoch, value, value - 0.1, 1000 * value)
        for system, seeds in systems.items()
        for seed, values in enumerate(seeds)
        for epoch, value in enumerate(values, start=1)
    ]
    columns = ["system", "seed", "epoch", "train_accuracy", "test_accuracy", "rules"]
    return pd.DataFrame(rows, columns=columns)


CURVES = curves_of(UCS=[[0.5, 0.8], [0.7, 0.9], [0.6, 0.7]], FBRC=[[0.6, 0.9], [0.7, 0.95]])


@pytest.fixture(scope="module")
def models():
    return figures.train_snapshots(seed=3, epochs=(4, 1, 2))


FIGURES = {
    "times": lambda _: figures.time_per_representation(RUNS),
    "curves": lambda _: figures.learning_curves(CURVES),
    "rule forms": lambda _: figures.rule_forms(SHARES),
    "critical difference": lambda _: figures.critical_difference(DEMSAR),
    "landscapes": lambda _: figures.matching_landscapes(resolution=20),
    "beta landscapes": lambda _: figures.matching_landscapes(figures.BETA_EXAMPLES, resolution=20),
    "beta shapes": lambda _: figures.beta_shapes(),
    "generality": lambda _: figures.generality_conditions(),
    "over-general": lambda _: figures.over_general_rule(),
    "checkerboard": lambda models: figures.rotated_checkerboard(models, resolution=20),
    "example rules": lambda models: figures.example_rules(models[4]),
}


@pytest.fixture(scope="module", params=FIGURES)
def drawn(request, models):
    return request.param, FIGURES[request.param](models)


def texts_drawn(figure):
    """Boxes, in pixels, of all texts that the figure shows."""
    drawn = []
    original = Text.draw

    def record(text, renderer, *args, **kwargs):
        if text.get_visible() and text.get_text().strip():
            drawn.append((text.get_text(), Text.get_window_extent(text, renderer)))
        return original(text, renderer, *args, **kwargs)

    with mock.patch.object(Text, "draw", record):
        FigureCanvasAgg(figure).draw()
    return drawn


# ---- all of them ---------------------------------------------------------------------------------


def test_texts_neither_overlap_nor_leave_the_figure(drawn):
    _, figure = drawn
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # as `save` leaves it
    texts = texts_drawn(figure)
    assert len(texts) > 5
    for text, box in texts:
        assert figure.bbox.padded(1).contains(*box.min), text
        assert figure.bbox.padded(1).contains(*box.max), text
    for (text, box), (other, its_box) in itertools.combinations(texts, 2):
        assert not box.padded(-0.5).overlaps(its_box.padded(-0.5)), (text, other)


def panels_of(figure):
    return [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]


def test_both_axes_are_named(drawn):
    name, figure = drawn
    panels = panels_of(figure)
    assert all(axes.get_xlabel() for axes in panels)
    bars = [axes for axes in figure.axes if axes not in panels]
    assert all(axes.get_xlabel() or axes.get_ylabel() for axes in bars)
    if name not in ("critical difference", "over-general"):  # whose panels have no height
        assert panels[0].get_ylabel()


def test_the_callers_settings_change_nothing_and_are_kept():
    expected = texts_drawn(figures.over_general_rule())
    with matplotlib.rc_context(
        {"font.size": 20, "axes.labelsize": 30, "axes.titlelocation": "left"}
    ):
        figure = figures.over_general_rule()
        assert matplotlib.rcParams["font.size"] == 20
    found = texts_drawn(figure)
    assert [text for text, _ in found] == [text for text, _ in expected]
    assert all(np.allclose(box.extents, wanted.extents) for (_, box), (_, wanted)
               in zip(found, expected, strict=True))  # fmt: skip


def test_series_and_classes_can_be_told_apart_without_colour():
    assert len({look.marker for look in style.LOOKS}) == len(style.LOOKS)
    assert len({look.line for look in style.LOOKS}) == len(style.LOOKS)
    luminance = [np.dot((0.2126, 0.7152, 0.0722), to_rgb(colour)) for colour in style.CLASS_COLOURS]
    assert abs(luminance[0] - luminance[1]) > 0.3


def test_without_matplotlib_there_is_advice():
    with (
        mock.patch.dict(sys.modules, {"matplotlib.figure": None}),
        pytest.raises(InputError, match="pip install"),
    ):
        importlib.reload(figures)


# ---- files ---------------------------------------------------------------------------------------


def test_the_same_figure_gives_the_same_bytes(tmp_path):
    formats = ("png", "pdf", "svg")
    examples = figures.EXAMPLES[:2]
    figure = figures.matching_landscapes(examples, resolution=10)  # its layout has most to settle
    first = [file.read_bytes() for file in figures.save(figure, tmp_path / "one", formats)]
    again = [file.read_bytes() for file in figures.save(figure, tmp_path / "two", formats)]
    anew = figures.save(figures.matching_landscapes(examples, 10), tmp_path / "three", formats)
    assert first == again == [file.read_bytes() for file in anew]
    assert not any(word in b"".join(first) for word in (b"CreationDate", b"Software", b"<dc:date>"))


def test_saving_makes_folders_keeps_dots_replaces_and_leaves_nothing_else(tmp_path):
    folder = tmp_path / "new" / "folder"
    folder.mkdir(parents=True)
    (folder / "fig.1.png").write_text("old")
    files = figures.save(figures.rule_forms(SHARES), folder / "fig.1")
    assert [file.name for file in files] == ["fig.1.png", "fig.1.pdf"]
    assert sorted(folder.iterdir()) == sorted(files)
    assert files[0].read_bytes().startswith(b"\x89PNG")
    assert files[1].read_bytes().startswith(b"%PDF")


def test_saving_refuses_what_it_cannot_write(tmp_path):
    figure = figures.rule_forms(SHARES)
    with pytest.raises(InputError, match="got 'gif'"):
        figures.save(figure, tmp_path / "figures" / "x", ("png", "gif"))
    assert not (tmp_path / "figures").exists()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot write"):
        figures.save(figure, tmp_path / "file" / "x")


# ---- results -------------------------------------------------------------------------------------


def test_times_are_means_over_runs_then_over_data_sets():
    left, right = figures.time_per_representation(RUNS).axes
    marks = {line.get_label(): line.get_xdata().tolist() for line in left.lines}
    assert marks == {"UCS": [1.0, 20.0], "FBR": [3.0, 50.0]}  # wne first, it is cheaper
    assert [label.get_text() for label in left.get_yticklabels()] == ["wne", "mux"]
    assert [line.get_xdata().tolist() for line in right.lines] == [[10.5], [26.5]]
    assert [text.get_text() for text in right.texts] == ["10.5", "26.5"]
    assert left.get_xscale() == right.get_xscale() == "log"


def test_tables_with_holes_are_refused():
    with pytest.raises(InputError, match="no runs of 'UCS / mux'"):
        figures.time_per_representation(RUNS.iloc[:-1])
    with pytest.raises(InputError, match="lacks the columns 'seconds'"):
        figures.time_per_representation(RUNS.drop(columns="seconds"))
    with pytest.raises(InputError, match="no rows"):
        figures.rule_forms(SHARES.iloc[:0])
    with pytest.raises(InputError, match="gaps in the columns 'rules'"):
        figures.learning_curves(CURVES.assign(rules=np.nan))


def test_bands_of_accuracy_end_at_100():
    (panel, *_) = figures.learning_curves(curves_of(UCS=[[0.8, 0.99], [0.9, 1.0]])).axes
    (band,) = panel.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert heights.max() == 100.0
    assert heights.min() > 0.0


def test_curves_are_means_with_confidence_bands():
    panels = figures.learning_curves(CURVES).axes
    assert len(panels) == 3
    accuracy, test, rules = (axes.lines[0].get_ydata() for axes in panels)
    np.testing.assert_allclose(accuracy, [60, 80])
    np.testing.assert_allclose(test, [50, 70])
    np.testing.assert_allclose(rules, [600, 800])
    # t(0.975, 2) = 4.303; the values of both epochs have a standard deviation of 0.1
    reach = 100 * 4.30265 * 0.1 / 3**0.5
    vertices = panels[0].collections[0].get_paths()[0].vertices
    at_first = vertices[vertices[:, 0] == 1][:, 1]
    np.testing.assert_allclose(
        [at_first.min(), at_first.max()], [60 - reach, 60 + reach], rtol=1e-5
    )
    assert [line.get_label() for line in panels[2].lines] == ["UCS", "FBRC"]


def test_a_single_seed_has_a_curve_but_no_band():
    band = figures.confidence_band(curves_of(UCS=[[0.5, 0.8]]), "train_accuracy")
    assert band["mean"].tolist() == [0.5, 0.8]
    assert band[["low", "high"]].isna().all(axis=None)


def test_rule_forms_show_mean_shares_in_per_cent():
    axes = figures.rule_forms(SHARES).axes[0]
    crisp, fuzzy = ([bar.get_width() for bar in bars] for bars in axes.containers)
    np.testing.assert_allclose(crisp, [65, 20])
    np.testing.assert_allclose(fuzzy, [35, 80])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["wne", "soy"]
    assert {text.get_text() for text in axes.texts} == {"65.0", "35.0", "20.0", "80.0"}
    assert {bar.get_hatch() for bar in axes.containers[0]} != {
        bar.get_hatch() for bar in axes.containers[1]
    }
    with pytest.raises(InputError, match="crisp_share must be in"):
        figures.rule_forms(SHARES.assign(crisp_share=65.0))


def test_ranks_and_differences_are_those_of_demsar():
    ranks = figures.mean_ranks(DEMSAR)
    assert ranks.round(3).to_dict() == {
        "C4.5+m+cf": 1.964, "C4.5+m": 2.0, "C4.5+cf": 2.893, "C4.5": 3.143
    }  # fmt: skip
    assert figures.nemenyi_difference(4, 14, alpha=0.05) == pytest.approx(1.25, abs=0.005)
    assert figures.nemenyi_difference(4, 14, alpha=0.10) == pytest.approx(1.12, abs=0.005)
    q_05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]  # k = 2 .. 10
    for k, q in enumerate(q_05, start=2):
        expected = q * (k * (k + 1) / (6 * 25)) ** 0.5
        assert figures.nemenyi_difference(k, 25) == pytest.approx(expected, rel=5e-4)


def test_the_diagram_joins_what_the_test_cannot_tell_apart():
    axes = figures.critical_difference(DEMSAR, alpha=0.10).axes[0]
    lines = {line.get_label(): line.get_xdata() for line in axes.lines}
    # in the article: C4.5 is worse than both with tuned m; C4.5+cf could belong to either group
    assert np.allclose(lines["group 0"], [1.964, 2.893], atol=0.02)
    assert np.allclose(lines["group 1"], [2.893, 3.143], atol=0.02)
    assert "group 2" not in lines
    assert np.ptp(lines["critical difference"]) == pytest.approx(1.12, abs=0.005)
    assert lines["C4.5"][0] == pytest.approx(3.143, abs=0.001)
    assert "mean rank over 14 data sets" in axes.get_xlabel()
    words = [text.get_text() for text in axes.texts]
    assert words[0].startswith("critical difference 1.12 (Nemenyi, α = 0.1); thick bars join")


def test_groups_are_maximal_and_never_of_one():
    ranks = pd.Series([1.0, 1.5, 2.4, 4.0, 4.1])
    assert figures.indistinct_groups(ranks, 1.0) == [(0, 1), (1, 2), (3, 4)]
    assert figures.indistinct_groups(ranks, 10.0) == [(0, 4)]
    assert figures.indistinct_groups(ranks, 0.05) == []
    assert figures.indistinct_groups(pd.Series([1.0, 2.0]), 1.0) == []  # as far apart as needed


def test_ranks_may_count_downwards_and_need_every_value():
    times = pd.DataFrame({"A": [1.0, 2.0], "B": [3.0, 4.0]})
    assert figures.mean_ranks(times).index.tolist() == ["B", "A"]
    assert figures.mean_ranks(times, smaller_is_better=True).index.tolist() == ["A", "B"]
    with pytest.raises(InputError, match="a value for every data set"):
        figures.critical_difference(times.replace(4.0, np.nan))
    with pytest.raises(InputError, match="needs 2 systems"):
        figures.critical_difference(times[["A"]])


# ---- conditions ----------------------------------------------------------------------------------


def image_of(axes):
    return np.asarray(axes.images[0].get_array())


def test_landscapes_show_the_matching_degrees_of_the_examples():
    figure = figures.matching_landscapes(resolution=40)
    images = [image_of(axes) for axes in figure.axes[:6]]
    box, ellipsoid, polytope, triangle, trapezoid, bell = images
    x1, x2 = figures.cell_centres(40).T.reshape(2, 40, 40)
    np.testing.assert_array_equal(box, (abs(x1 - 0.45) <= 0.25) & (abs(x2 - 0.55) <= 0.25))
    squares = ((x1 - 0.5) / 0.45) ** 2 + ((x2 - 0.5) / 0.3) ** 2
    np.testing.assert_array_equal(ellipsoid, squares < -2 * np.log(0.7))
    kernels = [stats.beta(a, b).pdf(x) / stats.beta(a, b).pdf((a - 1) / (a + b - 2))
               for x, (a, b) in ((x1, (2, 4)), (x2, (3, 1.6)))]  # fmt: skip
    np.testing.assert_array_equal(polytope, kernels[0] * kernels[1] > 0.7)
    sides = np.interp(x1, [0.1, 0.4, 0.9], [0, 1, 0]) * np.interp(x2, [0.1, 0.6, 1], [0, 1, 0])
    np.testing.assert_allclose(triangle, sides, atol=1e-12)
    flanks = np.interp(x1, [0.1, 0.3, 0.6, 0.9], [0, 1, 1, 0])
    np.testing.assert_allclose(
        trapezoid, flanks * np.interp(x2, [0.1, 0.4, 0.7, 0.8], [0, 1, 1, 0]), atol=1e-12
    )
    squares = ((x1 - 0.5) / 0.2) ** 2 + ((x2 - 0.5) / 0.12) ** 2
    np.testing.assert_allclose(bell, np.exp(-squares / 2), atol=1e-12)


def density_over_peak(gene, x):
    alpha, beta, low, high = gene
    density = stats.beta(alpha, beta, loc=low, scale=high - low).pdf
    mode = low + (alpha - 1) / (alpha + beta - 2) * (high - low)
    return density(x) / density(mode)


def test_beta_shapes_are_densities_over_their_peak():
    densities, rectangles, bells, slopes = figures.beta_shapes().axes
    shown = {line.get_label(): line.get_data() for line in densities.lines}
    values, heights = shown["(2, 6)"]
    np.testing.assert_allclose(heights, stats.beta.pdf(values, 2, 6))
    assert "(0.5, 0.5) ruled out" in shown
    for line in rectangles.lines:
        assert set(line.get_ydata()) == {0.0, 1.0}
    for line in (*bells.lines, *slopes.lines):
        gene = tuple(map(float, line.get_label().strip("()").split(",")))
        values = line.get_xdata()
        inside = (values > gene[2] + 1e-6) & (values < gene[3] - 1e-6)
        expected = density_over_peak(gene, values[inside])
        np.testing.assert_allclose(line.get_ydata()[inside], expected, atol=1e-9)
        assert not line.get_ydata()[(values < gene[2]) | (values > gene[3])].any()
    assert {line.get_linestyle() for line in bells.lines} == {"-", "--", "-."}


def test_the_over_general_fuzzy_rule_fades_at_the_boundary():
    _, crisp, fuzzy = figures.over_general_rule().axes
    expected = density_over_peak((1.1, 1.6, 0, 0.6), 0.5)
    for axes, at_boundary in ((crisp, 1.0), (fuzzy, expected)):
        values, degrees = axes.lines[0].get_data()
        assert degrees[values == 0.5] == pytest.approx(at_boundary)
        right, wrong = axes.collections
        hatched = wrong.get_paths()[0].vertices
        assert hatched[hatched[:, 1] > 0][:, 0].min() == 0.5
        assert hatched[hatched[:, 1] > 0][:, 0].max() == pytest.approx(0.6, abs=0.003)
        assert right.get_paths()[0].vertices[:, 0].max() < 0.5
        assert wrong.get_hatch()
        assert not right.get_hatch()
    assert 0.4 < expected < 0.5


def test_what_is_called_more_general_is_so():
    operators = Beta4(subsumption_tolerance=generality.TOLERANCE)
    genes = [(np.array(pair.general, float), np.array(pair.specific, float))
             for pair in generality.PAIRS]  # fmt: skip
    assert all(operators.is_more_general(general, specific) for general, specific in genes)
    assert not any(operators.is_more_general(specific, general) for general, specific in genes)
    # the last pair needs the tolerance it names
    assert not Beta4().is_more_general(*genes[-1])


# ---- rotated checkerboard ------------------------------------------------------------------------


def test_a_shorter_run_is_the_beginning_of_a_longer_one(models):
    assert list(models) == [1, 2, 4]
    for epoch in (1, 2):
        for name, values in models[epoch].history_.items():
            np.testing.assert_array_equal(values, models[4].history_[name][:epoch], name)
        assert models[epoch].n_rules_ == models[4].history_["rules"][epoch - 1]


def test_kurtosis_is_the_mean_over_voting_rules_that_match(models):
    model = models[4]
    rules = model.population_
    points = np.array([[0.123, 0.456], [0.5, 0.5], [0.0, 1.0], [0.999, 0.02]])
    for (x1, x2), found in zip(points, mean_kurtosis(model, points), strict=True):
        weighted, copies = 0.0, 0
        for genes, experience, n in zip(
            rules.genes, rules.experience, rules.numerosity, strict=True
        ):
            degrees = [Beta4().membership(genes[0], x1), Beta4().membership(genes[1], x2)]
            if experience > 10 and min(degrees) > 0:
                weighted += (kurtosis(genes[0]) + kurtosis(genes[1])) * n
                copies += n
        assert found == pytest.approx(weighted / (2 * copies))
        assert found >= 1.8


def test_without_votes_there_is_no_kurtosis_and_the_map_is_bare():
    model = figures.train_snapshots(seed=3, epochs=[1])[1]
    model.voting_threshold = 1e9
    assert np.isnan(mean_kurtosis(model, np.array([[0.5, 0.5]]))).all()
    _, kurtosis_map, _ = panels_of(figures.rotated_checkerboard({1: model}, resolution=5))
    assert image_of(kurtosis_map).shape == (5, 5)
    assert kurtosis_map.images[0].get_clim() == (1.8, 1.81)


def test_the_checkerboard_shows_data_kurtosis_and_decisions(models):
    figure = figures.rotated_checkerboard(models, resolution=30)
    panels = panels_of(figure)
    titles = [axes.get_title() for axes in panels]
    assert titles == ["data", "epoch 1: kurtosis", "epoch 2: kurtosis", "epoch 4: kurtosis",
                      "epoch 4: decisions"]  # fmt: skip
    table = load("rcb")
    cells = np.rint(table.X * 100).astype(int)
    np.testing.assert_array_equal(image_of(panels[0])[cells[:, 1], cells[:, 0]], table.class_codes)
    points = figures.cell_centres(30)
    np.testing.assert_allclose(image_of(panels[2]).ravel(), mean_kurtosis(models[2], points))
    decisions = models[4].predict(figures.cell_centres(75)).astype(int)  # finer
    np.testing.assert_array_equal(image_of(panels[-1]).ravel(), decisions)
    assert len({axes.images[0].get_clim() for axes in panels[1:4]}) == 1  # one scale
    assert panels[1].images[0].get_clim()[0] == 1.8
    with pytest.raises(InputError, match="no model"):
        figures.rotated_checkerboard({})


def test_the_pdf_has_every_point_of_the_decisions(models, tmp_path):
    figure = figures.rotated_checkerboard({1: models[1]}, resolution=400)
    (path,) = figures.save(figure, tmp_path / "board", ["pdf"])
    assert b"/Width 1000" in path.read_bytes()


def test_chosen_rules_vote_and_match_no_point_twice(models):
    rules = models[4].rules_
    chosen = figures.choose_rules(rules, n_fuzzy=2, n_crisp=2)
    assert [bool(rules.is_crisp[place]) for place in chosen] == [False, False, True, True]
    assert rules.is_voting[chosen].all()
    genes = rules.arrays.genes[chosen]
    points = figures.cell_centres(100)
    degrees = figures.matching_degrees("beta4", genes, points)
    assert (np.count_nonzero(degrees, axis=1) <= 1).all()
    assert degrees.any(axis=0).all()
    for column in degrees.T[:2]:
        assert column[column > 0].mean() < 0.87
    strongest = np.argmax(np.where(rules.is_voting & rules.is_crisp, rules.strength, -np.inf))
    assert figures.choose_rules(rules, n_fuzzy=0, n_crisp=1) == [strongest]


def test_rectangular_membership_is_red_and_dashed(models):
    rules = models[4].rules_
    figure = figures.example_rules(models[4])
    panels = figure.axes[:3]
    for place, axes in zip(figures.choose_rules(rules), panels, strict=True):
        genes = rules.arrays.genes[place]
        degrees = figures.matching_degrees("beta4", genes[np.newaxis], figures.cell_centres(300))
        np.testing.assert_allclose(image_of(axes).ravel(), degrees[:, 0])
        for gene, inset in zip(genes, axes.child_axes, strict=True):
            is_rectangular = gene[0] == gene[1] == 1
            looks = (inset.lines[0].get_color(), inset.lines[0].get_linestyle())
            assert looks == ((style.EMPHASIS, "--") if is_rectangular else (style.DARK, "-"))
