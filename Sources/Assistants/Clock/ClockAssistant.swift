public import VocativeIntents
import VocativeMemory

/// A clock: the time, the date, timers, alarms and reminders.
public enum ClockAssistant {
  /// The name of the assistant on the command line.
  public static let name = "clock"

  /// Creates the assistant for a store.
  ///
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(store: ClockStore, time: TimeKeeper = .system) throws(AssistantError) -> Assistant {
    let alerts = ClockAlerts(store: store, time: time)
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(time)
    dependencies.add(time.wallClock)
    dependencies.add(alerts)
    return try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies,
      suggestedShortcuts: { [Shortcut(TellTime()), Shortcut(TimeLeft())] }
    ) {
      telling
      timers
      alarms
      reminders
      ringing
      ShortcutIntents.feature
    }.announcing(alerts)
  }

  private static var telling: Feature {
    Feature("Telling") {
      IntentDefinition(TellTime.self, phrases: ["(what time is it|what's the time|what is the time|tell me the time)"])
      IntentDefinition(
        TellDay.self,
        phrases: [
          "(what day is it|what day is today|what's the date|what is the date|what's today's date|what is today's date) [today]",
          "what day of the week is it [today]",
        ])
      IntentDefinition(TellTomorrow.self, phrases: ["what day is tomorrow", "(what's|what is) tomorrow's date"])
      IntentDefinition(
        DaysUntilHoliday.self,
        phrases: [
          "how (many days|long) [is it] (until|till|to) \(\.$holiday)", "(when is|when's|what day is) \(\.$holiday)",
        ])
      IntentDefinition(DaysUntilDay.self, phrases: ["how (many days|long) [is it] (until|till|to) \(\.$day)"])
    }
  }

  private static var timers: Feature {
    Feature("Timers") {
      IntentDefinition(
        StartTimer.self,
        phrases: [
          "(set|start) [a|an|another|the] [\(\.$name)] timer [for \(\.$duration)]",
          "(set|start) [a|an|another|the] timer for [the|my] \(\.$name) [[for] \(\.$duration)]",
          "(set|start) [a|an|another|the] timer for \(\.$duration) for [the|my] \(\.$name)",
          "(set|start|give me) [a|an] \(\.$duration) (\(\.$name) timer|timer [for [the|my] \(\.$name)])",
          "\(\.$duration) (\(\.$name) timer|timer [for [the|my] \(\.$name)])", "[\(\.$name)] timer for \(\.$duration)",
        ])
      IntentDefinition(AddToTimer.self, phrases: ["add \(\.$duration) [to (the|my) [\(\.$timer)] timer]"])
      IntentDefinition(PauseTimer.self, phrases: ["pause [the|my] [\(\.$timer)] timer"])
      IntentDefinition(ResumeTimer.self, phrases: ["(resume|continue) [the|my] [\(\.$timer)] timer"])
      IntentDefinition(
        TimeLeft.self,
        phrases: [
          "how (much|much time|long) [is] left [on (the|my) [\(\.$timer)] timer]",
          "how (much time do i have left|much longer) [on (the|my) [\(\.$timer)] timer]",
        ])
      IntentDefinition(
        ListTimers.self,
        phrases: ["what timers (do i have|are running|are set)", "do i have any timers", "(list|show) [me] [all] [of] my timers"])
      IntentDefinition(CancelTimer.self, phrases: ["(cancel|stop|delete|turn off) [the|my] [\(\.$timer)] timer"])
      IntentDefinition(CancelAllTimers.self, phrases: ["(cancel|stop|delete|turn off) all [of] [my|the] timers"])
    }
  }

  private static var alarms: Feature {
    Feature("Alarms") {
      IntentDefinition(
        SetAlarm.self,
        phrases: [
          "(wake me [up]|set [an|another|the|my] alarm) (at|for) \(\.$at) [\(\.$days) [[and] \(\.$furtherDays)]]",
          "(wake me [up]|set [an|another|the|my] alarm [for]) \(\.$days) [[and] \(\.$furtherDays)] [at \(\.$at)]",
          "(wake me [up]|set [an|another|the|my] alarm) (at|for) \(\.$at) (\(\.$coming)|\(\.$comingDay))",
          "(wake me [up]|set [an|another|the|my] alarm [for]) (\(\.$coming)|\(\.$comingDay)) [at \(\.$at)]",
          "(wake me [up]|set [an|another|the|my] alarm) (at|for) \(\.$at) \(\.$day) [\(\.$part)]",
          "(wake me [up]|set [an|another|the|my] alarm [for]) \(\.$day) [\(\.$part)] [at \(\.$at)]",
          // After "wake me up", a time without "at" would be a rival of each time with it: "wake me at seven on monday".
          "set [an|another|the|my] alarm for \(\.$when)", "set [an|another|the|my] alarm \(\.$at)", "alarm (at|for) \(\.$at)",
          "(wake me [up]|set [an|another|the|my] alarm) in \(\.$delay)", "(wake me [up]|set [an|another|the|my] alarm)",
        ])
      IntentDefinition(
        ListAlarms.self,
        phrases: [
          "what alarms (do i have|are set)", "do i have any alarms", "(when is|when's) (my|the) [next] alarm",
          "(list|show) [me] [all] [of] my alarms",
        ])
      IntentDefinition(TimeUntilAlarm.self, phrases: ["how long until my [next] alarm"])
      // A phrase with a list that is empty is not understood, even if the value is optional.
      IntentDefinition(
        CancelAlarm.self,
        phrases: [
          "(cancel|delete|turn off) (the|my) (\(\.$alarm) alarm|alarm [at|for] \(\.$alarm))",
          "(cancel|delete|turn off) (the|my) alarm",
        ])
      IntentDefinition(CancelAllAlarms.self, phrases: ["(cancel|delete|turn off) all [of] [my|the] alarms"])
    }
  }

  private static var reminders: Feature {
    Feature("Reminders") {
      IntentDefinition(
        Remind.self,
        phrases: [
          // Without a phrase for it, a day after the text would be part of the text.
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) (at|by) \(\.$at) [(\(\.$days)|\(\.$comingDay))]",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) [by] \(\.$days) at \(\.$at)",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) [by] \(\.$when)",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) in \(\.$delay)",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) [by] \(\.$days)",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) [by] (\(\.$coming)|\(\.$span)|\(\.$comingDay)) [at \(\.$at)]",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic)) [by] \(\.$day) [(\(\.$part)|of \(\.$span) [at \(\.$at)])]",
          "remind me [\(\.$days)] at \(\.$at) (to \(\.$text)|about \(\.$topic))",
          "remind me \(\.$when) (to \(\.$text)|about \(\.$topic))",
          "remind me in \(\.$delay) (to \(\.$text)|about \(\.$topic))",
          "remind me \(\.$days) (to \(\.$text)|about \(\.$topic))",
          "remind me (\(\.$coming)|\(\.$span)|\(\.$comingDay)) [at \(\.$at)] (to \(\.$text)|about \(\.$topic))",
          "remind me \(\.$day) [\(\.$part)] (to \(\.$text)|about \(\.$topic))",
          "(remind me|set a reminder) (to \(\.$text)|about \(\.$topic))",
          "(remind me|set a reminder)",
        ])
      IntentDefinition(
        ListReminders.self,
        phrases: ["what reminders do i have", "do i have any reminders", "(list|show) [me] [all] [of] my reminders"])
      IntentDefinition(CancelNextReminder.self, phrases: ["(cancel|delete) my next reminder"])
      // A phrase with a list that is empty is not understood.
      IntentDefinition(
        CancelReminder.self,
        phrases: ["(cancel|delete) (the|my) reminder (to|about) \(\.$reminder)", "(cancel|delete) (the|my) reminder"])
      IntentDefinition(CancelAllReminders.self, phrases: ["(cancel|delete) all [of] [my|the] reminders"])
    }
  }

  private static var ringing: Feature {
    Feature("Ringing") {
      IntentDefinition(StopRinging.self, phrases: ["stop [the] (alarm|ringing|reminder)", "stop"])
      IntentDefinition(Snooze.self, phrases: ["snooze [the alarm] [for \(\.$duration)]"])
    }
  }
}
