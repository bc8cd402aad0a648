/** A quiet time as its form edits it. */
import type { QuietTime, QuietTimeDraft, Weekday } from '@logyard/contract/alerts/quiet-times'
import { parseWallClock, wallClock } from '../../../query/time-range/zoned-time.ts'

export interface QuietValues {
  readonly title: string
  readonly definitions: readonly string[]
  readonly tags: readonly string[]
  readonly kind: 'once' | 'weekly'
  /** Clock times in the user's zone, as the browser's input of date and time has them: `2026-11-23T22:00`. */
  readonly onceFrom: string
  readonly onceTo: string
  readonly days: readonly Weekday[]
  /** `HH:MM` */
  readonly dailyFrom: string
  readonly dailyTo: string
  readonly zone: string
  readonly notifiesAtEnd: boolean
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const WORKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

const inputText = (ms: number, zone: string) => wallClock(ms, zone).slice(0, 16).replace(' ', 'T')

/** Without a quiet time an hour from now, or the nights of workdays. */
export function quietValues(time: QuietTime | undefined, zone: string, nowMs: number): QuietValues {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const initial: QuietValues = {
    title: time?.title ?? '',
    definitions: time?.event_definitions ?? [],
    tags: time?.tags ?? [],
    kind: time?.schedule.type ?? 'once',
    onceFrom: inputText(startMs, zone),
    onceTo: inputText(startMs + HOUR_MS, zone),
    days: WORKDAYS,
    dailyFrom: '22:00',
    dailyTo: '06:00',
    zone,
    notifiesAtEnd: time === undefined || time.at_end === 'notify_open',
  }
  if (time === undefined) return initial
  const { schedule } = time
  if (schedule.type === 'weekly') {
    const { days, from, to, timezone } = schedule
    return { ...initial, days, dailyFrom: from, dailyTo: to, zone: timezone }
  }
  const [from, to] = [Date.parse(schedule.from), Date.parse(schedule.to)]
  return { ...initial, onceFrom: inputText(from, zone), onceTo: inputText(to, zone) }
}

type QuietProblem = 'title' | 'targets' | 'from' | 'to' | 'order' | 'days'

/** Problems by field; false without one. `mustName`: the user may not silence all definitions. */
export function quietProblems(
  { title, definitions, tags, kind, days, dailyFrom, dailyTo, onceFrom, onceTo }: QuietValues,
  mustName: boolean,
  userZone: string,
): Readonly<Record<string, QuietProblem | false>> {
  const [from, to] = [parseWallClock(onceFrom, userZone), parseWallClock(onceTo, userZone)]
  const isReversed = from !== undefined && to !== undefined && from >= to
  return {
    title: title.trim() === '' && 'title',
    definitions: mustName && (definitions.length === 0 || tags.length > 0) && 'targets',
    ...(kind === 'weekly'
      ? { days: days.length === 0 && 'days', dailyFrom: dailyFrom === '' && 'from', dailyTo: dailyTo === '' && 'to' }
      : { onceFrom: from === undefined && 'from', onceTo: to === undefined ? 'to' : isReversed && 'order' }),
  }
}

export function quietDraft(values: QuietValues, userZone: string): QuietTimeDraft {
  const isoOf = (text: string) => new Date(parseWallClock(text, userZone) ?? Number.NaN).toISOString()
  const { days, dailyFrom, dailyTo, zone } = values
  return {
    title: values.title.trim(),
    event_definitions: [...values.definitions],
    tags: [...values.tags],
    schedule:
      values.kind === 'once'
        ? { type: 'once', from: isoOf(values.onceFrom), to: isoOf(values.onceTo) }
        : { type: 'weekly', days: [...days], from: dailyFrom, to: dailyTo, timezone: zone },
    at_end: values.notifiesAtEnd ? 'notify_open' : 'nothing',
  }
}
