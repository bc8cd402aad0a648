import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { ReadableMessage } from '../../store/messages/message.ts'
import { compileStreamRule, type RulePredicate } from '../../streams/compile-stream-rule.ts'
import type { StreamSettings } from '../../streams/stream-routing.ts'
import { IN_DEFAULT } from './normalise-message.ts'
import { type Step, type StepTools, stepType } from './processor.ts'
import { type StreamRuleWatch, streamRuleMetric } from './stream-rule-watch.ts'

interface CompiledStream {
  readonly id: string
  readonly removesFromDefault: boolean
  readonly matches: RulePredicate
  /** The same test, with each rule timed. */
  readonly matchesTimed: RulePredicate
}

/**
 * Adds the streams whose rules a message matches to those that it is in: the default stream, and those that pipelines
 * have chosen. The default stream comes first, unless a matching stream or a pipeline has removed it.
 */
export const routing = stepType(['routing'], ({ routing: settings }, tools) => {
  const streams = settings.filter(({ rules }) => rules.length > 0).map((stream) => compileStream(stream, tools))
  const { watch } = tools
  const lists = createListsInDefault(streams)
  const ofMessage = (message: ReadableMessage) =>
    message.streams === IN_DEFAULT && streams.length <= MAX_BITS
      ? lists.of(matchingBits(message, streams, watch))
      : streamsOf(message, streams, watch)
  const step: Step = (message) => {
    message.streams = ofMessage(message)
    return 'keep'
  }
  return Object.assign(step, { streamsOf: ofMessage })
})

/** Streams as bits of one number. */
const MAX_BITS = 30

function matchingBits(message: ReadableMessage, streams: readonly CompiledStream[], watch: StreamRuleWatch): number {
  let bits = 0
  for (let at = 0; at < streams.length; at += 1) {
    const stream = streams[at]
    if (stream !== undefined && matches(stream, message, watch)) bits |= 1 << at
  }
  return bits
}

/** The streams of messages that were in the default stream: the same list for all that match the same ones. */
function createListsInDefault(streams: readonly CompiledStream[]) {
  const known = createBoundedMap<number, readonly string[]>(MAX_LISTS)

  function make(bits: number): readonly string[] {
    const matching = streams.filter((_, at) => (bits & (1 << at)) !== 0)
    const ids = matching.map(({ id }) => id)
    return matching.some(({ removesFromDefault }) => removesFromDefault) ? ids : [...IN_DEFAULT, ...ids]
  }

  return {
    of(bits: number): readonly string[] {
      if (bits === 0) return IN_DEFAULT
      const list = known.get(bits)
      if (list !== undefined) return list
      const made = make(bits)
      known.set(bits, made)
      return made
    },
  }
}
const MAX_LISTS = 10_000

function streamsOf(
  message: ReadableMessage,
  streams: readonly CompiledStream[],
  watch: StreamRuleWatch,
): readonly string[] {
  const before = message.streams
  let found: string[] | undefined
  let removesFromDefault = false
  for (const stream of streams) {
    if (!matches(stream, message, watch)) continue
    if (stream.removesFromDefault) removesFromDefault = true
    if (before !== IN_DEFAULT && before.includes(stream.id)) continue
    found ??= [...before]
    found.push(stream.id)
  }
  const all = found ?? before
  return removesFromDefault && all[0] === DEFAULT_STREAM_ID ? all.slice(1) : all
}

/** A stream with a rule that throws does not match. */
function matches(stream: CompiledStream, message: ReadableMessage, watch: StreamRuleWatch): boolean {
  try {
    return watch.isTiming ? stream.matchesTimed(message) : stream.matches(message)
  } catch {
    watch.exceptions.set(stream.id, (watch.exceptions.get(stream.id) ?? 0) + 1)
    return false
  }
}

function compileStream(stream: StreamSettings, { guard, watch }: StepTools): CompiledStream {
  const { id, matchingType, rules, removeMatchesFromDefault } = stream
  const runGuarded = guard({ kind: 'stream', id })
  const predicates = rules.map((rule) => compileStreamRule(rule, runGuarded))
  const timed = predicates.map((holds, at) => withTime(holds, streamRuleMetric(id, rules[at]?.id ?? ''), watch))
  return {
    id,
    removesFromDefault: removeMatchesFromDefault,
    matches: combine(matchingType, predicates),
    matchesTimed: combine(matchingType, timed),
  }
}

function combine(matchingType: StreamSettings['matchingType'], predicates: readonly RulePredicate[]): RulePredicate {
  const [only] = predicates
  if (predicates.length === 1 && only !== undefined) return only
  // The first of these decides.
  const decisive = matchingType === 'OR'
  return (message) => {
    for (let at = 0; at < predicates.length; at += 1) if (predicates[at]?.(message) === decisive) return decisive
    return !decisive
  }
}

function withTime(holds: RulePredicate, metric: string, { times, now }: StreamRuleWatch): RulePredicate {
  return (message) => {
    const startedAtMs = now()
    const result = holds(message)
    const measured = times.getOrInsertComputed(metric, () => ({ timings: 0, ms: 0 }))
    measured.timings += 1
    measured.ms += now() - startedAtMs
    return result
  }
}
