"""placeholder"""


def explain(rules, state, action):
    return "not now"
