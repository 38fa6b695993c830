"""Save and load a trained model: a JSON file described in docs/model-file.md, never a pickle.

Reading trusts nothing: every field is checked for type, size and range, and whatever is wrong is
one `InputError` that names the file and the field. Writing passes through the same checks, so a
file that was written can be read.
"""

from beta4ucs.model_file.model import FORMAT, FORMAT_VERSION, Model
from beta4ucs.model_file.reading import load_model
from beta4ucs.model_file.writing import save_model

__all__ = ["FORMAT", "FORMAT_VERSION", "Model", "load_model", "save_model"]
