"""What is known about the problems of the article: sizes, names of features and classes, sources.

Rows and features are those of the files behind the printed results. In three places the
article's own list says otherwise: pumpkin has 2,500 rows (2,499 printed), horse colic 27 features
(22), multiple sclerosis 6.06 % missing values (0.06).
"""

from __future__ import annotations

from dataclasses import dataclass

from beta4ucs.errors import InputError, did_you_mean

_UCI = "UCI Machine Learning Repository"
_NUCLEI = (
    "radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity",
    "concave points", "symmetry", "fractal dimension",
)  # fmt: skip
_OUTLINE = (
    "AREA PERIMETER MAJOR_AXIS MINOR_AXIS ECCENTRICITY EQDIASQ SOLIDITY CONVEX_AREA EXTENT "
    "ASPECT_RATIO ROUNDNESS COMPACTNESS SHAPEFACTOR_1 SHAPEFACTOR_2 SHAPEFACTOR_3 SHAPEFACTOR_4"
)
_COLOURS = " ".join(
    f"{statistic}{channel}"
    for statistic in ("Mean", "StdDev", "Skew", "Kurtosis", "Entropy", "ALLdaub4")
    for channel in ("RR", "RG", "RB")
)
_SOYBEAN = (
    "date plant-stand precip temp hail crop-hist area-damaged severity seed-tmt germination "
    "plant-growth leaves leafspots-halo leafspots-marg leafspot-size leaf-shread leaf-malf "
    "leaf-mild stem lodging stem-cankers canker-lesion fruiting-bodies external-decay mycelium "
    "int-discolor sclerotia fruit-pods fruit-spots seed mold-growth seed-discolor seed-size "
    "shriveling roots"
)
_NUCLEUS_NAMES = (
    *(f"mean {name}" for name in _NUCLEI),
    *(f"{name} error" for name in _NUCLEI),
    *(f"worst {name}" for name in _NUCLEI),
)


@dataclass(frozen=True)
class Problem:
    """One problem: `name` is the stem of its file, `class_names` follow the class codes there.

    `categorical` are the features whose numbers stand for names, by the documentation of the
    data.
    """

    id: str
    name: str
    title: str
    rows: int
    feature_names: tuple[str, ...]
    class_names: tuple[str, ...]
    source: str
    missing_cells: int = 0
    synthetic: bool = False
    aliases: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()

    @property
    def missing(self) -> float:
        """Share of the feature cells without a value."""
        return self.missing_cells / (self.rows * len(self.feature_names))


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"x{j + 1}" for j in range(count))


def _codes(count: int) -> tuple[str, ...]:
    return tuple(str(index) for index in range(count))


def _synthetic(id: str, name: str, title: str, width: int, source: str, **more: object) -> Problem:
    settings: dict = {"rows": 6000, "class_names": _codes(2), "synthetic": True} | more
    return Problem(id, name, title, feature_names=_numbered(width), source=source, **settings)


_PROBLEMS = (
    Problem(
        "cae", "caesarian", "Caesarian section", 80,
        ("age", "delivery_number", "delivery_time", "blood_pressure", "heart_problem"),
        ("no", "yes"),
        "Kaggle, alihasnainch/caesarian-section-dataset-for-classification",
        aliases=("caesarean", "caesarian section"),
        categorical=("delivery_time", "heart_problem"),
    ),
    Problem(
        "can", "cancer", "Cancer (Wisconsin, diagnostic)", 569, _NUCLEUS_NAMES,
        ("benign", "malignant"), f"{_UCI}, id 17; comes with scikit-learn",
        aliases=("breast cancer", "wdbc"),
    ),
    _synthetic("car", "12carry", "12 real-valued carry", 12, "Iqbal et al. 2014",
               aliases=("carry",)),
    _synthetic("chk", "chk3_5", "3x5 real-valued checkerboard", 3, "Stone and Bull 2003",
               aliases=("checkerboard",)),
    _synthetic("cmx", "cmux", "3x3 real-valued concatenated multiplexer", 9,
               "Butz et al. 2003", class_names=_codes(8), aliases=("concatenated multiplexer",)),
    Problem(
        "col", "column_3C_weka", "Column 3C weka", 310,
        ("pelvic_incidence", "pelvic_tilt", "lumbar_lordosis_angle", "sacral_slope",
         "pelvic_radius", "degree_spondylolisthesis"),
        ("hernia", "spondylolisthesis", "normal"), f"{_UCI}, id 212",
        aliases=("column", "vertebral column"),
    ),
    Problem(
        "dbt", "diabetes", "Diabetes (Pima)", 768,
        ("pregnancies", "glucose", "blood_pressure", "skin_thickness", "insulin", "bmi",
         "pedigree", "age"),
        ("negative", "positive"), "OpenML, diabetes version 1",
        aliases=("dia", "pima"),
    ),
    Problem(
        "ecl", "ecoli", "Ecoli", 336, ("mcg", "gvh", "lip", "chg", "aac", "alm1", "alm2"),
        # the last two have two rows each; lip = 1 tells the lipoproteins
        ("cp", "im", "pp", "imU", "om", "omL", "imS", "imL"), f"{_UCI}, id 39",
    ),
    Problem(
        "frt", "fruit", "Fruit (dates)", 898, tuple(f"{_OUTLINE} {_COLOURS}".split()),
        ("BERHI", "DEGLET", "DOKOL", "IRAQI", "ROTANA", "SAFAVI", "SOGAY"),
        "Koklu et al. 2021, https://www.muratkoklu.com/datasets/",
        aliases=("date fruit",),
    ),
    Problem(
        "gls", "glass", "Glass", 214, ("RI", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe"),
        ("building float", "building non-float", "vehicle float", "containers", "tableware",
         "headlamps"),
        f"{_UCI}, id 42",
    ),
    Problem(
        "hcl", "horse-colic", "Horse colic", 368,
        ("surgery", "age", "hospital_number", "rectal_temperature", "pulse", "respiratory_rate",
         "temperature_of_extremities", "peripheral_pulse", "mucous_membranes",
         "capillary_refill_time", "pain", "peristalsis", "abdominal_distension",
         "nasogastric_tube", "nasogastric_reflux", "nasogastric_reflux_ph",
         "rectal_examination", "abdomen", "packed_cell_volume", "total_protein",
         "abdominocentesis_appearance", "abdominocentesis_total_protein", "outcome",
         "surgical_lesion", "lesion_type_1", "lesion_type_2", "lesion_type_3"),
        ("pathology data", "no pathology data"), f"{_UCI}, id 47", missing_cells=1927,
        aliases=("colic",),
        categorical=(
            "surgery", "age", "temperature_of_extremities", "peripheral_pulse",
            "mucous_membranes", "capillary_refill_time", "pain", "peristalsis",
            "abdominal_distension", "nasogastric_tube", "nasogastric_reflux",
            "rectal_examination", "abdomen", "abdominocentesis_appearance", "outcome",
            "surgical_lesion", "lesion_type_1", "lesion_type_2", "lesion_type_3"),
    ),
    Problem(
        "mam", "mammographic_masses", "Mammographic masses", 961,
        ("BI-RADS", "age", "shape", "margin", "density"), ("benign", "malignant"),
        f"{_UCI}, id 161", missing_cells=162, aliases=("mammographic", "mammographic mass"),
        categorical=("shape", "margin"),
    ),
    _synthetic("mop", "11mop", "11 real-valued majority", 11, "Hamasaki and Nakata 2021",
               aliases=("majority",)),
    Problem(
        "mul", "multiple", "Multiple sclerosis disease", 273,
        ("gender", "age", "schooling", "breastfeeding", "varicella", "initial_symptom",
         "mono_or_polysymptomatic", "oligoclonal_bands", "LLSSEP", "ULSSEP", "VEP", "BAEP",
         "periventricular_MRI", "cortical_MRI", "infratentorial_MRI", "spinal_cord_MRI",
         "initial_EDSS", "final_EDSS"),
        ("CDMS", "non-CDMS"),
        "Kaggle, desalegngeb/conversion-predictors-of-cis-to-multiple-sclerosis",
        missing_cells=298, aliases=("multiple sclerosis",),
        categorical=(
            "gender", "breastfeeding", "varicella", "initial_symptom",
            "mono_or_polysymptomatic", "oligoclonal_bands", "LLSSEP", "ULSSEP", "VEP", "BAEP",
            "periventricular_MRI", "cortical_MRI", "infratentorial_MRI", "spinal_cord_MRI"),
    ),
    _synthetic("mux", "20mux", "20 real-valued multiplexer", 20, "Wilson 1999",
               aliases=("multiplexer",)),
    Problem(
        "nph", "npha", "National poll on healthy aging", 714,
        ("number_of_doctors_visited", "age", "physical_health", "mental_health",
         "dental_health", "employment", "stress_keeps_from_sleeping",
         "medication_keeps_from_sleeping", "pain_keeps_from_sleeping",
         "bathroom_keeps_from_sleeping", "unknown_keeps_from_sleeping", "trouble_sleeping",
         "prescription_sleep_medication", "race"),
        ("male", "female"), f"{_UCI}, id 936",
        categorical=(
            "employment", "stress_keeps_from_sleeping", "medication_keeps_from_sleeping",
            "pain_keeps_from_sleeping", "bathroom_keeps_from_sleeping",
            "unknown_keeps_from_sleeping", "race"),
    ),
    Problem(
        "pdy", "Paddy-Leaf", "Paddy leaf", 6000, ("red", "green", "blue"),
        ("leaf_0", "leaf_1", "leaf_2", "leaf_3"),
        "Kaggle, torikul140129/paddy-leaf-images-aman", aliases=("paddy",),
    ),
    Problem(
        "pis", "pistachio", "Pistachio", 2148, tuple(_OUTLINE.split()), ("Kirmizi", "Siirt"),
        "Singh et al. 2022, https://www.muratkoklu.com/datasets/",
    ),
    Problem(
        "pmp", "pumpkin", "Pumpkin seeds", 2500,
        ("Area", "Perimeter", "Major_Axis_Length", "Minor_Axis_Length", "Convex_Area",
         "Equiv_Diameter", "Eccentricity", "Solidity", "Extent", "Roundness", "Aspect_Ration",
         "Compactness"),
        ("Çerçevelik", "Ürgüp Sivrisi"),
        "Koklu et al. 2021, https://www.muratkoklu.com/datasets/",
    ),
    Problem(
        "rsn", "raisin", "Raisin", 900,
        ("Area", "MajorAxisLength", "MinorAxisLength", "Eccentricity", "ConvexArea", "Extent",
         "Perimeter"),
        ("Kecimen", "Besni"), f"{_UCI}, id 850",
    ),
    Problem(
        "soy", "soybean", "Soybean (large)", 683,
        tuple(_SOYBEAN.split()),
        ("diaporthe-stem-canker", "charcoal-rot", "rhizoctonia-root-rot", "phytophthora-rot",
         "brown-stem-rot", "powdery-mildew", "downy-mildew", "brown-spot", "bacterial-blight",
         "bacterial-pustule", "purple-seed-stain", "anthracnose", "phyllosticta-leaf-spot",
         "alternarialeaf-spot", "frog-eye-leaf-spot", "diaporthe-pod-&-stem-blight",
         "cyst-nematode", "2-4-d-injury", "herbicide-injury"),
        "OpenML, soybean version 1", missing_cells=2337, categorical=tuple(_SOYBEAN.split()),
    ),
    Problem(
        "tae", "tae", "Teaching assistant evaluation", 151,
        ("native_english_speaker", "instructor", "course", "summer_or_regular", "class_size"),
        ("low", "medium", "high"), f"{_UCI}, id 100", aliases=("teaching assistant",),
        categorical=("native_english_speaker", "instructor", "course", "summer_or_regular"),
    ),
    Problem(
        "wne", "wine", "Wine", 178,
        ("alcohol", "malic_acid", "ash", "alcalinity_of_ash", "magnesium", "total_phenols",
         "flavanoids", "nonflavanoid_phenols", "proanthocyanins", "color_intensity", "hue",
         "od280/od315_of_diluted_wines", "proline"),
        ("class_0", "class_1", "class_2"), f"{_UCI}, id 109; comes with scikit-learn",
    ),
    Problem(
        "wpb", "wpbc", "Wisconsin prognostic breast cancer", 198,
        ("time", *_NUCLEUS_NAMES, "tumour size", "lymph nodes"),
        ("nonrecurrent", "recurrent"), f"{_UCI}, id 16", missing_cells=4,
    ),
    Problem(
        "yst", "yeast", "Yeast", 1484,
        ("mcg", "gvh", "alm", "mit", "erl", "pox", "vac", "nuc"),
        ("CYT", "NUC", "MIT", "ME3", "ME2", "ME1", "EXC", "VAC", "POX", "ERL"),
        f"{_UCI}, id 110",
    ),
    _synthetic("rcb", "rotated_checkerboard", "Rotated checkerboard", 2,
               "Shiraishi et al. 2022, reconstructed", rows=10_201),
)  # fmt: skip

PROBLEMS = {problem.id: problem for problem in _PROBLEMS}


def find_problem(name: str) -> Problem:
    """The problem with an id, file stem or common name, in any case.

    Examples
    --------
    >>> find_problem("Breast-Cancer").id, find_problem("20MUX").id, find_problem("wne").name
    ('can', 'mux', 'wine')
    """
    by_name = {
        _plain(known): problem
        for problem in _PROBLEMS
        for known in (problem.id, problem.name, problem.title, *problem.aliases)
    }
    problem = by_name.get(_plain(name))
    if problem is None:
        known = [word for entry in _PROBLEMS for word in (entry.id, entry.name, *entry.aliases)]
        hint = did_you_mean(name, known) or f"; there are {', '.join(PROBLEMS)}"
        raise InputError(f"there is no dataset '{name}'{hint}")
    return problem


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
