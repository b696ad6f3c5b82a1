#!/usr/bin/env python3
"""Answers each text message once: reads telegram.updates, writes outbound.requests.

Needs confluent-kafka. KAFKA=host:port,... [PREFIX=...] [GROUP=...] python3 answer_updates.py
"""
import json
import os
import signal
from collections import OrderedDict

from confluent_kafka import Consumer, KafkaException, Producer

SERVERS = os.environ.get("KAFKA", "localhost:9092")
PREFIX = os.environ.get("PREFIX", "")
running = True


def stop(*_):
    global running
    running = False


class Seen:
    """The keys of the last updates. A table with a unique key, in the database of your own effects, does this for good."""

    def __init__(self, most=100_000):
        self.most, self.keys = most, OrderedDict()

    def first_time(self, key):
        if key in self.keys:
            return False
        self.keys[key] = True
        if len(self.keys) > self.most:
            self.keys.popitem(last=False)
        return True


def answer_to(key, update):
    """The request that answers this update, or None."""
    message = update.get("message")
    if not message or "text" not in message:
        return None
    bot_id = key.split(":")[0]
    return {
        "request_id": "answer-" + key,  # from the update: written twice, it is still one message
        "sender": "telegram:" + bot_id,
        "method": "sendMessage",
        "params": {"chat_id": message["chat"]["id"], "text": "You said: " + message["text"]},
        "cause": key,
    }


def main():
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    consumer = Consumer({
        "bootstrap.servers": SERVERS,
        "group.id": os.environ.get("GROUP", "answers-python"),
        "isolation.level": "read_committed",  # else aborted updates show
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
    })
    producer = Producer({
        "bootstrap.servers": SERVERS,
        "enable.idempotence": True,  # and with it acks=all
        "partitioner": "murmur2_random",  # librdkafka's own default is another hash
    })
    failures = []
    seen = Seen()
    consumer.subscribe([PREFIX + "telegram.updates"])
    try:
        while running:
            records = consumer.consume(num_messages=500, timeout=1.0)
            for record in records:
                if record.error():
                    raise KafkaException(record.error())
                key = record.key().decode()
                sequence = dict(record.headers() or []).get("sluice_sequence", b"1").decode()
                if not seen.first_time((key, sequence)):
                    continue
                request = answer_to(key, json.loads(record.value()))
                if request:
                    producer.produce(
                        PREFIX + "outbound.requests",
                        key=request["sender"],
                        value=json.dumps(request),
                        on_delivery=lambda error, _: failures.append(error) if error else None,
                    )
            if records:
                if producer.flush(60) > 0 or failures:
                    raise RuntimeError(f"not all answers are stored: {failures}")
                consumer.commit(asynchronous=False)  # only now: what is lost before is read again
    finally:
        consumer.close()


if __name__ == "__main__":
    main()
