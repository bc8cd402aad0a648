/** Says in words what a back-test found. */
import type { BackTest } from '@logyard/contract/events/back-test'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `1 day 2 hours`, `5 minutes`, `250 milliseconds`: the two largest units. */
export function durationInWords(ms: number): string {
  if (ms < 1000) return counted(ms, 'millisecond')
  const texts: string[] = []
  let left = Math.round(ms / 1000) * 1000
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(left / unitMs)
    left -= count * unitMs
    if (count > 0) texts.push(counted(count, unit))
    else if (texts.length > 0) break
  }
  return texts.slice(0, 2).join(' ')
}

type Summarised = Pick<
  BackTest,
  'mode' | 'firing_count' | 'event_count' | 'notifications' | 'is_shortened' | 'groups_left_out' | 'ungrouped_messages'
> & { readonly coveredMs: number; readonly groupBy: readonly string[]; readonly notificationCount: number }

export function summaryInWords(found: Summarised): string {
  const { mode, notifications, groups_left_out: leftOut, coveredMs } = found
  const past = `In the last ${durationInWords(coveredMs)}`
  const fired =
    mode !== 'figures'
      ? `${counted(found.event_count, mode === 'rows' ? 'row' : 'message')} matched, in ${counted(found.firing_count, 'period')}.`
      : `the condition was met ${timesOf(found.firing_count)}: ${counted(found.event_count, 'event')}.`
  return [
    `${past} ${found.event_count === 0 ? neverOf(found) : fired}`,
    ...(found.event_count === 0 || found.notificationCount === 0 ? [] : [notified(notifications)]),
    ...(found.is_shortened ? ['It runs so often that a longer past cannot be tested.'] : []),
    ...(leftOut.count === 0
      ? []
      : [`${counted(leftOut.count, 'group')} with fewer messages ${leftOut.count === 1 ? 'is' : 'are'} left out.`]),
  ].join(' ')
}

function neverOf({ mode, ungrouped_messages: ungrouped, groupBy }: Summarised): string {
  if (ungrouped > 0) return `${counted(ungrouped, 'message')} matched, but none has ${groupBy.join(' and ')}.`
  if (mode === 'rows') return 'there was no row.'
  return mode === 'messages' ? 'no message matched.' : 'the condition was never met.'
}

function notified({ total, is_estimate, in_grace_period, over_limit }: BackTest['notifications']): string {
  const withheld = [
    ...(in_grace_period === 0 ? [] : [`${counted(in_grace_period, 'event')} in the grace period`]),
    ...(over_limit === 0 ? [] : [`${counted(over_limit, 'event')} over the limit`]),
  ]
  const about = is_estimate ? 'About ' : ''
  const without = withheld.length === 0 ? '' : `, and none for ${withheld.join(' and ')}`
  return `${about}${counted(total, 'notification')} would have been sent${without}.`
}

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)
const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
