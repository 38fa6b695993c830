"""What the article says of its measurements, held against recorded runs."""

from beta4ucs.study.claims.article import CLAIMS
from beta4ucs.study.claims.claim import Claim, Finding, Verdict
from beta4ucs.study.claims.evidence import Evidence
from beta4ucs.study.claims.page import claims_page

__all__ = ["CLAIMS", "Claim", "Evidence", "Finding", "Verdict", "claims_page"]
