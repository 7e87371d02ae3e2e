"""The graph network from gradients of logits and values to those of its weights."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.nn.backprop.graph import NOWHERE
from kschwert_env.nn.backprop.graph_forward import find_rows, prepare_scores, split, sum_beside, sum_over_fields
from kschwert_env.nn.backprop.layers import add, back, clear, copy, cut, learn, learn_from, one_of, one_slope_of
from kschwert_env.nn.inference.matmul import LANES


@compiled
def descend(layers, places, kept, room, observations, masks, of_logits, of_values, slopes):
    """Add to the slopes what the gradients of logits, float32 (n, A), and values, (n,), make of them."""
    n = observations.shape[0]
    rows = n * places.field_entries.shape[0]
    last = layers.stay.bias.shape[0]
    of_scores(layers, places, kept, room, masks, of_logits, of_values, slopes, room.of_fields[last % 2][:rows])
    of_sum(layers, places, kept, room, n, slopes, room.of_fields[last % 2][:rows])
    for i in range(last - 1, -1, -1):
        x, heard = kept.fields[i][:rows], room.heard[:rows]
        gradient, before = room.of_fields[(i + 1) % 2][:rows], room.of_fields[i % 2][:rows]
        cut(kept.fields[i + 1][:rows], gradient)
        learn(one_slope_of(slopes.stay, i), x, gradient)
        sum_beside(places, x, heard)
        learn(one_slope_of(slopes.hear, i), heard, gradient)
        tell_beside(places, gradient, heard)
        clear(before)
        back(one_of(layers.stay, i), gradient, before)
        back(one_of(layers.hear, i), heard, before)
    cut(kept.fields[0][:rows], room.of_fields[0][:rows])
    of_look(layers, places, kept, room, observations, slopes, room.of_fields[0][:rows])


@compiled
def of_scores(layers, places, kept, room, masks, of_logits, of_values, slopes, of_fields):
    """From logits and values to fields and summary."""
    n, fields = masks.shape[0], places.field_entries.shape[0]
    scored = find_rows(places, masks, room)
    prepare_scores(layers, places, kept, room, n, scored)
    spread(places, room, masks, of_logits, of_values, scored)
    hidden, of_hidden, scores = room.hidden[:scored], room.of_hidden[:scored], room.scores[:scored]
    learn(slopes.score, hidden, scores)
    clear(of_hidden)
    back(layers.score, scores, of_hidden)
    cut(hidden, of_hidden)
    learn(slopes.field_to_score, room.seen[:scored], of_hidden)
    clear(room.of_told[:n])
    for k in range(scored):
        add(of_hidden[k], room.of_told[room.rows[k] // fields])
    clear(room.seen[:scored])
    back(layers.field_to_score, of_hidden, room.seen[:scored])
    clear(of_fields)
    for k in range(scored):
        copy(room.seen[k], of_fields[room.rows[k]])


@compiled
def spread(places, room, masks, of_logits, of_values, scored):
    """The gradients of logits, to scores and choices."""
    n, fields = masks.shape[0], places.field_entries.shape[0]
    clear(room.scores[:scored])
    clear(room.choices[:n])
    for i in range(n):
        room.value[i, 0] = of_values[i]
        for j in range(1, LANES):
            room.value[i, j] = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                gradient, column = of_logits[i, action], places.column[action]
                field, partner = places.field[action], places.partner[action]
                if field == NOWHERE:
                    room.choices[i, column] += gradient
                else:
                    room.scores[room.places[i * fields + field], column] += gradient
                if partner != NOWHERE:
                    room.scores[room.places[i * fields + partner], places.partner_column[action]] += gradient


@compiled
def of_sum(layers, places, kept, room, n, slopes, of_fields):
    """From the summary to fields and the rest."""
    fields, (width, own) = places.field_entries.shape[0], places.width
    summary, of_summary, of_joined = kept.summary[:n], room.of_summary[:n], room.of_joined[:n]
    learn(slopes.choice, summary, room.choices[:n])
    learn(slopes.value, summary, room.value[:n])
    learn(slopes.sum_to_score, summary, room.of_told[:n])
    clear(of_summary)
    back(layers.choice, room.choices[:n], of_summary)
    back(layers.value, room.value[:n], of_summary)
    back(layers.sum_to_score, room.of_told[:n], of_summary)
    cut(summary, of_summary)
    learn(slopes.sum_up, kept.joined[:n], of_summary)
    clear(of_joined)
    back(layers.sum_up, of_summary, of_joined)
    for i in range(n):
        for j in range(width):
            room.of_rest[i, j] = of_joined[i, j]
        for j in range(own):
            room.of_told[i, j] = of_joined[i, width + j] / fields
    tell_fields(room.of_told[:n], fields, of_fields)


@compiled
def tell_beside(places, x, out):
    """For each row of a field the sum over those whose neighbour it is."""
    fields = places.field_entries.shape[0]
    clear(out)
    for first in range(0, x.shape[0], fields):
        for field in range(fields):
            for place in range(places.offsets[field], places.offsets[field + 1]):
                add(x[first + field], out[first + places.beside[place]])


@compiled
def tell_fields(told, fields, out):
    """Add to the rows of a decision's fields what all of them are told, (n, V)."""
    for i in range(told.shape[0]):
        for row in range(i * fields, (i + 1) * fields):
            add(told[i], out[row])


@compiled
def of_look(layers, places, kept, room, observations, slopes, of_fields):
    """From fields and the rest to what was seen."""
    n, fields = observations.shape[0], places.field_entries.shape[0]
    rest, of_rest = kept.rest[:n], room.of_rest[:n]
    split(places, observations, room.channels)
    learn(slopes.from_field, room.channels[: n * fields], of_fields)
    sum_over_fields(of_fields, fields, room.of_told[:n])
    learn(slopes.rest_to_field, rest, room.of_told[:n])
    back(layers.rest_to_field, room.of_told[:n], of_rest)
    cut(rest, of_rest)
    for i in range(n):
        learn_from(observations[i], places.rest_entries, places.rest_scale, slopes.from_rest, of_rest[i])
