import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Message } from '../../store/messages/message.ts'
import { compileStreamRule, type RulePredicate } from '../../streams/compile-stream-rule.ts'
import type { StreamSettings } from '../../streams/stream-routing.ts'
import { type StepTools, stepType } from './processor.ts'
import { type StreamRuleWatch, streamRuleMetric } from './stream-rule-watch.ts'

const ONLY_DEFAULT: readonly string[] = [DEFAULT_STREAM_ID]

interface CompiledStream {
  readonly id: string
  readonly removesFromDefault: boolean
  readonly matches: RulePredicate
  /** The same test, with each rule timed. */
  readonly matchesTimed: RulePredicate
}

/** Routes a message into the streams whose rules it matches. The default stream, unless removed, comes first. */
export const routing = stepType(['routing'], ({ routing: settings }, tools) => {
  const streams = settings.filter(({ rules }) => rules.length > 0).map((stream) => compileStream(stream, tools))
  return (message) => {
    message.streams = streamsOf(message, streams, tools.watch)
    return 'keep'
  }
})

function streamsOf(message: Message, streams: readonly CompiledStream[], watch: StreamRuleWatch): readonly string[] {
  let found: string[] | undefined
  let isInDefault = true
  for (const stream of streams) {
    if (!matches(stream, message, watch)) continue
    found ??= [DEFAULT_STREAM_ID]
    found.push(stream.id)
    if (stream.removesFromDefault) isInDefault = false
  }
  if (found === undefined) return ONLY_DEFAULT
  return isInDefault ? found : found.slice(1)
}

/** A stream with a rule that throws does not match. */
function matches(stream: CompiledStream, message: Message, watch: StreamRuleWatch): boolean {
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
  if (matchingType === 'OR') return (message) => predicates.some((holds) => holds(message))
  return (message) => predicates.every((holds) => holds(message))
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
