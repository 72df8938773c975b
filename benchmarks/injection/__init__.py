"""Pages that give orders to the agent: what of them is carried out, with and without a model that
obeys them?"""

from benchmarks.injection.suite import Injection

SUITE = Injection()
