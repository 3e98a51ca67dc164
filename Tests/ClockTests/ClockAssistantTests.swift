import AssistantTestSupport
import Clock
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite("The clock assistant")
struct ClockAssistantTests {
  private let clock: TestClock

  init() throws { clock = try TestClock() }

  private func say(_ text: String) async throws -> String? { try await clock.assistant.dialog(for: text) }

  @Test(
    "Each phrase is understood as its intent",
    arguments: [
      ("hey assistant, what time is it", "TellTime", [:]), ("what's the time", "TellTime", [:]),
      ("what's the date", "TellDay", [:]), ("what day is it today", "TellDay", [:]),
      ("what day of the week is it", "TellDay", [:]), ("what is today's date", "TellDay", [:]),
      ("what day is tomorrow", "TellTomorrow", [:]),
      ("what day is christmas", "DaysUntilHoliday", ["holiday": "christmas"]),
      ("how long until december first", "DaysUntilDay", ["day": "--12-01"]),
      ("how long until easter", "DaysUntilHoliday", ["holiday": "easter"]),
      ("when is thanksgiving", "DaysUntilHoliday", ["holiday": "thanksgiving"]),
      ("how many days until next thursday", "DaysUntilDay", ["day": "next-thursday"]),
      ("set a timer for 10 minutes", "StartTimer", ["duration": "PT10M"]),
      ("set a ten minute timer", "StartTimer", ["duration": "PT10M"]),
      ("start a half an hour laundry timer", "StartTimer", ["duration": "PT30M", "name": "laundry"]),
      ("set a ten minute timer for pizza", "StartTimer", ["duration": "PT10M", "name": "pizza"]),
      ("set an egg timer for six minutes", "StartTimer", ["duration": "PT6M", "name": "egg"]),
      ("set a timer for pasta, ten minutes", "StartTimer", ["duration": "PT10M", "name": "pasta"]),
      ("set a timer for the eggs for six minutes", "StartTimer", ["duration": "PT6M", "name": "egg"]),
      ("set a timer for ten minutes for my tea", "StartTimer", ["duration": "PT10M", "name": "tea"]),
      ("set timer for ten minutes", "StartTimer", ["duration": "PT10M"]), ("how long left", "TimeLeft", [:]),
      ("5 minute timer", "StartTimer", ["duration": "PT5M"]), ("timer for five minutes", "StartTimer", ["duration": "PT5M"]),
      ("pizza timer for ten minutes", "StartTimer", ["duration": "PT10M", "name": "pizza"]),
      ("give me a twenty minute timer", "StartTimer", ["duration": "PT20M"]),
      ("how much longer", "TimeLeft", [:]), ("do i have any timers", "ListTimers", [:]),
      ("turn off all timers", "CancelAllTimers", [:]), ("when is my next alarm", "ListAlarms", [:]),
      ("how long until my next alarm", "TimeUntilAlarm", [:]), ("alarm at noon", "SetAlarm", ["at": "12:00"]),
      ("set alarm 7am", "SetAlarm", ["at": "07:00"]), ("set an alarm 7:30", "SetAlarm", ["at": "07:30/19:30"]),
      ("wake me at eight on christmas", "SetAlarm", ["at": "08:00/20:00", "comingDay": "christmas"]),
      ("what alarms are set", "ListAlarms", [:]), ("do i have any reminders", "ListReminders", [:]),
      ("set the alarm for seven", "SetAlarm", ["at": "07:00/19:00"]),
      ("set a reminder to call mom at six", "Remind", ["at": "06:00/18:00", "text": "call mom"]),
      (
        "wake me at 7 on mondays and thursdays", "SetAlarm",
        ["at": "07:00/19:00", "days": "every-monday", "furtherDays": "thursday"]
      ),
      (
        "wake me every monday, wednesday and friday at noon", "SetAlarm",
        ["at": "12:00", "days": "every-monday", "furtherDays": "wednesday,friday"]
      ),
      ("wake me in ten minutes", "SetAlarm", ["delay": "PT10M"]),
      ("wake me up at 7:30 on mondays", "SetAlarm", ["at": "07:30/19:30", "days": "every-monday"]),
      ("wake me up on sunday at nine am", "SetAlarm", ["at": "09:00", "days": "sunday"]),
      ("set an alarm for every day at noon", "SetAlarm", ["at": "12:00", "days": "daily"]),
      ("remind me in one hour to turn off the oven", "Remind", ["delay": "PT1H", "text": "turn off the oven"]),
      ("remind me to call mom at six", "Remind", ["at": "06:00/18:00", "text": "call mom"]),
      ("remind me to stand at the door at six", "Remind", ["at": "06:00/18:00", "text": "stand at the door"]),
      ("remind me to call mom on saturday at eight", "Remind", ["at": "08:00/20:00", "days": "saturday", "text": "call mom"]),
      ("remind me to be at work tomorrow at 8", "Remind", ["at": "08:00/20:00", "days": "tomorrow", "text": "be at work"]),
      ("remind me to buy bread at five on monday", "Remind", ["at": "05:00/17:00", "days": "monday", "text": "buy bread"]),
      ("remind me to call mom next saturday at eight", "Remind", ["when": "next-saturdayT08:00/20:00", "text": "call mom"]),
      ("remind me to call mom at eight tomorrow evening", "Remind", ["when": "tomorrowT20:00", "text": "call mom"]),
      ("wake me at three every morning", "SetAlarm", ["at": "03:00/15:00", "days": "everyMorning"]),
      ("wake me tomorrow morning at seven", "SetAlarm", ["day": "tomorrow", "part": "morning", "at": "07:00/19:00"]),
      ("wake me up at seven tomorrow morning", "SetAlarm", ["day": "tomorrow", "part": "morning", "at": "07:00/19:00"]),
      ("wake me on monday morning at seven", "SetAlarm", ["day": "monday", "part": "morning", "at": "07:00/19:00"]),
      ("wake me this evening at eight", "SetAlarm", ["coming": "this-evening", "at": "08:00/20:00"]),
      ("wake me next monday at seven", "SetAlarm", ["day": "next-monday", "at": "07:00/19:00"]),
      ("set an alarm for december first at seven", "SetAlarm", ["day": "--12-01", "at": "07:00/19:00"]),
      ("set an alarm for december first, 7 am", "SetAlarm", ["when": "--12-01T07:00"]),
      ("remind me tomorrow morning at nine to eat", "Remind", ["when": "tomorrowT09:00", "text": "eat"]),
      ("remind me on december first at nine to eat", "Remind", ["when": "--12-01T09:00/21:00", "text": "eat"]),
      ("remind me tonight at nine to eat", "Remind", ["when": "todayT21:00", "text": "eat"]),
      ("remind me to eat in the morning at eight", "Remind", ["coming": "in-the-morning", "at": "08:00/20:00", "text": "eat"]),
      ("remind me at eight in the morning to eat", "Remind", ["at": "08:00", "text": "eat"]),
      ("remind me to write the report by six", "Remind", ["at": "06:00/18:00", "text": "write the report"]),
      ("remind me to write it by monday at six", "Remind", ["at": "06:00/18:00", "days": "monday", "text": "write it"]),
      ("remind me to write it by tomorrow evening at six", "Remind", ["when": "tomorrowT18:00", "text": "write it"]),
      (
        "remind me to pay the rent the day after tomorrow at noon", "Remind",
        ["when": "day-after-tomorrowT12:00", "text": "pay the rent"]
      ),
      ("remind me to pay the rent at noon on the fifteenth", "Remind", ["when": "---15T12:00", "text": "pay the rent"]),
      ("remind me to call mom at noon on christmas", "Remind", ["comingDay": "christmas", "at": "12:00", "text": "call mom"]),
      (
        "remind me about the meeting on monday at nine", "Remind",
        ["at": "09:00/21:00", "days": "monday", "topic": "the meeting"]
      ),
      ("remind me in a month at noon to call mom", "Remind", ["comingDay": "in-1-months", "at": "12:00", "text": "call mom"]),
      (
        "remind me to pay the rent on the first of next month at noon", "Remind",
        ["day": "---01", "span": "nextMonth", "at": "12:00", "text": "pay the rent"]
      ),
      ("stop the alarm", "StopRinging", [:]), ("snooze for five minutes", "Snooze", ["duration": "PT5M"]),
    ] as [(String, String, [String: String])])
  func phrases(text: String, intent: String, slots: [String: String]) async throws {
    let answer = try await clock.assistant.ask(text)
    #expect(answer.request == IntentRequest(intent: intent, values: slots))
    #expect(answer.code == .success)
  }

  @Test("Every word of the phrases has a pronunciation")
  func pronunciations() async throws {
    #expect(try await clock.assistant.speechPlan().warnings == [])
  }

  @Test("The time is spoken and shown")
  func time() async throws {
    clock.time.pass(.seconds(3 * 3600 + 600))
    let answer = try await clock.assistant.ask("what time is it")
    #expect(answer.dialog == "It's three ten in the afternoon.")
    #expect(answer.card == ResponseCard(title: "15:10", rows: [.init("", "Friday, November 20, 2026")]))
    try clock.time.travel(to: "Asia/Tokyo")
    #expect(try await say("what time is it") == "It's twelve ten in the morning.")
    #expect(try await say("what day is it") == "It's Saturday, November twenty first, twenty twenty six.")
    #expect(try await say("what day is tomorrow") == "Tomorrow is Sunday, November twenty second, twenty twenty six.")
  }

  @Test("A timer shows its end, and keeps counting after a restart of the program")
  func restart() async throws {
    let card = try #require(try await clock.assistant.ask("set a pizza timer for ten minutes").card)
    #expect(card.title == "Pizza timer")
    #expect(card.rows == [.init("Left", Countdown(to: UTC.date(2026, 11, 20, 12, 10), text: "until 12:10"))])
    clock.time.pass(.seconds(60))
    let again = try AskedAssistant(ClockAssistant.make(store: ClockStore(path: clock.path), time: clock.time.keeper))
    #expect(try await again.dialog(for: "how much is left") == "You have nine minutes left on the pizza timer.")
  }

  @Test("A countdown keeps its end in JSON")
  func json() async throws {
    let card = try #require(try await clock.assistant.ask("set a timer for ten minutes").card)
    let event = TurnEvent(time: 1, kind: .responded(intent: "StartTimer", code: .success, dialog: "", card: card))
    #expect(event.json.contains(#""rows":[{"end":1795176600,"label":"Left","value":"until 12:10"}]"#), "\(event.json)")
    #expect(try JSONDecoder().decode(TurnEvent.self, from: Data(event.json.utf8)) == event)
  }

  @Test("A timer has a day left at most, also after time is added")
  func longTimers() async throws {
    _ = try await say("set a timer for 23 hours")
    let dialogs = try await clock.assistant.dialogs(for: "add two hours", "one hour")
    #expect(dialogs == ["A timer can run for a day at most. How much time?", "Added one hour. That's one day left."])
    #expect(try await clock.store.timers().map { $0.remaining(at: clock.time.now) } == [.seconds(86_400)])
  }

  @Test(
    "One of several timers may be called a timer when it is asked for",
    arguments: ["pizza", "the pizza timer", "my pizza timer"])
  func choice(answer: String) async throws {
    _ = try await say("set a pizza timer for ten minutes")
    _ = try await say("set a timer for five minutes")
    let dialogs = try await clock.assistant.dialogs(for: "add five minutes", answer)
    #expect(dialogs == ["Which timer, pizza or the five minute one?", "Added five minutes. That's fifteen minutes left."])
  }

  @Test("Of two timers with one name, it asks which one is meant, and \"first\" and \"second\" tell them apart")
  func namesakes() async throws {
    _ = try await say("set a tea timer for one minute")
    _ = try await say("set a tea timer for ten minutes")
    let dialogs = try await clock.assistant.dialogs(for: "cancel the tea timer", "the second one")
    #expect(
      dialogs == ["Which timer, tea with one minute left or tea with ten minutes left?", "Your tea timer is canceled."])
    #expect(try await clock.store.timers().map(\.duration) == [.seconds(60)])
    _ = try await say("set a timer for five minutes")
    clock.time.pass(.seconds(20))
    _ = try await say("set a timer for five minutes")
    #expect(try await say("pause the second five minute timer") == "Paused, with five minutes left.")
    let question = "Which timer, the five minute one with four minutes and forty seconds left "
    #expect(
      try await clock.assistant.dialogs(for: "cancel the five minute timer", "the second one")
        == [question + "or the five minute one with five minutes left?", "Your five minute timer is canceled."])
    #expect(try await say("how much is left on the tea timer") == "You have forty seconds left on the tea timer.")
  }

  @Test("Of two timers with one name and the same time, a question names the order")
  func equalTimers() async throws {
    for _ in 1...2 { _ = try await say("set a timer for five minutes") }
    let question = "Which timer, the first five minute timer or the second five minute timer?"
    #expect(try await clock.assistant.dialogs(for: "cancel the five minute timer") == [question])
    #expect(
      try await clock.assistant.dialogs(for: "cancel the timer", "the second one")
        == [question, "Your five minute timer is canceled."])
  }

  @Test(
    "A timer without a name is called by the words that set it, even after time is added",
    arguments: [
      ("ten minutes", "ten minute", "ten minute"), ("ninety seconds", "ninety second", "one minute and thirty second"),
      ("a minute and a half", "minute and a half", "one minute and thirty second"), ("sixty minutes", "sixty minute", "one hour"),
      ("an hour", "hour", "one hour"), ("one hour", "one hour", "one hour"), ("half an hour", "half hour", "thirty minute"),
      ("one hour and a half", "one and a half hour", "one hour and thirty minute"),
      ("two and a half hours", "two and a half hour", "two hour and thirty minute"),
      ("two hours and ten minutes", "two hour and ten minute", "two hour and ten minute"),
      ("two hours and ten minutes", "two hours and ten minute", "two hour and ten minute"),
      ("two hours and ten minutes", "two hours and ten minutes", "two hour and ten minute"),
      ("one hundred minutes", "one hundred minute", "one hour and forty minute"),
      ("twenty four hours", "twenty four hour", "one day"),
    ])
  func calledByTime(time: String, name: String, label: String) async throws {
    _ = try await say("set a timer for \(time)")
    clock.time.pass(.seconds(30))
    _ = try await say("add ten seconds")
    _ = try await say("set a pizza timer for two minutes")
    #expect(try await say("cancel the \(name) timer") == "Your \(label) timer is canceled.")
  }

  @Test("A stored timer keeps its time to the second")
  func exactTime() async throws {
    _ = try await say("set a timer for three hours and fifteen minutes")
    #expect(
      try await say("what timers do i have")
        == "You have one timer: the three hour and fifteen minute timer with three hours and fifteen minutes left.")
  }

  @Test("If a question describes the timers, the hint is an answer that is understood")
  func hint() async throws {
    _ = try await say("set a tea timer for one minute")
    _ = try await say("set a tea timer for ten minutes")
    let question = "Which timer, tea with one minute left or tea with ten minutes left?"
    #expect(
      try await clock.assistant.dialogs(for: "cancel the tea timer", "purple elephants", "the first one")
        == [question, "I didn't catch that. \(question) You can say the first one.", "Your tea timer is canceled."])
    _ = try await say("set a pizza timer for ten minutes")
    #expect(
      try await clock.assistant.dialogs(for: "cancel the timer", "purple elephants").last?.hasSuffix("You can say tea or pizza.")
        == true)
  }

  @Test("A timer or a reminder that is over has no time left")
  func over() async throws {
    _ = try await say("set a tea timer for one minute")
    _ = try await say("set a tea timer for two minutes")
    _ = try await say("remind me to feed the cat in one minute")
    clock.time.pass(.seconds(60))
    #expect(
      try await say("what timers do i have")
        == "You have two timers: the tea timer, which is done and the tea timer with one minute left.")
    #expect(try await say("what reminders do i have") == "You have one reminder: feed the cat now.")
    let question = "Which timer, tea that's done or tea with one minute left?"
    #expect(
      try await clock.assistant.dialogs(for: "add five minutes", "the second one")
        == [question, "Added five minutes. That's six minutes left."])
    #expect(try await say("pause the first tea timer") == "Your tea timer is done.")
    #expect(try await clock.due().contains("Your tea timer is done."))
  }

  @Test("A timer rings until it is ended, and only it is ended")
  func ringing() async throws {
    _ = try await say("set a pizza timer for ten minutes")
    _ = try await say("set a timer for twenty minutes")
    #expect(try await clock.alerts.alerts() == DueAlerts(due: [], next: .seconds(600)))
    clock.time.pass(.seconds(600))
    #expect(try await clock.due() == ["Your pizza timer is done."])
    #expect(try await clock.due() == ["Your pizza timer is done."])
    #expect(try await say("stop") == "Okay.")
    #expect(try await clock.alerts.alerts() == DueAlerts(due: [], next: .seconds(600)))
    clock.time.pass(.seconds(600))
    #expect(try await say("cancel the timer") == "Okay.")
    #expect(try await clock.due().isEmpty)
  }

  @Test("A timer that is snoozed is stopped, and the answer says so")
  func snoozedTimer() async throws {
    _ = try await say("set a timer for one minute")
    clock.time.pass(.seconds(60))
    #expect(try await say("snooze") == "I can't snooze that, so I stopped it.")
    #expect(try await clock.store.timers().isEmpty)
  }

  @Test("An alarm rings at its time, can be snoozed, and rings again the next day")
  func alarm() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    clock.time.pass(.seconds(19 * 3600 + 1800))
    #expect(try await clock.due() == ["It's seven thirty in the morning."])
    #expect(try await say("snooze") == "See you in nine minutes.")
    #expect(try await clock.due().isEmpty)
    clock.time.pass(.seconds(540))
    #expect(try await clock.due() == ["It's seven thirty nine in the morning."])
    try await clock.endAll(as: .snoozed)
    #expect(try await clock.alerts.alerts().next == .seconds(540))
    clock.time.pass(.seconds(540))
    try await clock.endAll()
    #expect(try await clock.alerts.alerts().next == .seconds(86_400 - 1080))
  }

  @Test("\"Turn off the alarm\" stops what rings, and otherwise cancels the alarm")
  func turningOff() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    clock.time.pass(.seconds(19 * 3600 + 1800))
    #expect(try await say("turn off the alarm") == "Okay.")
    #expect(try await clock.due().isEmpty)
    #expect(try await clock.store.alarms().count == 1, "it repeats")
    #expect(
      try await clock.assistant.dialogs(for: "turn off my alarm", "yes") == [
        "Cancel your seven thirty alarm every day?", "Your seven thirty alarm is canceled.",
      ])
    #expect(try await say("turn off the alarm") == "You don't have any alarms.")
    _ = try await say("wake me every day at seven")
    _ = try await say("wake me every day at eight")
    #expect(
      try await clock.assistant.dialogs(for: "turn off the alarm", "the first one", "yes").last
        == "Your seven o'clock alarm is canceled.")
    #expect(
      try await clock.assistant.dialogs(for: "turn off my eight alarm", "yes").last == "Your eight o'clock alarm is canceled.")
  }

  @Test(
    "An alarm for some days without a time asks for it",
    arguments: ["wake me tomorrow", "set an alarm for tomorrow", "wake me in the morning", "wake me up tomorrow morning"])
  func alarmDays(request: String) async throws {
    #expect(
      try await clock.assistant.dialogs(for: request, "six")
        == ["At what time?", "I'll wake you tomorrow at six in the morning."])
  }

  @Test(
    "The answer to the question about the time may have a day, or be the time until then",
    arguments: [
      ("wake me up", "tomorrow at six", "I'll wake you tomorrow at six in the morning."),
      ("wake me up", "in ten minutes", "I'll wake you today at twelve ten in the afternoon."),
      ("remind me to call mom", "tomorrow at six", "I'll remind you to call mom tomorrow at six in the evening."),
      ("remind me to call mom", "on monday at nine", "I'll remind you to call mom on Monday at nine in the morning."),
    ])
  func answers(request: String, answer: String, dialog: String) async throws {
    #expect(try await clock.assistant.dialogs(for: request, answer) == ["At what time?", dialog])
  }

  @Test(
    "If the answer to the question about the time is only a day, the clock asks for the time of that day",
    arguments: [
      ("wake me up", "tomorrow", "I'll wake you tomorrow at nine in the morning."),
      ("wake me up", "in the morning", "I'll wake you tomorrow at nine in the morning."),
      ("wake me up", "on christmas", "I'll wake you on December twenty fifth at nine in the morning."),
      ("remind me to call mom", "tomorrow", "I'll remind you to call mom tomorrow at nine in the morning."),
      ("remind me to call mom", "on the fifteenth", "I'll remind you to call mom on December fifteenth at nine in the morning."),
    ])
  func dayAsAnswer(request: String, day: String, dialog: String) async throws {
    #expect(
      try await clock.assistant.dialogs(for: request, day, "nine") == ["At what time?", "At what time?", dialog])
    let again = try await clock.assistant.dialogs(for: request, day, day)
    #expect(again.last?.hasPrefix("I didn't catch that.") == true, "the day is known: \(again)")
  }

  @Test("An alarm after some time is at the next full minute")
  func alarmAfterTime() async throws {
    #expect(try await say("wake me in ten minutes") == "I'll wake you today at twelve ten in the afternoon.")
    clock.time.pass(.seconds(20))
    #expect(try await say("set an alarm in one minute") == "I'll wake you today at twelve oh two in the afternoon.")
    #expect(try await say("wake me in twelve hours") == "I'll wake you tomorrow at twelve oh one in the morning.")
  }

  @Test("Alarms at one time are told apart by their days, and the same alarm is set once")
  func sameTime() async throws {
    for request in ["wake me at seven on weekdays", "wake me tomorrow at seven", "wake me every weekday at seven"] {
      _ = try await say(request)
    }
    let question = "Which alarm, seven in the morning on weekdays or seven in the morning tomorrow?"
    #expect(
      try await clock.assistant.dialogs(for: "cancel my seven alarm", "tomorrow") == [
        question, "Your seven o'clock alarm is canceled.",
      ])
    #expect(
      try await say("what alarms do i have") == "You have one alarm: at seven in the morning on weekdays.")
    _ = try await say("wake me at seven in the evening")
    #expect(try await say("cancel my seven in the evening alarm") == "Your seven in the evening alarm is canceled.")
    #expect(
      try await clock.assistant.dialogs(for: "cancel my alarm", "yes").last == "Your seven o'clock alarm is canceled.")
  }

  @Test("After a suspension over the end of a snooze, the alarm of the next day rings")
  func suspendedSnooze() async throws {
    _ = try await say("wake me every day at seven")
    clock.time.pass(.seconds(19 * 3600 + 30))
    try await clock.endAll(as: .snoozed)
    clock.time.pass(.seconds(86_400 + 90))
    let due = try await clock.alerts.alerts().due
    #expect(due.map(\.style) == [.rings])
    #expect(due.map(\.dialog) == ["It's seven oh two in the morning."])
    try await clock.endAll()
    #expect(try await clock.alerts.alerts().next == .seconds(86_400 - 120))
  }

  @Test(
    "An alarm is in the half of the day that its days or its part of the day mean",
    arguments: [
      ("wake me at three every morning", "every day at three in the morning"),
      ("wake me every morning at three thirty", "every day at three thirty in the morning"),
      ("wake me every day at three", "every day at three in the afternoon"),
      ("wake me tomorrow morning at seven", "tomorrow at seven in the morning"),
      ("wake me next monday at six", "on Monday at six in the morning"),
      ("wake me next friday at six", "next Friday at six in the morning"),
      ("wake me on friday at six", "next Friday at six in the morning"),
      ("set an alarm for december first at seven", "on December first at seven in the morning"),
      ("wake me this evening at eight", "today at eight in the evening"),
      ("wake me tonight at two", "tomorrow at two in the morning"),
      ("wake me at two tonight", "tomorrow at two in the morning"),
      ("wake me in the morning at six", "tomorrow at six in the morning"),
      ("wake me on sunday evening at eight", "on Sunday at eight in the evening"),
      ("wake me at seven the day after tomorrow", "on Sunday at seven in the morning"),
      ("wake me on christmas at eight", "on December twenty fifth at eight in the morning"),
    ])
  func alarmTimes(request: String, time: String) async throws {
    #expect(try await say(request) == "I'll wake you \(time).")
  }

  @Test(
    "An alarm may have several days, single ones or those of every week",
    arguments: [
      ("at seven on monday and tuesday", "on Monday and Tuesday at seven", ["2026-11-23", "2026-11-24"]),
      ("tomorrow and on monday at seven", "tomorrow and on Monday at seven", ["2026-11-21", "2026-11-23"]),
      ("at seven on tuesdays and thursdays", "every Tuesday and Thursday at seven", nil),
      ("every monday, wednesday and friday at seven", "every Monday, Wednesday and Friday at seven", nil),
      ("at seven on weekends and fridays", "every Friday, Saturday and Sunday at seven", nil),
      ("at seven on saturdays and sundays", "on weekends at seven", nil),
      ("at seven at weekends", "on weekends at seven", nil),
      ("at seven monday to friday", "on weekdays at seven", nil),
      ("daily at seven", "every day at seven", nil),
    ] as [(String, String, [String]?)])
  func severalDays(request: String, days: String, single: [String]?) async throws {
    #expect(try await say("wake me \(request)") == "I'll wake you \(days) in the morning.")
    guard let single else { return }
    let stored = try await clock.store.alarms().map(\.days)
    #expect(stored == [.once(Set(single.compactMap(CalendarDay.init(written:))))])
  }

  @Test("An alarm for several days is stored, and names the days that are to come")
  func storedDays() async throws {
    _ = try await say("wake me at seven on saturday and sunday")
    try OtherProgram(path: clock.path).run(
      "INSERT INTO alarm (time, day, handled) VALUES ('08:00', '2026-11-22', 0); "
        + "INSERT INTO alarm (time, weekdays, handled) VALUES ('09:00', '1 7', 0)")
    let again = try ClockStore(path: clock.path)
    let (saturday, sunday) = (
      try #require(CalendarDay(written: "2026-11-21")), try #require(CalendarDay(written: "2026-11-22"))
    )
    #expect(
      try await again.alarms().map(\.days) == [.once([saturday, sunday]), .once([sunday]), .weekly([.saturday, .sunday])])
    try OtherProgram(path: clock.path).run("DELETE FROM alarm WHERE id > 1")
    clock.time.pass(.seconds(19 * 3600))
    #expect(try await clock.due() == ["It's seven in the morning."])
    #expect(try await say("snooze") == "See you in nine minutes.")
    clock.time.pass(.seconds(540))
    try await clock.endAll()
    #expect(try await say("what alarms do i have") == "You have one alarm: at seven in the morning tomorrow.")
    clock.time.pass(.seconds(86_400 - 540))
    try await clock.endAll()
    #expect(try await say("what alarms do i have") == "You don't have any alarms.")
  }

  @Test("An alarm is canceled by its time, its days or both")
  func cancelledAlarms() async throws {
    for request in ["seven tomorrow", "seven on weekdays", "eight on monday and tuesday", "nine on sundays"] {
      _ = try await say("wake me at \(request)")
    }
    #expect(try await say("cancel the alarm for seven tomorrow") == "Your seven o'clock alarm is canceled.")
    #expect(
      try await clock.assistant.dialogs(for: "cancel the seven o'clock alarm", "yes").last
        == "Your seven o'clock alarm is canceled.")
    #expect(try await say("cancel the alarm on monday and tuesday") == "Your eight o'clock alarm is canceled.")
    #expect(
      try await clock.assistant.dialogs(for: "turn off the alarm at nine", "yes").last == "Your nine o'clock alarm is canceled.")
    #expect(try await clock.store.alarms().isEmpty)
  }

  @Test(
    "An alarm on one day is called by the day in its usual forms",
    arguments: [
      ("every sunday at ten", "the alarm on sunday"), ("every sunday at ten", "the sunday alarm"),
      ("every sunday at ten", "the alarm for sundays"), ("every sunday at ten", "the alarm on sundays at ten"),
      ("on monday at seven", "the alarm for monday"), ("on monday at seven", "the monday alarm"),
      ("on monday at seven", "the alarm on monday at seven"), ("tomorrow at seven", "the saturday alarm"),
      ("at seven on weekdays", "the weekdays alarm"), ("on december first at seven", "the alarm for december first"),
      ("at midnight on monday", "the alarm on monday"), ("at midnight every friday", "the friday alarm"),
    ])
  func calledByDay(days: String, name: String) async throws {
    _ = try await say("wake me \(days)")
    _ = try await clock.assistant.dialogs(for: "cancel \(name)", "yes")
    #expect(try await clock.store.alarms().isEmpty)
  }

  @Test("The answer to which alarm is meant may be the one with a time or a day")
  func theOne() async throws {
    for days in ["on monday at seven", "on tuesday at eight", "on wednesday at nine"] { _ = try await say("wake me \(days)") }
    for (answer, label) in [("the one on tuesday", "eight o'clock"), ("the one at nine", "nine o'clock")] {
      #expect(try await clock.assistant.dialogs(for: "cancel my alarm", answer).last == "Your \(label) alarm is canceled.")
    }
  }

  @Test("The time until the next alarm is said")
  func timeUntilAlarm() async throws {
    #expect(try await say("how long until my alarm") == "You don't have any alarms.")
    _ = try await say("wake me on monday at eight")
    _ = try await say("wake me tomorrow at seven")
    #expect(try await say("how long until my alarm") == "Your seven o'clock alarm is in nineteen hours.")
  }

  @Test("A figure that is written as a time is refused as a time")
  func wrongTime() async throws {
    let reason = try await clock.assistant.dialogs(for: "set an alarm for 25 o'clock").first
    #expect(reason?.hasPrefix("I can't read 25 o'clock as a time.") == true, "\(reason ?? "")")
  }

  @Test("An alarm that repeats is canceled only after a yes, and one that rings or is snoozed stays")
  func weeklyAlarm() async throws {
    #expect(try await say("wake me at one p m on weekdays") == "I'll wake you on weekdays at one in the afternoon.")
    let question = "Cancel your one o'clock alarm on weekdays?"
    for request in ["cancel the alarm", "turn off the one o'clock alarm"] {
      #expect(try await clock.assistant.dialogs(for: request, "no").first == question)
    }
    clock.time.pass(.seconds(3600))
    #expect(try await say("cancel the alarm") == "Okay.")
    #expect(try await clock.store.alarms().count == 1)
    clock.time.pass(.seconds(3 * 86_400))
    #expect(try await say("snooze") == "See you in nine minutes.")
    clock.time.pass(.seconds(60))
    #expect(
      try await say("what alarms do i have")
        == "You have one alarm: at one in the afternoon on weekdays, snoozed for eight minutes.")
    #expect(try await say("stop") == "Okay.")
    clock.time.pass(.seconds(600))
    #expect(try await clock.alerts.alerts().due.isEmpty)
    #expect(try await clock.assistant.dialogs(for: "cancel the alarm", "yes").last == "Your one o'clock alarm is canceled.")
    #expect(try await clock.store.alarms().isEmpty)
  }

  @Test(
    "A reminder is not set for a day of which only a part was understood",
    arguments: [
      ("remind me to call mom in three days at nine", "Which day?"),
      ("remind me to call mom three days from now at nine", "Which day?"),
      ("remind me to call mom a week from friday at nine", "I'm not sure which day you mean. Say it another way."),
      ("remind me to call mom next week on friday at nine", "I'm not sure which day you mean. Say it another way."),
      ("remind me to stretch every hour at nine", "I can only remind you once."),
      ("remind me to pay the rent monthly at nine", "I can only remind you once."),
    ])
  func partOfDay(request: String, answer: String) async throws {
    #expect(try await clock.assistant.dialogs(for: request).first == answer)
    #expect(try await clock.store.reminders().isEmpty)
  }

  @Test(
    "A day that cannot be, or that is not known, is asked for",
    arguments: [
      "on november 31st", "on february 30th", "november 31", "by february 30th 2027", "on the 32nd", "on foosday",
      "on my birthday", "on workdays", "on 12/24",
    ])
  func unknownDay(day: String) async throws {
    for time in ["", " at nine"] {
      let dialogs = try await clock.assistant.dialogs(for: "remind me to call mom \(day)\(time)", "monday", "nine")
      #expect(dialogs.first == "Which day?")
      #expect(dialogs.contains { $0.hasSuffix(" on Monday at nine in the morning.") }, "\(dialogs)")
    }
  }

  @Test("A part of the day behind another day is a part of that day")
  func partOfUnknownDay() async throws {
    for day in ["monday", "november 31st"] {
      #expect(
        try await clock.assistant.dialogs(for: "remind me to call mom on \(day) in the morning at nine", "monday")
          == ["Which day?", "I'll remind you to call mom on \(day) on Monday at nine in the morning."])
    }
    #expect(
      try await say("remind me in the morning at nine to prepare for monday")
        == "I'll remind you to prepare for monday tomorrow at nine in the morning.")
  }

  @Test(
    "Words such as \"on\" at the end of a text are not a day",
    arguments: [
      "turn the oven on", "put the lights on", "watch the documentary on bears", "put channel on twelve", "call april",
      "finish the report by the end of the day", "read the budget of march 2027",
    ])
  func noDay(text: String) async throws {
    #expect(try await say("remind me to \(text) at six") == "I'll remind you to \(text) at six in the evening.")
  }

  @Test(
    "A weekday before a date belongs to the date",
    arguments: [
      ("pay the rent on tuesday december first at noon", "pay the rent on December first at noon"),
      ("pay the rent by Tuesday, December 1st at noon", "pay the rent on December first at noon"),
      ("pay the rent next tuesday december first at noon", "pay the rent on December first at noon"),
      ("call mom on friday the 20th at six", "call mom at six in the evening"),
      ("book tickets for friday on december first at noon", "book tickets for friday on December first at noon"),
    ])
  func weekdayOfDate(request: String, due: String) async throws {
    #expect(try await say("remind me to \(request)") == "I'll remind you to \(due).")
  }

  @Test("If a weekday contradicts the date behind it, the clock asks which day is meant")
  func contradictoryWeekday() async throws {
    let question = "December first is a Tuesday. Which day?"
    for (answer, day) in [("november thirtieth", "November thirtieth"), ("december first", "December first")] {
      #expect(
        try await clock.assistant.dialogs(for: "remind me to pay the rent on monday december first at noon", answer)
          == [question, "I'll remind you to pay the rent on \(day) at noon."])
    }
    #expect(
      try await clock.assistant.dialogs(for: "remind me to pay the rent on friday the 13th", "december eleventh", "noon") == [
        "December thirteenth is a Sunday. Which day?", "At what time?",
        "I'll remind you to pay the rent on December eleventh at noon.",
      ])
    #expect(
      try await clock.assistant.dialogs(for: "remind me to plan casual friday on december first at noon", "december first").last
        == "I'll remind you to plan casual friday on December first at noon.")
    #expect(
      try await say("remind me on december first at noon to publish the post on monday")
        == "I'll remind you to publish the post on monday on December first at noon.")
  }

  @Test(
    "A reminder after days or weeks asks for the time of day, and its card shows the date",
    arguments: [
      ("call mom in two weeks", "call mom in two weeks, on December fourth at nine in the morning", "Friday, December 4, 2026"),
      (
        "call mom in fourteen days", "call mom in two weeks, on December fourth at nine in the morning",
        "Friday, December 4, 2026"
      ),
      ("call mom in three days", "call mom in three days, on Monday at nine in the morning", "Monday, November 23, 2026"),
      ("call mom in one day", "call mom tomorrow at nine in the morning", "Saturday, November 21, 2026"),
    ])
  func afterDays(request: String, due: String, date: String) async throws {
    var conversation = TypedConversation(runtime: clock.assistant.runtime)
    #expect(Answer(try await conversation.say("remind me to \(request)")).question == "At what time?")
    let answer = Answer(try await conversation.say("nine"))
    #expect(answer.dialog == "I'll remind you to \(due).")
    #expect(answer.card?.rows == [.init("Call mom", "\(date), 09:00")])
  }

  @Test("The time until a reminder may be the answer to the question about the time, and is exact in hours")
  func afterDaysAsAnswer() async throws {
    #expect(
      try await clock.assistant.dialogs(for: "remind me to call mom", "in a week", "nine") == [
        "At what time?", "At what time?", "I'll remind you to call mom in one week, next Friday at nine in the morning.",
      ])
    let answer = try await clock.assistant.ask("remind me to rest in 26 hours")
    #expect(answer.dialog == "I'll remind you to rest in one day and two hours.")
    #expect(answer.card?.rows == [.init("Rest", "Saturday, November 21, 2026, 14:00")])
    #expect(try await say("remind me to rest in 24 hours") == "I'll remind you to rest in one day.")
  }

  @Test("A reminder may be about a topic")
  func topic() async throws {
    #expect(
      try await say("remind me about my meeting on monday at nine")
        == "I'll remind you about your meeting on Monday at nine in the morning.")
    #expect(
      try await say("what reminders do i have") == "You have one reminder: about your meeting on Monday at nine in the morning.")
    #expect(try await say("cancel the reminder about my meeting") == "I won't remind you about your meeting.")
    #expect(
      try await clock.assistant.dialogs(for: "remind me", "about my meeting", "in one minute").last
        == "I'll remind you about your meeting in one minute.")
    clock.time.pass(.seconds(60))
    #expect(try await clock.due() == ["Remember your meeting."])
    clock.time.pass(.seconds(7200))
    #expect(try await clock.due() == ["You wanted a reminder about your meeting, two hours ago."])
  }

  @Test("\"Stop\" ends a reminder that is snoozed, and \"turn off the alarm\" does not")
  func snoozedReminder() async throws {
    _ = try await say("remind me to rest in one minute")
    clock.time.pass(.seconds(60))
    #expect(try await say("snooze") == "See you in nine minutes.")
    #expect(try await say("turn off the alarm") == "You don't have any alarms.")
    _ = try await say("remind me to call mom at six")
    #expect(try await say("stop") == "Okay.")
    #expect(try await clock.store.reminders().map(\.text) == ["call mom"])
    #expect(try await say("stop") == "Nothing is ringing.")
  }

  @Test("Twelve today is noon before noon, and midnight after it")
  func twelve() async throws {
    clock.time.pass(.seconds(-7200))
    #expect(try await say("wake me at twelve today") == "I'll wake you today at noon.")
    clock.time.pass(.seconds(10_800))
    #expect(try await say("wake me at twelve today") == "I'll wake you tonight at midnight.")
  }

  @Test("An alarm that repeats and rings is stopped and not canceled, also by its name")
  func ringingByName() async throws {
    _ = try await say("wake me at one p m on weekdays")
    clock.time.pass(.seconds(3600))
    #expect(try await say("turn off my one o'clock alarm") == "Okay.")
    #expect(try await clock.due().isEmpty)
    #expect(try await clock.store.alarms().count == 1)
    for answer in ["cancel it", "yes cancel it"] {
      _ = try await say("wake me at two p m on weekdays")
      #expect(
        try await clock.assistant.dialogs(for: "cancel my two o'clock alarm", answer).last
          == "Your two o'clock alarm is canceled.")
    }
  }

  @Test("Midnight is the end of a day, and is said with it")
  func midnight() async throws {
    #expect(try await say("wake me at midnight") == "I'll wake you tonight at midnight.")
    #expect(try await say("wake me today at midnight") == "I'll wake you tonight at midnight.")
    #expect(try await say("wake me at midnight every friday") == "I'll wake you every Friday at midnight.")
    let weekly = try #require(try await clock.store.alarms().last { if case .weekly = $0.days { true } else { false } })
    #expect(weekly.days == .weekly([.saturday]))
    #expect(try await say("wake me at midnight on monday") == "I'll wake you on Monday night at midnight.")
    #expect(
      try await say("remind me to cheer at midnight on new year's eve")
        == "I'll remind you to cheer on the night of December thirty first at midnight.")
    #expect(
      try await say("remind me to submit the form by monday at midnight")
        == "I'll remind you to submit the form on Monday night at midnight.")
  }

  @Test("A question about many timers names the first of them, and counts the others")
  func manyTimers() async throws {
    for minutes in 2...13 { _ = try await say("set a timer for \(minutes) minutes") }
    let question = try #require(try await clock.assistant.dialogs(for: "cancel the timer").first)
    #expect(question.hasPrefix("Which timer, the two minute one, the three minute one, "))
    #expect(question.hasSuffix(", the ten minute one or three others?"), "\(question)")
  }

  @Test("One of several reminders is canceled by its text, or after a question")
  func cancelledReminders() async throws {
    #expect(try await say("cancel the reminder") == "You don't have any reminders.")
    for request in ["call my mom at six", "check the oven in ten minutes", "call my mom at seven"] {
      _ = try await say("remind me to \(request)")
    }
    #expect(try await say("cancel the reminder to check the oven") == "I won't remind you to check the oven.")
    let question = "Which reminder, call your mom at six in the evening or call your mom at seven in the evening?"
    #expect(
      try await clock.assistant.dialogs(for: "cancel the reminder to call my mom", "the second one")
        == [question, "I won't remind you to call your mom."])
    #expect(try await clock.store.reminders().count == 1)
    #expect(try await say("delete my reminder") == "I won't remind you to call your mom.")
  }

  @Test("Alerts that were missed while the computer was off are reported once, and are then forgotten")
  func missed() async throws {
    _ = try await say("set a tea timer for five minutes")
    _ = try await say("wake me at one")
    _ = try await say("remind me to call my mom at two")
    _ = try await say("wake me at six on weekdays")
    clock.time.restart(after: .seconds(4 * 3600))
    let due = try await clock.alerts.alerts().due
    #expect(
      due.map(\.dialog) == [
        "Your tea timer was done three hours ago.", "I missed your one o'clock alarm, three hours ago.",
        "You wanted to call your mom, two hours ago.",
      ])
    #expect(due.allSatisfy { $0.style == .isSaid })
    try await clock.endAll()
    #expect(try await clock.due().isEmpty)
    #expect(try await say("what alarms do i have") == "You have one alarm: at six in the morning on weekdays.")
  }

  @Test("A box without a battery for its clock neither rings nor forgets when its clock is set")
  func jump() async throws {
    let start = UTC.date(1970, 1, 1, 0, 5)
    let clock = try TestClock(TestTime(start))
    _ = try await clock.assistant.ask("set a tea timer for five minutes")
    _ = try await clock.assistant.ask("wake me at seven in the morning on weekdays")
    clock.time.set(by: UTC.date(2026, 11, 20, 12).timeIntervalSince(start))
    #expect(try await clock.due() == ["I missed your seven o'clock alarm, five hours ago."])
    try await clock.endAll()
    #expect(try await clock.alerts.alerts().next == .seconds(300))
    // It ran years ahead, and is set back.
    clock.time.set(by: 10 * 365 * 86_400)
    try await clock.endAll()
    clock.time.set(by: -10 * 365 * 86_400)
    clock.time.pass(.seconds(301))
    #expect(try await clock.due() == ["Your tea timer is done."])
    try await clock.endAll()
    #expect(try await clock.alerts.alerts().next == .seconds((3 * 24 - 5) * 3600 - 301))
  }

  @Test("A box that starts with a clock weeks behind does not report alarms that were heard when the clock is set")
  func behind() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    clock.time.pass(.seconds(19 * 3600 + 1800))
    try await clock.endAll()
    clock.time.restart(after: .seconds(-60 * 86_400))
    #expect(try await clock.alerts.alerts().next == .seconds(86_400))
    clock.time.pass(.seconds(20))
    #expect(try await clock.due().isEmpty)
    clock.time.set(by: 60 * 86_400 + 3600)
    #expect(try await clock.due().isEmpty)
    #expect(try await clock.alerts.alerts().next == .seconds(86_400 - 3600 - 20))
  }

  @Test("The time until the next alarm is said, and that an alarm rings, and the rest of a snooze")
  func untilAlarm() async throws {
    #expect(try await say("how long until my next alarm") == "You don't have any alarms.")
    _ = try await say("wake me in ten minutes")
    #expect(try await say("how long until my next alarm")?.hasSuffix(" is in ten minutes.") == true)
    clock.time.pass(.seconds(600))
    #expect(try await say("how long until my next alarm")?.hasSuffix(" is ringing.") == true)
    try await clock.endAll(as: .snoozed)
    #expect(try await say("how long until my next alarm")?.hasSuffix(" is in nine minutes.") == true)
  }

  @Test("A weekly alarm that was missed days ago is not reported")
  func oldNews() async throws {
    _ = try await say("wake me at seven in the morning on mondays")
    clock.time.restart(after: .seconds(86_400 * 5))
    #expect(try await clock.due().isEmpty)
    #expect(try await clock.alerts.alerts().next == .seconds(86_400 * 5 - 5 * 3600))
  }

  @Test("If the disk is full, an alarm that was missed days ago does not keep other alerts from being heard")
  func fullDisk() async throws {
    _ = try await say("wake me at seven in the morning on mondays")
    _ = try await say("remind me to call my mom at two")
    try OtherProgram(path: clock.path).run(
      "CREATE TRIGGER refuse BEFORE UPDATE ON alarm BEGIN SELECT RAISE(ABORT, 'refused'); END")
    clock.time.restart(after: .seconds(86_400 * 5))
    #expect(try await clock.due() == ["You wanted to call your mom, four days ago."])
  }

  @Test("While the disk is full, an alarm that repeats rings once on each of its days")
  func daysOnFullDisk() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    try clock.setDiskFull(true)
    let ringer = try TestRinger(clock)
    await ringer.rest()
    for (days, minutes) in [(1, 19 * 60 + 30), (2, 23 * 60)] {
      clock.time.pass(.seconds(minutes * 60))
      ringer.look()
      #expect(await eventually { ringer.dialogs.count == days })
      #expect(await ringer.stop())
      await ringer.rest()
      clock.time.pass(.seconds(3600))
      ringer.look()
      await ringer.rest()
      #expect(ringer.dialogs == Array(repeating: "It's seven thirty in the morning.", count: days))
      #expect(try await !clock.due().isEmpty)
    }
    try clock.setDiskFull(false)
    for _ in 1...2 {
      ringer.look()
      await ringer.rest()
    }
    #expect(try await clock.due().isEmpty)
    #expect(ringer.dialogs.count == 2)
  }

  @Test("An alarm that a person snoozes while the disk is full rings again in nine minutes")
  func ringingAfterUnstoredSnooze() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    try clock.setDiskFull(true)
    clock.time.pass(.seconds(19 * 3600 + 1800))
    let ringer = try TestRinger(clock)
    #expect(await eventually { ringer.dialogs.count == 1 })
    #expect(await ringer.stop(with: AlertRinger.snoozeWord))
    await ringer.rest()
    clock.time.pass(.seconds(529))
    ringer.look()
    await ringer.rest()
    #expect(ringer.dialogs.count == 1)
    clock.time.pass(.seconds(11))
    ringer.look()
    #expect(await eventually { ringer.dialogs.count == 2 })
    #expect(ringer.dialogs.last == "It's seven thirty nine in the morning.")
  }

  @Test("A snooze that cannot be stored lasts nine minutes, and its end rings and can be snoozed again")
  func unstoredSnooze() async throws {
    try await snoozeOnFullDisk()
    clock.time.pass(.seconds(539))
    #expect(try await clock.alerts.alerts() == DueAlerts(due: [], next: .seconds(1)))
    clock.time.pass(.seconds(2))
    for _ in 1...2 {
      let due = try await clock.alerts.alerts().due
      #expect(due.count == 2)
      #expect(due.allSatisfy { $0.style == .rings && $0.canSnooze })
      for alert in due {
        await #expect(throws: (any Error).self) { try await clock.alerts.end(alert.id, as: .snoozed) }
      }
      #expect(try await clock.alerts.alerts() == DueAlerts(due: [], next: ClockAlerts.snooze))
      clock.time.pass(ClockAlerts.snooze)
    }
  }

  @Test("A snooze that could not be stored is stored with its own end when the disk is free")
  func laterStoredSnooze() async throws {
    try await snoozeOnFullDisk()
    clock.time.pass(.seconds(240))
    try clock.setDiskFull(false)
    #expect(try await clock.due().isEmpty)
    let restarted = ClockAlerts(store: clock.store, time: clock.time.keeper)
    #expect(try await restarted.alerts() == DueAlerts(due: [], next: .seconds(300)))
    #expect(try await say("stop") == "Okay.")
    clock.time.pass(.seconds(300))
    #expect(try await clock.due().isEmpty)
  }

  /// Snoozes an alarm and a reminder that are due at half past seven.
  private func snoozeOnFullDisk() async throws {
    _ = try await say("wake me every day at seven thirty in the morning")
    let wait = Duration.seconds(19 * 3600 + 1800)
    _ = try await clock.store.addReminder("rest", due: .after(clock.time.now.advanced(by: wait)))
    try clock.setDiskFull(true)
    clock.time.pass(wait)
    for alert in try await clock.alerts.alerts().due {
      await #expect(throws: (any Error).self) { try await clock.alerts.end(alert.id, as: .snoozed) }
    }
  }

  @Test("A reminder at a time follows the time zone, a reminder after some time does not")
  func reminders() async throws {
    _ = try await say("remind me to call mom at six in the evening")
    _ = try await say("remind me to rest in three hours")
    try clock.time.travel(to: "Europe/Berlin")
    #expect(try await clock.alerts.alerts().next == .seconds(3 * 3600))
    clock.time.pass(.seconds(3 * 3600))
    try await clock.endAll()
    #expect(try await clock.alerts.alerts().next == .seconds(2 * 3600))
    clock.time.pass(.seconds(2 * 3600))
    #expect(try await clock.due() == ["Remember to call mom."])
    try await clock.endAll(as: .snoozed)
    #expect(try await clock.alerts.alerts().next == ClockAlerts.snooze)
  }

  @Test(
    "A reminder for a day without a time asks for the time of that day",
    arguments: [
      ("remind me to call mom tomorrow", "nine", "call mom tomorrow at nine in the morning"),
      ("remind me to call mom on monday", "six", "call mom on Monday at six in the evening"),
      ("remind me to pay the rent next monday", "nine in the evening", "pay the rent on Monday at nine in the evening"),
      ("remind me to pay the rent on december first", "noon", "pay the rent on December first at noon"),
      ("remind me to call mom tonight", "eight", "call mom at eight in the evening"),
      ("remind me to call mom tomorrow morning", "six", "call mom tomorrow at six in the morning"),
      ("remind me tomorrow evening to call mom", "nine", "call mom tomorrow at nine in the evening"),
      ("remind me this afternoon to call mom", "four", "call mom at four in the afternoon"),
      ("remind me to go home tomorrow night", "one", "go home on Sunday at one in the morning"),
      ("remind me tomorrow to call mom", "nine", "call mom tomorrow at nine in the morning"),
      ("remind me tonight to call mom", "one", "call mom tomorrow at one in the morning"),
      ("remind me to call mom next friday", "nine", "call mom next Friday at nine in the morning"),
      ("remind me to eat in the morning", "eight", "eat tomorrow at eight in the morning"),
      ("remind me in the afternoon to eat", "eleven in the morning", "eat tomorrow at eleven in the morning"),
      ("remind me to lock the door at night", "ten", "lock the door at ten at night"),
      ("remind me to pay rent the day after tomorrow", "nine", "pay rent on Sunday at nine in the morning"),
      ("remind me the day after tomorrow to pay rent", "nine", "pay rent on Sunday at nine in the morning"),
      ("remind me to pay rent on the fifteenth", "nine", "pay rent on December fifteenth at nine in the morning"),
      ("remind me on the fifteenth to pay rent", "nine", "pay rent on December fifteenth at nine in the morning"),
      ("remind me to pay rent on the first of the month", "noon", "pay rent on December first at noon"),
      ("remind me to pay rent on the thirtieth of next month", "noon", "pay rent on December thirtieth at noon"),
      ("remind me to renew my passport in a month", "noon", "renew your passport on December twentieth at noon"),
      ("remind me in two months to rest", "noon", "rest on January twentieth, twenty twenty seven at noon"),
      ("remind me to call mom on christmas", "noon", "call mom on December twenty fifth at noon"),
      ("remind me by christmas eve to buy a gift", "noon", "buy a gift on December twenty fourth at noon"),
      ("remind me to write the report by monday", "nine", "write the report on Monday at nine in the morning"),
      ("remind me to write the report by tomorrow evening", "nine", "write the report tomorrow at nine in the evening"),
    ])
  func days(request: String, time: String, due: String) async throws {
    #expect(try await clock.assistant.dialogs(for: request, time) == ["At what time?", "I'll remind you to \(due)."])
  }

  @Test(
    "A part of the day is the coming one, and an evening or a night includes midnight",
    arguments: [
      ("2026-11-20T10:00:00Z", "remind me tonight to eat", "eleven", "at eleven at night"),
      ("2026-11-20T10:00:00Z", "remind me tonight to eat", "twelve", "tonight at midnight"),
      ("2026-11-20T10:00:00Z", "remind me to eat this evening", "twelve", "tonight at midnight"),
      ("2026-11-20T10:00:00Z", "remind me this evening to eat", "twelve", "tonight at midnight"),
      ("2026-11-20T10:00:00Z", "remind me to eat tomorrow evening at twelve", nil, "tomorrow night at midnight"),
      ("2026-11-20T01:00:00Z", "remind me to eat tonight at two", nil, "at two in the morning"),
      ("2026-11-20T01:00:00Z", "remind me to eat tonight", "two", "at two in the morning"),
      ("2026-11-20T01:00:00Z", "remind me to eat tonight at midnight", nil, "tonight at midnight"),
      ("2026-11-20T01:00:00Z", "remind me to eat tonight", "ten", "at ten at night"),
      ("2026-11-20T07:00:00Z", "remind me to eat in the morning at eight", nil, "at eight in the morning"),
      ("2026-11-20T20:00:00Z", "remind me in the morning at eight to eat", nil, "tomorrow at eight in the morning"),
      ("2026-11-20T20:00:00Z", "remind me to eat in the evening", "seven", "tomorrow at seven in the evening"),
    ] as [(String, String, String?, String)])
  func partsOfTheDay(now: String, request: String, time: String?, due: String) async throws {
    let clock = try TestClock(TestTime(Zone.utc(now)))
    var dialog = try await clock.assistant.dialogs(for: request).last
    if let time { dialog = try await clock.assistant.dialogs(for: request, time).last }
    #expect(dialog == "I'll remind you to eat \(due).")
  }

  @Test(
    "A reminder for a week, a weekend or a month asks for the day in it",
    arguments: [
      ("remind me to mow the lawn this weekend", "saturday", "tomorrow"),
      ("remind me to mow the lawn next weekend", "on sunday", "on November twenty ninth"),
      ("remind me next week to mow the lawn", "friday", "next Friday"),
      ("remind me to mow the lawn next week", "sunday", "on November twenty ninth"),
      ("remind me to mow the lawn next week", "tomorrow", "tomorrow"),
      ("remind me to mow the lawn this week", "sunday", "on Sunday"),
      ("remind me to mow the lawn next month", "monday", "on December seventh"),
      ("remind me to mow the lawn next month", "december fifth", "on December fifth"),
      ("remind me to mow the lawn next month", "the first", "on December first"),
      ("remind me to mow the lawn by next month", "on the thirtieth", "on December thirtieth"),
    ])
  func spans(request: String, day: String, due: String) async throws {
    let dialogs = try await clock.assistant.dialogs(for: request, day, "nine")
    #expect(
      dialogs == ["Which day?", "At what time?", "I'll remind you to mow the lawn \(due) at nine in the morning."])
  }

  @Test(
    "A day that is not understood stays in the text, and is asked for",
    arguments: [
      ("remind me to pay rent at the end of the month at nine", "the thirtieth", "on November thirtieth at nine in the morning"),
      ("remind me to pay rent the saturday after next at nine", "december fifth", "on December fifth at nine in the morning"),
      ("remind me at noon to buy a gift for christmas", "monday", "on Monday at noon"),
      ("remind me at noon to pay rent on monday", "monday", "on Monday at noon"),
      ("remind me at noon to order seeds in march", "tomorrow", "tomorrow at noon"),
    ])
  func keptDays(request: String, day: String, due: String) async throws {
    let dialogs = try await clock.assistant.dialogs(for: request, day)
    #expect(dialogs.first == "Which day?")
    #expect(dialogs.last?.hasSuffix(" \(due).") == true, "\(dialogs)")
  }

  @Test("A day in the answer to what to be reminded of is asked for again, instead of taken as today")
  func dayInAnswer() async throws {
    #expect(
      try await clock.assistant.dialogs(for: "remind me", "call mom tomorrow", "tomorrow", "nine") == [
        "What should I remind you to do?", "Which day?", "At what time?",
        "I'll remind you to call mom tomorrow tomorrow at nine in the morning.",
      ])
    #expect(try await clock.assistant.dialogs(for: "remind me", "call mom tomorrow at six")[1] == "Which day?")
    #expect(try await say("remind me at six to call april") == "I'll remind you to call april at six in the evening.")
  }

  @Test("A month does not have every day")
  func missingDay() async throws {
    let clock = try TestClock(TestTime(UTC.date(2027, 1, 20)))
    #expect(
      try await clock.assistant.dialogs(for: "remind me to mow the lawn next month", "the thirtieth", "the first", "noon") == [
        "Which day?", "That month doesn't have that day. Which day?", "At what time?",
        "I'll remind you to mow the lawn on February first at noon.",
      ])
  }

  @Test("In a month that is shorter, \"in a month\" is its last day")
  func shorterMonth() async throws {
    let clock = try TestClock(TestTime(UTC.date(2027, 1, 31)))
    #expect(
      try await clock.assistant.dialogs(for: "remind me to rest in a month", "noon").last
        == "I'll remind you to rest on February twenty eighth at noon.")
  }

  @Test(
    "A reminder addresses the person",
    arguments: [
      ("tell her i was there", "tell her you were there"), ("ask if i wasn't seen", "ask if you weren't seen"),
      ("say it was me", "say it was you"), ("say what i'd like for my birthday", "say what you'd like for your birthday"),
    ])
  func addressed(text: String, said: String) async throws {
    #expect(try await say("remind me to \(text) at six") == "I'll remind you to \(said) at six in the evening.")
  }

  @Test("The answer to what to be reminded of may begin with \"to\"")
  func toDo() async throws {
    let dialogs = try await clock.assistant.dialogs(for: "remind me", "to call my mom", "at six")
    #expect(dialogs.last == "I'll remind you to call your mom at six in the evening.")
  }

  @Test("A time that cannot be is refused with a reason")
  func refusals() async throws {
    #expect(try await say("wake me today at nine in the morning") == "That time has already passed today.")
    #expect(try await say("remind me to run every day at nine") == "I can only remind you once. Set an alarm for that.")
    #expect(try await say("remind me to run every day") == "I can only remind you once. Set an alarm for that.")
    for days in ["on the first of every month", "every evening", "every other week"] {
      #expect(try await say("remind me to run \(days) at nine") == "I can only remind you once.")
    }
    for days in ["monday and tuesday", "the first and the fifteenth", "christmas and on halloween"] {
      #expect(try await say("remind me to run on \(days) at eight") == "I can only remind you once. Set an alarm for that.")
    }
    #expect(try await say("remind me to run yesterday at nine") == "That time has already passed.")
    #expect(try await say("remind me to run this morning at nine") == "That time has already passed.")
    #expect(try await say("wake me this morning at nine") == "That time has already passed.")
    #expect(try await clock.assistant.dialogs(for: "set a timer for two days", "cancel").first?.contains("a day at most") == true)
  }
}
