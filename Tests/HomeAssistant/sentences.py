"""Sixty sentences for the demo house of Home Assistant, with their effects."""

from dataclasses import dataclass, field

WAKE = "hey assistant"
# Words whose exchange reverses a request.
OPPOSITES = [("on", "off"), ("open", "close"), ("lock", "unlock")]


@dataclass(frozen=True)
class Sentence:
    """A sentence, the calls that undo its effect, and its effect: an entity with its state, or with an attribute."""

    text: str
    entity: str
    before: tuple = ()
    state: str | None = None
    attribute: tuple | None = field(default=None)

    def is_done(self, state):
        """Return whether a state of the entity, as Home Assistant's API has it, is the effect; a question has none."""
        if self.attribute:
            name, value = self.attribute
            return state["attributes"].get(name) == value
        return self.state is not None and state["state"] == self.state

    @property
    def is_question(self):
        return self.state is None and self.attribute is None


def _switches():
    """Return pairs of sentences that switch something on and off."""
    for words, entity in (
        ("the bed light", "light.bed_light"),
        ("the ceiling lights", "light.ceiling_lights"),
        ("the kitchen lights", "light.kitchen_lights"),
        ("the decorative lights", "switch.decorative_lights"),
        ("the living room fan", "fan.living_room_fan"),
        ("the ceiling fan", "fan.ceiling_fan"),
        ("the dehumidifier", "humidifier.dehumidifier"),
        ("the humidifier", "humidifier.humidifier"),
    ):
        domain = entity.split(".")[0]
        for word, other in (("on", "off"), ("off", "on")):
            undo = ((f"{domain}.turn_{other}", entity),)
            yield Sentence(f"turn {word} {words}", entity, undo, state=word)
            if domain in ("light", "fan"):
                yield Sentence(f"turn {words} {word}", entity, undo, state=word)


def _covers():
    """Return pairs of sentences that open and close something."""
    for words, entity in (
        ("the kitchen window", "cover.kitchen_window"),
        ("the hall window", "cover.hall_window"),
        ("the living room window", "cover.living_room_window"),
        ("the garage door", "cover.garage_door"),
    ):
        yield Sentence(f"open {words}", entity, (("cover.close_cover", entity),), state="open")
        yield Sentence(f"close {words}", entity, (("cover.open_cover", entity),), state="closed")


def _locks():
    for words, entity in (("the front door", "lock.front_door"), ("the kitchen door", "lock.kitchen_door")):
        yield Sentence(f"lock {words}", entity, (("lock.unlock", entity),), state="locked")
        yield Sentence(f"unlock {words}", entity, (("lock.lock", entity),), state="unlocked")


def _levels():
    for words, entity, percent, value in (
        ("bed light", "light.bed_light", 20, 51),
        ("bed light", "light.bed_light", 70, 178),
        ("ceiling lights", "light.ceiling_lights", 50, 128),
        ("ceiling lights", "light.ceiling_lights", 15, 38),
        ("kitchen lights", "light.kitchen_lights", 40, 102),
        ("kitchen lights", "light.kitchen_lights", 90, 230),
    ):
        undo = (("light.turn_on", entity, {"brightness": 255}),)
        yield Sentence(f"set {words} brightness to {percent} percent", entity, undo, attribute=("brightness", value))


def _questions():
    for text, entity in (
        ("is the front door locked", "lock.front_door"),
        ("is the kitchen door locked", "lock.kitchen_door"),
        ("is the garage door open", "cover.garage_door"),
        ("is the hall window closed", "cover.hall_window"),
        ("is the bed light on", "light.bed_light"),
        ("are the kitchen lights off", "light.kitchen_lights"),
        ("what is the outside temperature", "sensor.outside_temperature"),
        ("what is the outside humidity", "sensor.outside_humidity"),
    ):
        yield Sentence(text, entity)


def _colors():
    for color, value in (("red", [255, 0, 0]), ("blue", [0, 0, 255])):
        for words, entity in (("bed light", "light.bed_light"), ("ceiling lights", "light.ceiling_lights")):
            undo = (("light.turn_on", entity, {"color_name": "yellow"}),)
            yield Sentence(f"set the {words} to {color}", entity, undo, attribute=("rgb_color", value))


def _more():
    for words, entity, other in (
        ("switch on the bed light", "light.bed_light", "off"),
        ("switch off the kitchen lights", "light.kitchen_lights", "on"),
        ("switch on the ceiling fan", "fan.ceiling_fan", "off"),
        ("switch off the decorative lights", "switch.decorative_lights", "on"),
    ):
        yield Sentence(
            words, entity, ((f"{entity.split('.')[0]}.turn_{other}", entity),), state="off" if other == "on" else "on")


SENTENCES = [*_switches(), *_covers(), *_locks(), *_levels(), *_questions(), *_colors(), *_more()]
assert len(SENTENCES) == 60, len(SENTENCES)


def is_opposite(said, understood):
    """Return whether a sentence is understood as its opposite, with or without an optional "the"."""
    said, understood = ([word for word in text.split() if word != "the"] for text in (said, understood))
    return said != understood and any(said == [{a: b, b: a}.get(word, word) for word in understood] for a, b in OPPOSITES)
