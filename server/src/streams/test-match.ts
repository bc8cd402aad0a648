/** Tests whether rules match a message: one that the client sends, or stored ones. */
import { type Context, createContext, runInContext } from 'node:vm'
import type { FieldValue } from '@logyard/codecs/codec'
import type { MatchResult } from '@logyard/contract/streams/streams'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Message } from '../store/messages/message.ts'
import { compileStreamRule, type RulePredicate, type RunGuarded } from './compile-stream-rule.ts'
import type { StreamRuleSettings } from './stream-routing.ts'
import type { StoredStream } from './stream-store.ts'

/** Processor time for all rules together: the server answers nothing else while a regular expression runs. */
const REGEX_BUDGET_MS = 50
/** On a busy machine the time limit of a script can pass although it hardly ran. It then runs again. */
const MAX_RUNS = 5

const timestampRefused = () =>
  new LogyardError('invalid', 'test-message-timestamp-refused', 'The timestamp of the message must be ISO 8601.')

export function testMatch(
  { matching_type, rules }: StoredStream,
  fields: Readonly<Record<string, unknown>>,
  clock: Clock,
): MatchResult {
  const message = messageOf(fields, clock.now())
  const runGuarded = createGuard()
  const results = rules.map((rule) => [rule.id, compileStreamRule(rule, runGuarded)(message)] as const)
  const isMatch = ([, matches]: readonly [string, boolean]) => matches
  const matches = results.length > 0 && (matching_type === 'OR' ? results.some(isMatch) : results.every(isMatch))
  return { matches, rules: Object.fromEntries(results) }
}

/** Counts the documents that the rules match; stops early when the regular expressions use up the budget. */
export function countMatches(
  rules: readonly StreamRuleSettings[],
  matchingType: 'AND' | 'OR',
  documents: readonly Readonly<Record<string, unknown>>[],
  clock: Clock,
) {
  // One guard around everything: entering the script's context for each value takes longer than most patterns.
  const predicates = rules.map((rule) => compileStreamRule(rule, (test) => test()))
  let [lookedAt, matches] = [0, 0]
  createGuard()(() => {
    lookedAt = 0
    matches = 0
    for (const document of documents) {
      const message = messageOf(document, clock.now())
      const holds = (predicate: RulePredicate) => predicate(message)
      if (matchingType === 'OR' ? predicates.some(holds) : predicates.every(holds)) matches += 1
      lookedAt += 1
    }
    return true
  })
  return { lookedAt, matches }
}

/** Only V8 itself can stop a running regular expression, and it does so for scripts of `node:vm`. */
function createGuard(): RunGuarded {
  let budgetMs = REGEX_BUDGET_MS
  let context: Context | undefined
  return (test) => {
    context ??= createContext({ test })
    context['test'] = test
    for (let run = 0; run < MAX_RUNS && budgetMs >= 1; run += 1) {
      const before = process.threadCpuUsage()
      try {
        return runInContext('test()', context, { timeout: Math.ceil(budgetMs) }) === true
      } catch (error) {
        if (!isTimeout(error)) throw error
      } finally {
        const { user, system } = process.threadCpuUsage(before)
        budgetMs -= (user + system) / 1000
      }
    }
    return false
  }
}

/** The error was created in the script's context, so it is not an `instanceof` our `Error`. */
const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

function messageOf(given: Readonly<Record<string, unknown>>, now: Date): Message {
  const values = Object.entries(given).flatMap(([name, value]) => {
    const fieldValue = fieldValueOf(value)
    return fieldValue === undefined ? [] : [[name, fieldValue] as const]
  })
  const fields = new Map(values)
  const text = (name: string) => {
    const value = fields.get(name)
    return value === undefined ? '' : String(value)
  }
  return {
    timestampMs: timestampOf(given['timestamp'], now),
    source: text('source'),
    message: text('message'),
    fields,
    inputId: text('gl2_source_input'),
    nodeId: text('gl2_source_node'),
    remoteAddress: text('gl2_remote_ip'),
    remotePort: Number(fields.get('gl2_remote_port') ?? 0),
    receivedAtMs: now.getTime(),
    place: 0,
    streams: [],
  }
}

function timestampOf(given: unknown, now: Date): number {
  if (given === undefined || given === null) return now.getTime()
  if (typeof given !== 'string') throw timestampRefused()
  try {
    return Temporal.Instant.from(given).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) throw timestampRefused()
    throw error
  }
}

function fieldValueOf(value: unknown): FieldValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      return value === undefined || value === null ? undefined : JSON.stringify(value)
  }
}
