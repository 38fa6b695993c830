"""Choose hyperparameters by cross-validation, with scikit-learn's own tools."""

from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from beta4ucs import Beta4UCSClassifier


def main():
    X, y = load_wine(return_X_y=True, as_frame=True)
    grid = {"max_rules": [250, 1000], "crispify": [False, True]}
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    model = Beta4UCSClassifier(n_epochs=20, random_state=1)
    search = GridSearchCV(model, grid, cv=folds)  # larger grids: n_jobs=-1 uses every core
    search.fit(X, y)

    print("accuracy of 4 folds:")
    results = search.cv_results_
    for score, spread, params in zip(
        results["mean_test_score"], results["std_test_score"], results["params"], strict=True
    ):
        print(f"  {score:.3f} ± {spread:.3f}  {params}")
    print(f"best: {search.best_params_}")

    best = search.best_estimator_
    print(f"\nits {best.n_rules_:,} rules begin with")
    print(" ", best.rules_.top(1)[0])


if __name__ == "__main__":
    main()
