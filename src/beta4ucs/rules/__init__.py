"""Rules for people: what a trained population says, in the names and units of the data."""

from beta4ucs.rules.coverage import Coverage
from beta4ucs.rules.membership_curve import MembershipCurve
from beta4ucs.rules.rule import Rule
from beta4ucs.rules.rule_set import RuleSet
from beta4ucs.rules.wording import FeatureWords

__all__ = ["Coverage", "FeatureWords", "MembershipCurve", "Rule", "RuleSet"]
