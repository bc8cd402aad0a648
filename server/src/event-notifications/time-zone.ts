import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The model with its instants written in the time of a zone: `2026-03-01T10:00:00.000+01:00`. */
export function inTimeZone(model: TemplateModel, zone: string): TemplateModel {
  const { event, backlog } = model
  return {
    ...model,
    event: {
      ...event,
      timestamp: zoned(event.timestamp, zone),
      timestamp_processing: zoned(event.timestamp_processing, zone),
      timerange_start: event.timerange_start === null ? null : zoned(event.timerange_start, zone),
      timerange_end: event.timerange_end === null ? null : zoned(event.timerange_end, zone),
    },
    backlog: backlog.map((message) => ({ ...message, timestamp: zoned(message.timestamp, zone) })),
  }
}

function zoned(instant: string, timeZone: string): string {
  if (!ISO.test(instant)) return instant
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  const date = `${part('year')}-${part('month')}-${part('day')}`
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${instant.slice(19, 23)}${offset}`
}
