"""The server of scripted models, with OpenAI's client."""

from collections.abc import Iterator
from threading import Thread

import openai
import pytest

from kschwert_env.adapters.text import TextGame
from kschwert_env.agents.text.scripted_server import ScriptedServer
from kschwert_env.two_crowns import Rules


@pytest.fixture
def client() -> Iterator[openai.OpenAI]:
    with ScriptedServer() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        with openai.OpenAI(base_url=server.url, api_key="none", max_retries=0) as client:
            yield client
        server.shutdown()
        thread.join()


def test_the_responses_api_answers_as_the_chat_completions_api(client: openai.OpenAI) -> None:
    game = TextGame(Rules(), 3)
    rules, prompt = game.rules(), game.prompt(0)
    wanted = client.chat.completions.create(
        model="random", messages=[{"role": "system", "content": rules}, {"role": "user", "content": prompt}]
    )
    answers = [
        client.responses.create(model="random", instructions=rules, input=prompt),
        client.responses.create(
            model="random",
            input=[
                {"role": "system", "content": rules},
                {"role": "user", "content": [{"type": "input_text", "text": prompt}]},
            ],
        ),
    ]
    for answer in answers:
        assert answer.output_text == wanted.choices[0].message.content
        assert answer.usage
        assert wanted.usage
        assert answer.usage.total_tokens == wanted.usage.total_tokens
    assert game.parse(0, answers[0].output_text) in game.game.legal_actions()


def test_what_the_responses_api_lacks_is_refused_in_words(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="needs a JSON object, without stream"):
        client.responses.create(model="random", input="[1]", stream=True)
    with pytest.raises(openai.BadRequestError, match="messages must be a list of objects"):
        client.responses.create(model="random", input=[{"type": "reasoning", "id": "1", "summary": []}])
    with pytest.raises(openai.NotFoundError, match="this server has /v1/chat/completions and /v1/responses"):
        client.embeddings.create(model="random", input="text")
