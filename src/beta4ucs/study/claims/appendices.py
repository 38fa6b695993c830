"""What the appendices say of other methods, settings and splits, and of crisp and fuzzy rules."""

from __future__ import annotations

from beta4ucs.study import printed
from beta4ucs.study.claims.claim import Claim, Finding
from beta4ucs.study.claims.evidence import Evidence, interval
from beta4ucs.study.claims.kinds import (
    FOLLOWS,
    LEVEL,
    best_rank,
    better_than,
    figure,
    friedman,
    is_within,
    marks_against,
    mostly_crisp,
    not_told_apart,
    order_of_ranks,
    ranks_follow,
    with_interval,
)
from beta4ucs.study.marks import BETTER, WORSE
from beta4ucs.study.rendering.numbers import p_text
from beta4ucs.study.signed_ranks import wilcoxon_p

TESTED = "main", "test_accuracy"
MODERN = "modern-ml", "test_accuracy"
FORMS = "rule-forms", "crisp_share"


def _fbr_first(place: str, study: str, table: str, how: str) -> Claim:
    text = f"FBR ranks first and FBRC second {how}"
    return order_of_ranks(place, study, table, ["FBR", "FBRC"], text)


def _perfect_training(evidence: Evidence) -> Finding:
    means = evidence.grid("modern-ml", "train_accuracy").means[["RandomForest", "XGBoost"]]
    counts = (means >= 99.995).sum()
    ours = (
        f"RandomForest on {counts['RandomForest']}, XGBoost on {counts['XGBoost']} of {len(means)}"
    )
    return Finding(ours, bool((counts > len(means) / 3).all()))


def _similar_or_better(evidence: Evidence) -> Finding:
    tests = evidence.tests(*MODERN)["p"]
    names = ("RandomForest", "SVM", "XGBoost")
    found = {name: evidence.difference(*MODERN, name, "FBRC-200") for name in names}
    ours = "; ".join(
        f"{name} p = {p_text(float(tests[name]))}, mean difference {with_interval(*found[name])}"
        for name in names
    )
    return Finding(ours, all(tests[name] >= LEVEL or found[name][0] > 0 for name in names))


def _mostly_crisp(evidence: Evidence) -> Finding:
    return mostly_crisp(evidence.grid(*FORMS), "on average")


def _few_marks(evidence: Evidence) -> Finding:
    names = evidence.grid("tolerance", "test_accuracy").systems
    marks = evidence.marks("tolerance", "test_accuracy", "0.01", names)
    most = int(marks.isin([BETTER, WORSE]).sum().max())
    return Finding(f"up to {most} of 25 data sets", most <= 3)


def _holds_ahead(evidence: Evidence) -> Finding:
    ours, boxes = (
        evidence.mean("mux-300", "test_accuracy", "mux", name)
        for name in ("FBRC", "Hyperrectangles")
    )
    found = f"{with_interval(*ours)} against {with_interval(*boxes)} after 300 epochs"
    return Finding(found, ours[0] > boxes[0])


def _fewer_rules_in_use(evidence: Evidence) -> Finding:
    grid, rules = evidence.grid("evolution", "match_set"), evidence.grid("evolution", "rules")
    place = grid.place("FBRC")
    shares = 100 * grid.means["FBRC"] / rules.means["FBRC"]
    again = 100 * grid.resampled[:, :, place] / rules.resampled[:, :, place]
    p = wilcoxon_p(grid.means["FBRC"] - rules.means["FBRC"])
    found = with_interval(float(shares.mean()), *interval(again.mean(axis=1)))
    ours = (
        f"{found} % of the rules vote on a test row: {grid.means['FBRC'].mean():.0f} of "
        f"{rules.means['FBRC'].mean():.0f} on average over {len(shares)} data sets, from "
        f"{shares.min():.1f} % (`{shares.idxmin()}`) to {shares.max():.1f} % "
        f"(`{shares.idxmax()}`); p = {p_text(p)}"
    )
    return Finding(ours, p < LEVEL and float(shares.max()) < 100)


def _shares_differ(evidence: Evidence) -> Finding:
    shares = evidence.grid(*FORMS).means["FBRC"]
    least, most = str(shares.idxmin()), str(shares.idxmax())
    low, high = (evidence.mean(*FORMS, name, "FBRC") for name in (least, most))
    ours = f"{with_interval(*low)} % (`{least}`) to {with_interval(*high)} % (`{most}`)"
    return Finding(ours, low[2] < high[1])


def _mostly_fuzzy(dataset: str) -> Claim:
    shown = float(printed.values("rule_forms")["fuzzy"].loc[dataset])

    def judge(evidence: Evidence) -> Finding:
        crisp, low, high = evidence.mean(*FORMS, dataset, "FBRC")
        found = 100 - crisp, 100 - high, 100 - low
        return Finding(f"{with_interval(*found)} %", found[0] > 50 and is_within(shown, *found))

    text = f"on `{dataset}` most rules of FBRC are fuzzy"
    return Claim("App. N", text, f"{shown:g} %", "rule-forms", judge)


def _boxes_are_worst_on(dataset: str) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        means = evidence.grid(*TESTED).means.T[dataset]
        worst, boxes = str(means.idxmin()), float(means["Hyperrectangles"])
        ours = f"{boxes:.2f}, place {int((means > boxes).sum()) + 1} of {len(means)}"
        if worst != "Hyperrectangles":
            ours += f"; worst is {worst} with {means.min():.2f}"
        return Finding(ours, worst == "Hyperrectangles")

    shown = float(printed.values("test_accuracy")["Hyperrectangles"].loc[dataset])
    text = f"on `{dataset}` Hyperrectangles have the worst test accuracy of all ten"
    return Claim("App. N", text, f"{shown:.2f}", "main", judge)


def _beats_boxes_on(dataset: str) -> Claim:
    def judge(evidence: Evidence) -> Finding:
        mark = evidence.marks(*TESTED, "FBRC", ["Hyperrectangles"])["Hyperrectangles"].loc[dataset]
        ours, boxes = evidence.grid(*TESTED).means.loc[dataset, ["FBRC", "Hyperrectangles"]]
        return Finding(f"{ours:.2f} against {boxes:.2f}, mark {mark}", mark == WORSE)

    shown = printed.values("test_accuracy").loc[dataset]
    text = f"on `{dataset}` FBRC is significantly more accurate than Hyperrectangles"
    return Claim("App. N", text, f"{shown['FBRC']:g} against {shown['Hyperrectangles']:g}", "main",
                 judge)  # fmt: skip


def _short_rules(evidence: Evidence) -> Finding:
    grid = evidence.grid("wine-rules", "short_crisp_rules")
    counts = {epochs: grid.run_values("wne", f"FBRC-{epochs}") for epochs in (50, 200)}
    ours = "; ".join(
        f"{count.mean():.1f} rules per run after {epochs} epochs, none in "
        f"{(count == 0).sum()} of {len(count)} runs"
        for epochs, count in counts.items()
    )
    return Finding(ours, any(count.min() >= 1 for count in counts.values()))


def _less_say(evidence: Evidence) -> Finding:
    grid = evidence.grid("over-general-rules", "wrong_votes")
    ours, boxes = (grid.run_values("mux", name) for name in ("FBRC", "Hyperrectangles"))
    p = wilcoxon_p(ours - boxes)
    found = f"{ours.mean():.2f} % against {boxes.mean():.2f} %; p = {p_text(p)}"
    return Finding(found, p < LEVEL and bool(ours.mean() < boxes.mean()))


MUX = printed.MULTIPLEXER_AFTER_300_EPOCHS
MEASURED = {"train_accuracy": "% training accuracy", "test_accuracy": "% test accuracy",
            "rules": "rules"}  # fmt: skip
CRISP_SHARES = printed.values("rule_forms")["crisp"]

APPENDICES: tuple[Claim, ...] = (
    *(order_of_ranks("App. A", "modern-ml", table, ["RandomForest", "XGBoost", "FBRC-200"],
                     "random forest, XGBoost and FBRC with 200 epochs rank first to third in "
                     f"{name} accuracy")
      for table, name in (("modern_ml:train", "training"), ("modern_ml:test", "test"))),
    Claim("App. A", "random forest and XGBoost learn many data sets without an error", "many",
          "modern-ml", _perfect_training, "confirmed if more than a third"),
    *(not_told_apart("App. A", "modern-ml", "modern_ml:test", name,
                     f"FBRC with 200 epochs and {name} do not differ significantly in test")
      for name in ("RandomForest", "SVM", "XGBoost")),
    Claim("App. A", "random forest, SVM and XGBoost have similar or higher test accuracy",
          "no figure", "modern-ml", _similar_or_better,
          "confirmed if FBRC with 200 epochs is significantly better than none of them"),
    Claim("App. A", "on `wne` FBRC makes clear crisp rules, such as one with two conditions",
          "one rule", "wine-rules", _short_rules, "confirmed if every run, of 50 or of 200 epochs, "
          "has a crisp rule of one or two conditions that is right on all training rows it covers"),
    friedman("App. B", "Tol_sub makes no significant difference (Friedman)", "tolerance",
             "tol_sub_test_accuracy", "no significant differences", differs=False),
    Claim("App. B", "values of Tol_sub differ significantly from 0.01 on few data sets",
          "up to 3 of 25", "tolerance", _few_marks, "confirmed up to 3"),
    Claim("App. B", "β4-UCS predominantly employs crisp rules",
          f"most; by its table {CRISP_SHARES.mean():.1f} % on average, more than half on "
          f"{(CRISP_SHARES > 50).sum()} of {len(CRISP_SHARES)}", "rule-forms", _mostly_crisp),
    Claim("App. B", "condition 3 of generality is infrequently used", "no figure", "",
          note="the rules that are left cannot tell: those that met all conditions are absorbed"),
    friedman("App. C", "r_0 makes no significant difference in test accuracy (Friedman)",
             "cover-range", "r0:accuracy", f"p = {printed.FRIEDMAN_P['r0:accuracy']}",
             differs=False),
    friedman("App. C", "r_0 makes a significant difference in the number of rules (Friedman)",
             "cover-range", "r0:population", f"p = {printed.FRIEDMAN_P['r0:population']}",
             differs=True),
    Claim("App. C", "r_0 = 1 ranks first in fewest rules",
          str(printed.summaries("r0:population")["rank"].loc["1.0"]), "cover-range",
          best_rank("cover-range", "rules", "1.0")),
    *(better_than("App. C", "cover-range", "r0:population", value,
                  "for r_0 gives significantly fewer rules than") for value in
      ("0.1", "0.2", "0.4", "0.6", "0.8")),
    Claim("App. C", "the smaller r_0, the worse its rank in rules", "4.40 at 0.1 to 1.96 at 1",
          "cover-range", ranks_follow("cover-range", "rules", rises=False), FOLLOWS),
    Claim("App. C", "the smaller r_0, the more precise are the rules", "no figure",
          "rule-accuracy", ranks_follow("rule-accuracy", "rule_accuracy", rises=True),
          f"accuracy of single rules on training rows; {FOLLOWS}"),
    Claim("App. C", "r_0 = 1 is the best balance of precise and few rules", "no figure", "",
          note="the article does not say how the two are weighed"),
    *(figure("App. D", f"{system} on `mux` after 300 epochs, {MEASURED[metric]}", "mux-300", metric,
             ("mux", system), shown) for system, values in MUX.items()
      for metric, shown in values.items()),
    Claim("App. D", "FBRC is ahead of Hyperrectangles on `mux` after 300 epochs too",
          "97.55 against 97.05", "mux-300", _holds_ahead),
    Claim("App. D", "on `mux` over-general rules have less say in FBRC than in Hyperrectangles",
          "an example", "over-general-rules", _less_say, "share of the votes on a training row "
          "that go to other classes: they come from over-general rules"),
    order_of_ranks("App. E", "macro-f1", "test_macro_f1", ["FBRC", "FBR"],
                   "FBRC ranks first and FBR second in macro F1"),
    _fbr_first("App. F", "split-8-2", "test_accuracy_split_8_2", "with an 8:2 split"),
    marks_against("App. F", "with an 8:2 split FBRC beats FBR on more data sets than the reverse",
                  "split-8-2", "test_accuracy_split_8_2", "FBR"),
    _fbr_first("App. G", "ten-fold", "test_accuracy_10_fold", "in ten-fold cross-validation"),
    marks_against("App. G", "in ten-fold cross-validation FBRC beats FBR on more data sets than "
                  "the reverse", "ten-fold", "test_accuracy_10_fold", "FBR"),
    _fbr_first("App. H", "stratified", "test_accuracy_stratified", "with stratified splits"),
    _fbr_first("App. I", "ten-fold-200", "test_accuracy_10_fold_200_epochs",
               "in ten-fold cross-validation, 200 epochs"),
    marks_against("App. I", "after 200 epochs FBRC beats FBR on more data sets than the reverse",
                  "ten-fold-200", "test_accuracy_10_fold_200_epochs", "FBR"),
    Claim("App. K", "the rules that take part in a decision are significantly fewer than the "
          "population", "no figure", "evolution", _fewer_rules_in_use),
    Claim("App. K", "compaction removes many rules and keeps the accuracy",
          "no figure; from the literature", "",
          note="the methods of this package: [compaction](compaction.md)"),
    Claim("App. N", "the share of crisp rules differs between data sets",
          f"{CRISP_SHARES.min()} % (`{CRISP_SHARES.idxmin()}`) to {CRISP_SHARES.max()} % "
          f"(`{CRISP_SHARES.idxmax()}`)", "rule-forms", _shares_differ,
          "confirmed if the intervals of the least and the largest lie apart"),
    *(_mostly_fuzzy(name) for name in ("hcl", "soy", "col", "ecl", "gls")),
    *(_boxes_are_worst_on(name) for name in ("col", "ecl", "gls")),
    *(_beats_boxes_on(name) for name in ("hcl", "soy", "col", "ecl", "gls")),
)  # fmt: skip
