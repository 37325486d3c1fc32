"""How Hypothesis behaves under `make mutation`; ordinary runs keep its defaults."""

from hypothesis import HealthCheck, Phase, settings

# The same examples each time, and a failure is enough: nobody reads the smallest example of a
# mutant, and looking for it costs most of the time.
settings.register_profile(
    "mutation",
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
