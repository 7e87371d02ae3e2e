"""The update of proximal policy optimization (PPO; Schulman et al., 2017), with action masks.

As in CleanRL (Huang et al., "The 37 implementation details of proximal policy optimization", ICLR blog track, 2022):
orthogonal initialization, Adam with epsilon 1e-5, minibatches of one shuffled index, gradient clipping. The
value loss is not clipped: that study and Andrychowicz et al. (ICLR 2021) found no benefit.
"""

import numpy as np
import torch
from torch import Tensor, nn

from kschwert_env.nn.evaluator import make_evaluator
from kschwert_env.nn.masked_categorical import kl_divergence, log_prob_entropy
from kschwert_env.nn.networks import Network
from kschwert_env.training.rollout.collector import Rollout
from kschwert_env.training.runs.ppo_settings import LossSettings
from kschwert_env.training.runs.settings import OptimizerSettings

_FIGURES = "losses/policy", "losses/value", "policy/entropy", "policy/kl", "policy/clipped"


def update(
    network: Network,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    loss: LossSettings,
    steps: OptimizerSettings,
    generator: np.random.Generator,
    magnet: Network | None = None,
    teacher_logits: Tensor | None = None,
) -> dict[str, float]:
    """Train the network in minibatches of about `steps.minibatch_size` decisions; return the mean of each figure.

    `loss` is that of this iteration (`PpoSettings.loss_at`). With a magnet, it includes the KL divergence from its
    policy; with `teacher_logits`, masked logits of the teachers, (n, A), that of the network from the teachers. No
    further epoch starts once the KL divergence of an epoch exceeds `target_kl`; that is all that waits for the device.
    """
    parts = _num_minibatches(rollout, steps.minibatch_size)
    magnet_logits = None if magnet is None else policy_logits(magnet, rollout, steps.minibatch_size)
    epochs = list[np.ndarray]()
    names = list[str]()
    while len(epochs) < steps.epochs:
        order = torch.from_numpy(generator.permutation(len(rollout))).to(rollout.actions.device)
        of_steps = list[Tensor]()
        for indices in order.chunk(parts):
            targets = (
                None if all_ is None else all_.index_select(0, indices) for all_ in (magnet_logits, teacher_logits)
            )
            total, figures = losses(network, rollout.select(indices), loss, *targets)
            optimizer.zero_grad(set_to_none=True)
            total.backward()  # type: ignore[no-untyped-call]
            figures["policy/gradient"] = nn.utils.clip_grad_norm_(network.parameters(), steps.max_grad_norm)
            optimizer.step()
            names = list(figures)
            of_steps.append(torch.stack(list(figures.values())))
        epochs.append(torch.stack(of_steps).double().cpu().numpy())
        if epochs[-1][:, names.index("policy/kl")].mean() > loss.target_kl:
            break
    means = np.concatenate(epochs).mean(axis=0).tolist()
    return dict(zip(names, means, strict=True)) | {"policy/epochs": len(epochs)}


def losses(
    network: Network,
    part: Rollout,
    settings: LossSettings,
    magnet_logits: Tensor | None = None,
    teacher_logits: Tensor | None = None,
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a minibatch and its parts, detached.

    `magnet_logits` and `teacher_logits` are masked logits, (n, A). The divergence from the magnet is weighted by the
    probabilities of the network, which need not play all that the magnet plays; the one from the teachers by theirs.
    """
    logits, values = make_evaluator(network)(part.observations, part.masks)
    log_probs, entropies = log_prob_entropy(logits, part.actions)
    log_ratio = log_probs - part.log_probs
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range)
    policy_loss = -torch.minimum(part.advantages * ratio, part.advantages * clipped).mean()
    errors, seats = (values - part.returns).square(), network.sizes[2]
    value_loss, entropy = errors[:, :seats].mean(), entropies.mean()
    loss = settings.policy_coef * policy_loss + settings.value_coef * value_loss - settings.entropy_coef * entropy
    with torch.no_grad():
        approx_kl = (ratio - 1 - log_ratio).mean()  # Schulman, "Approximating KL divergence", 2020
        clip_fraction = ((ratio - 1).abs() > settings.clip_range).float().mean()
    figures = dict(zip(_FIGURES, (policy_loss, value_loss, entropy, approx_kl, clip_fraction), strict=True))
    if settings.auxiliary_coef:
        figures["losses/auxiliary"] = errors[:, seats:].mean()
        loss = loss + settings.auxiliary_coef * figures["losses/auxiliary"]
    if magnet_logits is not None:
        figures["policy/magnet"] = kl_divergence(logits, magnet_logits).mean()
        loss = loss + settings.magnet_coef * figures["policy/magnet"]
    if teacher_logits is not None:
        figures["policy/teacher"] = kl_divergence(teacher_logits, logits).mean()
        loss = loss + settings.teacher_coef * figures["policy/teacher"]
    return loss, {name: figure.detach() for name, figure in figures.items()}


def _num_minibatches(rollout: Rollout, size: int) -> int:
    return max(1, round(len(rollout) / size))


@torch.no_grad()
def policy_logits(network: Network, rollout: Rollout, minibatch_size: int) -> Tensor:
    """Return the masked logits of all decisions, (n, A), computed in minibatches."""
    evaluate, parts = make_evaluator(network), _num_minibatches(rollout, minibatch_size)
    inputs = zip(rollout.observations.chunk(parts), rollout.masks.chunk(parts), strict=True)
    return torch.cat([evaluate(*part)[0] for part in inputs])


def explained_variance(errors: Tensor, returns: Tensor) -> float:
    """Return the fraction of the variance of returns, (n,), that values explain; nan if there is no variance.

    `errors`, (n,), are the returns minus the values.
    """
    variance, left = torch.stack([returns.var(correction=0), errors.var(correction=0)]).tolist()
    return 1 - left / variance if variance else float("nan")
