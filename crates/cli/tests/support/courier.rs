//! The files of the repository most tests ask about.

pub(super) const FILES: &[(&str, &str)] = &[
    ("courier/__init__.py", "from courier.client import Client\n"),
    (
        "courier/errors.py",
        r#"class DeliveryError(Exception):
    """The other side did not take the parcel."""


class Timeout(DeliveryError):
    """Nobody answered in time."""
"#,
    ),
    (
        "courier/retry.py",
        r#"import time

from courier.errors import DeliveryError


class RetryPolicy:
    """How often a failed request is sent again, and how long to wait before."""

    def __init__(self, attempts=3, pause=0.5):
        self.attempts = attempts
        self.pause = pause

    def delay(self, attempt):
        """Seconds to wait before the next attempt: doubles each time."""
        return self.pause * 2 ** attempt


def with_retries(policy, send):
    """Calls send until it succeeds or the attempts are used up."""
    for attempt in range(policy.attempts):
        try:
            return send()
        except DeliveryError:
            time.sleep(policy.delay(attempt))
    raise DeliveryError("gave up")
"#,
    ),
    (
        "courier/client.py",
        r#"from courier.errors import Timeout
from courier.retry import RetryPolicy, with_retries


class Transport:
    def post(self, url, body):
        raise NotImplementedError


class Client:
    """Sends parcels to the depot."""

    def __init__(self, transport: Transport, policy=None):
        self.transport = transport
        self.policy = policy or RetryPolicy()

    def send(self, parcel):
        """Sends one parcel; failed requests are retried."""
        return with_retries(self.policy, lambda: self.post_once(parcel))

    def post_once(self, parcel):
        answer = self.transport.post("/parcels", encode(parcel))
        if answer is None:
            raise Timeout("no answer")
        return answer


def encode(parcel):
    return repr(parcel)
"#,
    ),
    (
        "tests/test_client.py",
        r#"from courier.client import Client, Transport


class Silent(Transport):
    def post(self, url, body):
        return None


def test_failed_requests_are_retried():
    client = Client(Silent())
    client.send("book")
"#,
    ),
    (
        "lib/report.rb",
        r#"# Counts parcels by state.
class Report
  def initialize(parcels)
    @parcels = parcels
  end

  # The number of lost parcels.
  def lost
    count(:lost)
  end

  private

  def count(state)
    @parcels.count { |parcel| parcel.state == state }
  end
end
"#,
    ),
    (
        "cmd/depot/main.go",
        r#"package main

// Depot keeps parcels until they are fetched.
type Depot struct {
	parcels map[string]string
}

// Store takes a parcel in.
func (d *Depot) Store(id string, parcel string) {
	d.parcels[id] = parcel
}

func main() {
	depot := &Depot{parcels: map[string]string{}}
	depot.Store("1", "book")
}
"#,
    ),
    (
        "docs/retries.md",
        "# Retries\n\nFailed requests are sent again by `with_retries`. How long it waits is up to\n`RetryPolicy.delay`.\n",
    ),
    ("README.md", "# Courier\n\nSends parcels. See `Client.send`.\n"),
    ("tools/stock.nim", "proc countShelves(): int =\n  42\n"),
];
