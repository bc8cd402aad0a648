/** Which messages of the second step follow which of the first. Both are in the order of time. */
import type { FoundMessage } from '../../../search/measures/measures.ts'

export interface SequenceMessage {
  /** The values that both messages share. */
  readonly key: readonly string[]
  readonly message: FoundMessage
}

export interface Pair {
  readonly first: SequenceMessage
  readonly next: SequenceMessage
}

type ByKey = ReadonlyMap<string, readonly SequenceMessage[]>

const byKey = (messages: readonly SequenceMessage[]): ByKey => Map.groupBy(messages, ({ key }) => JSON.stringify(key))
const timeOf = ({ message }: SequenceMessage) => message.timestampMs

/**
 * Each second message with the last first message before it, unless another second message came between. A message
 * follows only at a later millisecond, so one that matches both steps does not follow itself.
 */
export function followed(
  first: readonly SequenceMessage[],
  next: readonly SequenceMessage[],
  withinMs: number,
): readonly Pair[] {
  const firstByKey = byKey(first)
  return [...byKey(next)]
    .flatMap(([key, seconds]) => pairsOf(firstByKey.get(key) ?? [], seconds, withinMs))
    .toSorted((one, other) => timeOf(one.next) - timeOf(other.next))
}

function pairsOf(first: readonly SequenceMessage[], seconds: readonly SequenceMessage[], withinMs: number): Pair[] {
  const pairs: Pair[] = []
  let place = 0
  let last: SequenceMessage | undefined
  for (const next of seconds) {
    for (let one = first[place]; one !== undefined && timeOf(one) < timeOf(next); one = first[place]) {
      last = one
      place += 1
    }
    if (last !== undefined && timeOf(next) - timeOf(last) <= withinMs) pairs.push({ first: last, next })
    last = undefined
  }
  return pairs
}

/** The first messages that no second message follows in time. */
export function unfollowed(
  first: readonly SequenceMessage[],
  next: readonly SequenceMessage[],
  withinMs: number,
): readonly SequenceMessage[] {
  const times = new Map([...byKey(next)].map(([key, seconds]) => [key, seconds.map(timeOf)]))
  return first.filter((one) => {
    const after = firstAfter(times.get(JSON.stringify(one.key)) ?? [], timeOf(one))
    return after === undefined || after - timeOf(one) > withinMs
  })
}

function firstAfter(times: readonly number[], ms: number): number | undefined {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) > ms) high = middle
    else low = middle + 1
  }
  return times[low]
}
