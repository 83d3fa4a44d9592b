"""The webhook against a real server: what counts, what does not, and what is never said."""

import ssl
from pathlib import Path

import pytest

from controller.config import WrongConfiguration
from controller.notices.sinks import SinkFault, make_sinks
from controller.notices.webhook import WebhookSink, webhook
from tests.helpers.certificates import papers
from tests.unit.notices import post
from tests.unit.notices.post import Answer, envelope, receiving


def sink(url: str, timeout_ms: int = 5_000, **more: str) -> WebhookSink:
    return webhook("desk", {"url": url, "timeout_ms": timeout_ms, **more})


def fault(made: WebhookSink) -> str:
    with pytest.raises(SinkFault) as caught:
        made.deliver(envelope())
    return str(caught.value)


@pytest.mark.parametrize("answer", [post.OK, post.ACCEPTED, post.NO_CONTENT, post.CHUNKED])
def test_any_answer_of_2xx_counts(answer: Answer) -> None:
    with receiving(answer) as receiver:
        sink(receiver.url).deliver(envelope())
    (request,) = receiver.requests
    assert request.line == "POST /hook/SECRET?key=SECRET HTTP/1.1"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert request.headers["idempotency-key"] == request.body["key"] == envelope().key
    assert request.body["head"] == f"77:{'ab' * 32}"
    assert request.body["text"] == "A card is missing. Round 3 is void."
    assert (request.body["table"], request.body["number"]) == ("table-7", 1)


# fmt: off
FAULTS = [
    (post.BROKEN,       "127.0.0.1 answered 500; expected 2xx."),
    (post.REFUSED,      "127.0.0.1 answered 401; expected 2xx."),
    (post.CLOSED,       "127.0.0.1 cannot be reached, or broke off: RemoteDisconnected."),
    (post.HALF_A_LINE,  "127.0.0.1 cannot be reached, or broke off: BadStatusLine."),
    (post.HALF_A_BODY,  "127.0.0.1 cannot be reached, or broke off: IncompleteRead."),
    (post.HALF_A_CHUNK, "127.0.0.1 cannot be reached, or broke off: IncompleteRead."),
    (post.NOT_HTTP,     "127.0.0.1 cannot be reached, or broke off: BadStatusLine."),
]
# fmt: on


@pytest.mark.parametrize(("answer", "said"), FAULTS)
def test_anything_else_is_a_fault_and_the_next_try_arrives(answer: Answer, said: str) -> None:
    with receiving(answer) as receiver:
        made = sink(receiver.url)
        assert fault(made) == said
        made.deliver(envelope())
    assert len(receiver.requests) == 2
    assert len(set(receiver.keys)) == 1


@pytest.mark.parametrize("answer", [post.hang, post.drip])
def test_a_server_that_never_comes_to_an_end_is_cut_off(answer: Answer) -> None:
    with receiving(answer) as receiver:
        assert fault(sink(receiver.url, 150)) == "127.0.0.1 did not answer within 150 ms."
        sink(receiver.url).deliver(envelope())


def test_a_redirect_is_not_followed() -> None:
    with receiving() as other, receiving(post.redirect(other.url)) as receiver:
        assert fault(sink(receiver.url)) == ("127.0.0.1 answered 307, a redirect; expected 2xx.")
    assert other.requests == []


def test_nobody_there_is_a_fault() -> None:
    with receiving() as receiver:
        url = receiver.url
    assert fault(sink(url)) == "127.0.0.1 cannot be reached, or broke off: Connection refused."


def test_the_token_is_read_for_every_delivery(tmp_path: Path) -> None:
    token = tmp_path / "token"
    with receiving(post.REFUSED) as receiver:
        made = sink(receiver.url, token_file=str(token))
        assert fault(made) == f"{token}: the token cannot be read: FileNotFoundError."
        token.write_text("OLD\nX-Evil: yes\n")
        token.chmod(0o644)
        assert "others can read or change the token (expected mode 0600, found 0644)" in fault(made)
        token.chmod(0o600)
        assert fault(made) == f"{token}: expected one token on one line."
        token.write_text("OLD\n")
        assert "OLD" not in fault(made)
        token.write_text("NEW\n")
        made.deliver(envelope())
    sent = [request.headers["authorization"] for request in receiver.requests]
    assert sent == ["Bearer OLD", "Bearer NEW"]


# fmt: off
ADDRESSES = [
    ("http://desk.example/SECRET",          "expected https: plain http is for this machine only"),
    ("https://me:SECRET@desk.example/",     "expected no name or password in the address"),
    ("https://SECRET@desk.example/",        "expected no name or password in the address"),
    ("ftp://desk.example/SECRET",           "expected an address such as https://host/path"),
    ("https:///SECRET",                     "expected an address such as https://host/path"),
    ("https://desk.example:SECRET/",        "expected a port from 1 to 65535"),
    ("https://desk.example:0/SECRET",       "expected a port from 1 to 65535"),
    ("https://desk.example/a b SECRET",     "expected an address without blanks"),
    ("https://desk.example/\r\nSECRET: yes", "expected an address without blanks"),
]
# fmt: on


@pytest.mark.parametrize(("url", "said"), ADDRESSES)
def test_a_wrong_address_is_refused_without_being_repeated(url: str, said: str) -> None:
    with pytest.raises(WrongConfiguration, match=said) as caught:
        make_sinks({"desk": {"kind": "webhook", "url": url}})
    assert "SECRET" not in str(caught.value)
    assert str(caught.value).startswith("sink 'desk': url: ")


def test_no_message_repeats_the_address_or_what_the_server_said() -> None:
    bad = [post.BROKEN, post.CLOSED, post.HALF_A_BODY, post.hang, post.redirect("http://SECRET/")]
    with receiving(*bad) as receiver:
        made = sink(receiver.url, 100)
        said = [fault(made) for _ in bad]
    assert "SECRET" not in " ".join([*said, repr(made)])


def secure(public: Path, private: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context


def test_over_tls_only_a_host_with_a_trusted_certificate_gets_it(tmp_path: Path) -> None:
    public, private = papers(tmp_path, "localhost")
    with receiving(tls=secure(public, private)) as receiver:
        url = f"https://localhost:{receiver.port}/hook"
        assert fault(sink(url)) == (
            "localhost showed no certificate to trust: self-signed certificate."
        )
        missing = str(tmp_path / "none.pem")
        assert fault(sink(url, ca_file=missing)) == (
            f"{missing}: the certificates cannot be read: No such file or directory."
        )
        assert receiver.requests == []
        sink(url, ca_file=str(public)).deliver(envelope())
    assert receiver.requests[0].line == "POST /hook HTTP/1.1"


def test_over_tls_a_certificate_for_another_host_is_refused(tmp_path: Path) -> None:
    public, private = papers(tmp_path, "elsewhere.example")
    with receiving(tls=secure(public, private)) as receiver:
        made = sink(f"https://localhost:{receiver.port}/hook", ca_file=str(public))
        assert "Hostname mismatch" in fault(made)
    assert receiver.requests == []


def test_a_plain_server_behind_https_is_a_fault() -> None:
    with receiving() as receiver:
        made = sink(f"https://127.0.0.1:{receiver.port}/", 500)
        assert fault(made).startswith("127.0.0.1 ")
    assert receiver.requests == []
