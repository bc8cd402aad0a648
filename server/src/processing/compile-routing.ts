import { compileRule, type GuardRegex, type RulePredicate } from './compile-rule.ts'
import type { Message } from './message.ts'
import { DEFAULT_STREAM_ID, type ProcessingSettings, type StreamSettings } from './processing-settings.ts'

/** Answers the streams of a message that is in the default stream: the default one first, while it stays there. */
export type Route = (message: Message) => readonly string[]

const ONLY_DEFAULT: readonly string[] = [DEFAULT_STREAM_ID]

interface CompiledStream {
  readonly id: string
  readonly removesFromDefault: boolean
  readonly matches: RulePredicate
}

export function compileRouting({ streams }: Pick<ProcessingSettings, 'streams'>, guard: GuardRegex): Route {
  const compiled = streams
    .filter(({ rules }) => rules.length > 0)
    .map((stream): CompiledStream => {
      const { id, removeMatchesFromDefault: removesFromDefault } = stream
      return { id, removesFromDefault, matches: compileStream(stream, guard) }
    })
  return (message) => {
    let found: string[] | undefined
    let isInDefault = true
    for (const stream of compiled) {
      if (!stream.matches(message)) continue
      found ??= [DEFAULT_STREAM_ID]
      found.push(stream.id)
      if (stream.removesFromDefault) isInDefault = false
    }
    if (found === undefined) return ONLY_DEFAULT
    return isInDefault ? found : found.slice(1)
  }
}

function compileStream({ matchingType, rules }: StreamSettings, guard: GuardRegex): RulePredicate {
  const predicates = rules.map((rule) => compileRule(rule, guard))
  const [only] = predicates
  if (predicates.length === 1 && only !== undefined) return only
  if (matchingType === 'OR') return (message) => predicates.some((holds) => holds(message))
  return (message) => predicates.every((holds) => holds(message))
}
