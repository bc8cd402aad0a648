import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Message } from '../../store/messages/message.ts'
import { compileRule, type GuardRegex, type RulePredicate } from '../../streams/compile-stream-rule.ts'
import type { StreamSettings } from '../../streams/stream-routing.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { type RuleWatch, ruleMetric } from './stream-rule-watch.ts'

/** Answers the streams of a message that is in the default stream: the default one first, while it stays there. */
export type Route = (message: Message) => readonly string[]

const ONLY_DEFAULT: readonly string[] = [DEFAULT_STREAM_ID]

interface CompiledStream {
  readonly id: string
  readonly removesFromDefault: boolean
  readonly matches: RulePredicate
  /** The same, measuring each rule. */
  readonly matchesTimed: RulePredicate
}

export function compileRouting(
  { streams }: Pick<ProcessingSettings, 'streams'>,
  guard: GuardRegex,
  watch: RuleWatch,
): Route {
  const compiled = streams
    .filter(({ rules }) => rules.length > 0)
    .map((stream): CompiledStream => {
      const { id, removeMatchesFromDefault: removesFromDefault } = stream
      return { id, removesFromDefault, ...compileStream(stream, guard, watch) }
    })

  /** A rule that throws is no match of its stream. */
  function matches({ id, ...stream }: CompiledStream, message: Message): boolean {
    try {
      return watch.isTiming ? stream.matchesTimed(message) : stream.matches(message)
    } catch {
      watch.exceptions.set(id, (watch.exceptions.get(id) ?? 0) + 1)
      return false
    }
  }

  return (message) => {
    let found: string[] | undefined
    let isInDefault = true
    for (const stream of compiled) {
      if (!matches(stream, message)) continue
      found ??= [DEFAULT_STREAM_ID]
      found.push(stream.id)
      if (stream.removesFromDefault) isInDefault = false
    }
    if (found === undefined) return ONLY_DEFAULT
    return isInDefault ? found : found.slice(1)
  }
}

function compileStream({ id, matchingType, rules }: StreamSettings, guard: GuardRegex, watch: RuleWatch) {
  const predicates = rules.map((rule) => compileRule(rule, guard))
  const timed = predicates.map((holds, at) => withTime(holds, ruleMetric(id, rules[at]?.id ?? ''), watch))
  return { matches: combine(matchingType, predicates), matchesTimed: combine(matchingType, timed) }
}

function combine(matchingType: StreamSettings['matchingType'], predicates: readonly RulePredicate[]): RulePredicate {
  const [only] = predicates
  if (predicates.length === 1 && only !== undefined) return only
  if (matchingType === 'OR') return (message) => predicates.some((holds) => holds(message))
  return (message) => predicates.every((holds) => holds(message))
}

function withTime(holds: RulePredicate, metric: string, { times, now }: RuleWatch): RulePredicate {
  return (message) => {
    const startedAtMs = now()
    const result = holds(message)
    const measured = times.getOrInsertComputed(metric, () => ({ timings: 0, ms: 0 }))
    measured.timings += 1
    measured.ms += now() - startedAtMs
    return result
  }
}
