#!/usr/bin/env python3
"""Sends one message and waits for what becomes of it.

Needs confluent-kafka. KAFKA=host:port,... [PREFIX=...] python3 send_and_wait.py SENDER CHAT_ID TEXT [REQUEST_ID]
Prints the outcome; exit code 0 when it was sent, 1 when not, 2 when nobody knows yet.
"""
import json
import os
import sys
import time
import uuid

from confluent_kafka import Consumer, KafkaException, Producer, TopicPartition

SERVERS = os.environ.get("KAFKA", "localhost:9092")
PREFIX = os.environ.get("PREFIX", "")
TERMINAL = {"sent", "rejected", "expired", "cancelled", "exhausted", "dropped"}


def outcomes_from_now_on():
    """A reader of all partitions, from their ends as they are now. It commits nothing."""
    topic = PREFIX + "outbound.outcomes"
    consumer = Consumer({
        "bootstrap.servers": SERVERS,
        "group.id": "unused-" + str(uuid.uuid4()),
        "isolation.level": "read_committed",
        "enable.auto.commit": False,
    })
    partitions = consumer.list_topics(topic, timeout=30).topics[topic].partitions
    ends = []
    for partition in partitions:
        _, end = consumer.get_watermark_offsets(TopicPartition(topic, partition), timeout=30)
        ends.append(TopicPartition(topic, partition, end))
    consumer.assign(ends)
    return consumer


def store(request):
    failures = []
    producer = Producer({
        "bootstrap.servers": SERVERS,
        "enable.idempotence": True,
        "partitioner": "murmur2_random",
    })
    producer.produce(
        PREFIX + "outbound.requests",
        key=request["sender"],
        value=json.dumps(request),
        on_delivery=lambda error, _: failures.append(error) if error else None,
    )
    if producer.flush(60) > 0 or failures:
        raise RuntimeError(f"the request may be stored or not; write it again: {failures}")


def main(sender, chat_id, text, request_id=None):
    request = {
        "request_id": request_id or str(uuid.uuid4()),
        "sender": sender,
        "method": "sendMessage",
        "params": {"chat_id": int(chat_id), "text": text},
    }
    outcomes = outcomes_from_now_on()
    store(request)
    key = (sender + "/" + request["request_id"]).encode()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        record = outcomes.poll(1.0)
        if record is None:
            continue
        if record.error():
            raise KafkaException(record.error())
        if record.key() == key:
            outcome = json.loads(record.value())
            if outcome["state"] in TERMINAL or outcome["state"] in ("held", "unknown"):
                print(outcome["state"], outcome["reason"], (outcome["message"] or {}).get("message_id", "-"))
                return 0 if outcome["state"] == "sent" else 1 if outcome["state"] in TERMINAL else 2
    print("no outcome yet; it may still be sent")
    return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
