"""The graph network from what is seen to logits and values. Only fields on which an action is legal are scored."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.nn.backprop.graph import NOWHERE
from kschwert_env.nn.backprop.layers import add, ahead, ahead_from, clear, copy, one_of
from kschwert_env.nn.inference.layers import affine, rectify
from kschwert_env.nn.inference.matmul import add_products
from kschwert_env.nn.networks import ILLEGAL


@compiled
def judge(layers, places, kept, room, observations, masks, logits, values):
    """Logits, float32 (n, A), ILLEGAL where masked, and values (n,)."""
    n = observations.shape[0]
    rows = n * places.field_entries.shape[0]
    look(layers, places, kept, room, observations)
    last = layers.stay.bias.shape[0]
    for i in range(last):
        x, following, heard = kept.fields[i][:rows], kept.fields[i + 1][:rows], room.heard[:rows]
        sum_beside(places, x, heard)
        ahead(one_of(layers.stay, i), x, following)
        add_products(heard, layers.hear.weights[i], following)
        rectify(following)
    sum_up(layers, places, kept, room, n)
    ahead(layers.choice, kept.summary[:n], room.choices[:n])
    ahead(layers.value, kept.summary[:n], room.value[:n])
    scored = find_rows(places, masks, room)
    prepare_scores(layers, places, kept, room, n, scored)
    ahead(layers.score, room.hidden[:scored], room.scores[:scored])
    for i in range(n):
        values[i] = room.value[i, 0]
        for action in range(logits.shape[1]):
            logits[i, action] = logit(places, room, i, action) if masks[i, action] else ILLEGAL


@compiled
def look(layers, places, kept, room, observations):
    """The first layers, over observations."""
    n, fields = observations.shape[0], places.field_entries.shape[0]
    rest, x, told = kept.rest[:n], kept.fields[0][: n * fields], room.told[:n]
    for i in range(n):
        ahead_from(observations[i], places.rest_entries, places.rest_scale, layers.from_rest, rest[i])
    rectify(rest)
    affine(rest, layers.rest_to_field.weights, layers.from_field.bias, told)
    split(places, observations, room.channels)
    for i in range(n):
        for row in range(i * fields, (i + 1) * fields):
            copy(told[i], x[row])
    add_products(room.channels[: n * fields], layers.from_field.weights, x)
    rectify(x)


@compiled
def split(places, observations, channels):
    """What belongs to fields, scaled."""
    fields, count = places.field_entries.shape
    for i in range(observations.shape[0]):
        for field in range(fields):
            for j in range(count):
                entry = observations[i, places.field_entries[field, j]]
                channels[i * fields + field, j] = entry * places.field_scale[j]


@compiled
def sum_beside(places, x, out):
    """For each row of a field the sum over its neighbours'."""
    fields = places.field_entries.shape[0]
    clear(out)
    for first in range(0, x.shape[0], fields):
        for field in range(fields):
            for place in range(places.offsets[field], places.offsets[field + 1]):
                add(x[first + places.beside[place]], out[first + field])


@compiled
def sum_up(layers, places, kept, room, n):
    """The layer over the rest and the mean of all fields."""
    fields, (width, own) = places.field_entries.shape[0], places.width
    sum_over_fields(kept.fields[kept.fields.shape[0] - 1], fields, room.told[:n])
    for i in range(n):
        for j in range(width):
            kept.joined[i, j] = kept.rest[i, j]
        for j in range(own):
            kept.joined[i, width + j] = room.told[i, j] / fields
        for j in range(width + own, kept.joined.shape[1]):
            kept.joined[i, j] = 0
    ahead(layers.sum_up, kept.joined[:n], kept.summary[:n])
    rectify(kept.summary[:n])


@compiled
def sum_over_fields(x, fields, out):
    """For each decision the sum of the rows of its fields, into out (n, V)."""
    clear(out)
    for i in range(out.shape[0]):
        for row in range(i * fields, (i + 1) * fields):
            add(x[row], out[i])


@compiled
def find_rows(places, masks, room):
    """Note the rows of fields on which an action is legal; how many they are."""
    fields, count = places.field_entries.shape[0], 0
    room.places[: masks.shape[0] * fields] = NOWHERE
    for i in range(masks.shape[0]):
        for action in range(masks.shape[1]):
            if masks[i, action]:
                for field in (places.field[action], places.partner[action]):
                    row = i * fields + field
                    if field != NOWHERE and room.places[row] == NOWHERE:
                        room.places[row], room.rows[count] = count, row
                        count += 1
    return count


@compiled
def prepare_scores(layers, places, kept, room, n, scored):
    """The layer before scores, of the rows noted."""
    fields = places.field_entries.shape[0]
    last = kept.fields[kept.fields.shape[0] - 1]
    affine(kept.summary[:n], layers.sum_to_score.weights, layers.field_to_score.bias, room.told[:n])
    for k in range(scored):
        copy(last[room.rows[k]], room.seen[k])
        copy(room.told[room.rows[k] // fields], room.hidden[k])
    add_products(room.seen[:scored], layers.field_to_score.weights, room.hidden[:scored])
    rectify(room.hidden[:scored])


@inlined
def logit(places, room, i, action):
    """Of an action that is legal."""
    first = i * places.field_entries.shape[0]
    field, partner, column = places.field[action], places.partner[action], places.column[action]
    found = room.choices[i, column] if field == NOWHERE else room.scores[room.places[first + field], column]
    return (
        found
        if partner == NOWHERE
        else found + room.scores[room.places[first + partner], places.partner_column[action]]
    )
