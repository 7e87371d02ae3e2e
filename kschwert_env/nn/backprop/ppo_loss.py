"""Choices by logits, float32 (n, A), row by row: only those of legal actions take exponentials.

`legal` is room for the actions that are, int64 (A,).
"""

import math

from kschwert_env.engine.jit.compiling import compiled, entry_point
from kschwert_env.engine.jit.packed import packed
from kschwert_env.nn.backprop import FOLDER
from kschwert_env.nn.backprop.layers import clear
from kschwert_env.nn.networks import ILLEGAL


@entry_point(FOLDER)
def draw(logits, legal, uniform, actions, log_chances):
    """As `kschwert_env.nn.masked_categorical.draw`, into actions, int64 (n,), and log_chances, float32 (n,)."""
    for i in range(logits.shape[0]):
        count = find_above(ILLEGAL, logits[i], legal)
        most, total, _ = sums(logits[i], legal[:count])
        wanted, reached, chosen = (1 - uniform[i]) * total, total * 0, 0
        for k in range(count):
            if reached < wanted:
                chosen = legal[k]
                reached += math.exp(logits[i, chosen] - most)
        actions[i] = chosen
        log_chances[i] = logits[i, chosen] - most - math.log(total)


@entry_point(FOLDER)
def lose(
    logits,
    legal,
    values,
    masks,
    actions,
    log_chances,
    advantages,
    returns,
    magnet_logits,
    weights,
    of_logits,
    of_values,
    figures,
):
    """The figures of `kschwert_env.training.algorithms.update.losses`, float64, and the gradients of logits and values.

    Masks and what follows are as in its `Sample`; logits of a magnet are as those of the policy, or have no rows where
    there is none, and figures then are 5 instead of 6; weights are those of entropy, value and magnet, and the clip.
    """
    n, of_entropy, of_value, of_magnet, clip = logits.shape[0], weights[0], weights[1], weights[2], weights[3]
    figures[:] = 0
    clear(of_logits)
    for i in range(n):
        count = find_above(0, masks[i], legal)
        most, total, weighted = sums(logits[i], legal[:count])
        log_total = math.log(total)
        entropy = log_total - weighted / total
        log_ratio = logits[i, actions[i]] - most - log_total - log_chances[i]
        ratio = math.exp(log_ratio)
        gain = advantages[i] * ratio
        clipped = advantages[i] * min(max(ratio, 1 - clip), 1 + clip)
        error = values[i] - returns[i]
        figures[0] -= min(gain, clipped)
        figures[1] += error * error
        figures[2] += entropy
        figures[3] += ratio - 1 - log_ratio
        figures[4] += abs(ratio - 1) > clip
        of_values[i] = 2 * of_value * error / n
        of_choice = 0.0 if gain > clipped else -gain / n
        for k in range(count):
            log_chance = logits[i, legal[k]] - most - log_total
            slope = of_choice - of_entropy / n * (log_chance + entropy)
            of_logits[i, legal[k]] = -math.exp(log_chance) * slope
        of_logits[i, actions[i]] += of_choice
        if magnet_logits.shape[0]:
            known = logits[i], most, log_total, magnet_logits[i], legal[:count]
            figures[5] += attract(*known, of_magnet / n, of_logits[i])
    for k in range(figures.shape[0]):
        figures[k] /= n


@compiled
def attract(logits, most, log_total, magnet_logits, legal, weight, of_logits):
    """The divergence of a row's policy from the magnet; the gradient of `weight` times that is added to the others.

    Of the policy the greatest logit is known, and the logarithm of the sum of exponentials below it.
    """
    magnet_most, magnet_total, _ = sums(magnet_logits, legal)
    log_magnet_total = math.log(magnet_total)
    divergence = log_total * 0
    for k in range(legal.shape[0]):
        log_chance = logits[legal[k]] - most - log_total
        log_ratio = log_chance - (magnet_logits[legal[k]] - magnet_most - log_magnet_total)
        divergence += math.exp(log_chance) * log_ratio
    for k in range(legal.shape[0]):
        log_chance = logits[legal[k]] - most - log_total
        log_ratio = log_chance - (magnet_logits[legal[k]] - magnet_most - log_magnet_total)
        of_logits[legal[k]] += weight * math.exp(log_chance) * (log_ratio - divergence)
    return divergence


@compiled
def find_above(bound, row, legal):
    """Note the actions that are legal, those above a bound in a row (A,); how many they are, at least 1.

    Where nothing is, in numbers that are none, the last action stands for them.
    """
    row, places, count = packed(row), packed(legal), 0
    for action in range(row.shape[0]):
        places[count] = action  # over the one before, unless that is legal: no branch that could be guessed wrong
        count += row[action] > row.dtype.type(bound)
    return max(count, 1)


@compiled
def sums(logits, legal):
    """The greatest logit, and sums over legal actions, of what logits are below it: exponentials, and times these."""
    most = logits[legal[0]]
    for k in range(1, legal.shape[0]):
        most = max(most, logits[legal[k]])
    total = weighted = most * 0
    for k in range(legal.shape[0]):
        below = logits[legal[k]] - most
        power = math.exp(below)
        total += power
        weighted += power * below
    return most, total, weighted
