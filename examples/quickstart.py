"""Learn rules for the wine data with both estimators, test them, read them, save them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

import beta4ucs


def main():
    wine = load_wine(as_frame=True)
    names = wine.target.map(dict(enumerate(["barolo", "grignolino", "barbera"])))
    X_train, X_test, y_train, y_test = train_test_split(
        wine.data, names, test_size=0.25, stratify=names, random_state=0
    )

    article = beta4ucs.Beta4UCSClassifier(random_state=1).fit(X_train, y_train)
    print(f"β4-UCS: accuracy on {len(y_test)} new wines {article.score(X_test, y_test):.3f}")
    print(
        f"  {article.n_rules_:,} rules, {article.rules_.crisp_share:.0%} of those voting are crisp"
    )

    model = beta4ucs.EvolvedRulesClassifier(random_state=1).fit(X_train, y_train)
    print(f"evolved rules: accuracy {model.score(X_test, y_test):.3f}, {model.n_rules_} rules")

    print("\nthe strongest rule for each class:")
    strongest = model.rules_.top(model.n_rules_)
    for label in model.classes_:
        print(" ", next(rule for rule in strongest if rule.label == label))

    print("\none wine, and how probable each class is:")
    probabilities = model.predict_proba(X_test[:1])[0]
    for label, probability in zip(model.classes_, probabilities, strict=True):
        print(f"  {label:<11}{probability:.2f}")

    with TemporaryDirectory() as folder:
        path = Path(folder, "wine.json")
        model.save(path)
        again = beta4ucs.load(path)
    print("\nread back from its file, it answers the same:", end=" ")
    print((again.predict_proba(X_test) == model.predict_proba(X_test)).all())


if __name__ == "__main__":
    main()
