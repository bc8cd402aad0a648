/** Functions on values that a sender chose to be expensive. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'
import { expect, test } from 'vitest'
import { ruleFunctions } from './rule-functions.ts'
import { callFunction } from './testing/call-function.ts'
import { createTestRun } from './testing/test-run.ts'

const LENGTH = 300_000
/** Time for all texts of a function: they need a small part of it. */
const CPU_LIMIT_MS = 2000

const TEXTS: readonly string[] = [
  'a'.repeat(LENGTH),
  ' '.repeat(LENGTH),
  '='.repeat(LENGTH),
  '%41'.repeat(LENGTH / 3),
  '+a=1 '.repeat(LENGTH / 5),
  '['.repeat(LENGTH),
  '"\\'.repeat(LENGTH / 2),
  'ä😀İ'.repeat(LENGTH / 4),
  '1'.repeat(LENGTH),
  '1 2 3 last monday '.repeat(LENGTH / 18),
  'CEF:0|a|b|c|d|e|f|'.repeat(LENGTH / 18),
]

let deepJson = '[]'
for (let depth = 0; depth < 900; depth += 1) deepJson = `[${deepJson},${deepJson.length < 1000 ? deepJson : 0}]`

/** Values of parameters whose texts are the rule's, not the sender's. */
const OF_AUTHOR: Readonly<Record<string, RuleValue>> = {
  pattern: '(a|b)c',
  format: 'yyyy-MM-dd',
  cidr: '10.0.0.0/8',
  paths: new Map([['all', '$..*..*[?(@.a == 1)]']]),
  charset: 'windows-1252',
}

const BY_TYPE: Readonly<Record<string, RuleValue>> = {
  Long: 3n,
  Double: 1.5,
  Boolean: true,
  List: Array.from({ length: 10_000 }, (_, at) => `item ${at}`),
  Map: new Map(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, `value ${at}`])),
  DateTime: new RuleDateTime(0),
  JsonNode: new RuleJson(JSON.parse(deepJson)),
  IpAddress: new RuleIp([10, 0, 0, 1]),
}

test.each(ruleFunctions)('$name takes a bounded time for expensive texts', ({ name, params }) => {
  const started = process.threadCpuUsage()
  for (const text of TEXTS) {
    const args = params.map((param) => {
      if (param.type === 'Message') return undefined
      if (OF_AUTHOR[param.name] !== undefined) return OF_AUTHOR[param.name]
      // Optional texts are options, and have the text of an option.
      if (param.isOptional && param.type === 'String') return undefined
      return BY_TYPE[param.type] ?? (param.name === 'replacement' ? 'xyz' : text)
    })
    const outcome = attempt(() => callFunction(name, args, createTestRun()))
    expect(outcome).toBe('ended')
  }
  const { user, system } = process.threadCpuUsage(started)
  expect((user + system) / 1000).toBeLessThan(CPU_LIMIT_MS)
})

/** A function may refuse a value, but not break. */
function attempt(call: () => unknown): string {
  try {
    call()
    return 'ended'
  } catch (error) {
    return error instanceof TypeError || !(error instanceof Error) ? String(error) : 'ended'
  }
}

test.each([
  ['regex', ['a', 'a']],
  ['regex_replace', ['a', 'a', 'b']],
  ['split', ['a', 'a']],
  ['grok', ['%{WORD:w}', 'a']],
] as const)('%s runs its expression under observation', (name, args) => {
  const run = createTestRun()
  const stopped = () => {
    throw new Error('The expression was stopped')
  }
  expect(() => callFunction(name, args, { ...run, tools: { ...run.tools, guard: stopped } })).toThrow('stopped')
})
