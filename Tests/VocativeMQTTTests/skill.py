"""A scripted Rhasspy skill that uses paho-mqtt and prints every message as a line of JSON.

usage: skill.py HOST PORT SCRIPT

SCRIPT is JSON, {"topic": [{"topic": …, "payload": {…}}, …], …}, and lists the messages that the skill publishes when a message arrives on
a topic. "$sessionId" and "$siteId" are replaced by the values of that message. The messages of the topic "" are published at the start.
Each line of standard input, {"topic": …, "payload": …}, is published too. The skill ends with its standard input.
"""

import json
import sys

import paho.mqtt.client as mqtt

host, port, script = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])


def filled(value, message):
    if isinstance(value, dict):
        return {name: filled(part, message) for name, part in value.items()}
    if isinstance(value, str) and value.startswith("$"):
        return message.get(value[1:])
    return value


def publish(client, reply, message):
    payload = reply["payload"]
    client.publish(reply["topic"], payload if isinstance(payload, str) else json.dumps(filled(payload, message)), qos=1)


def on_subscribe(client, userdata, mid, codes, properties):
    print(json.dumps({"topic": "ready"}), flush=True)
    for reply in script.get("", []):
        publish(client, reply, {})


def on_message(client, userdata, message):
    try:
        payload = json.loads(message.payload)
    except (ValueError, RecursionError):
        payload = message.payload.decode(errors="replace")
    print(json.dumps({"topic": message.topic, "payload": payload, "retained": bool(message.retain)}), flush=True)
    replies = script.get(message.topic, [])
    if replies and isinstance(replies[0], list):
        replies = replies.pop(0)
    for reply in replies:
        publish(client, reply, payload if isinstance(payload, dict) else {})


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.on_connect = lambda client, *rest: client.subscribe("#", qos=1)
client.on_subscribe = on_subscribe
client.on_message = on_message
client.connect(host, port)
client.loop_start()
for line in sys.stdin:
    publish(client, json.loads(line), {})
client.disconnect()
client.loop_stop()
