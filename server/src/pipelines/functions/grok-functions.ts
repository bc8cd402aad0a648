/** Functions that use grok patterns. */
import { type CompiledGrok, compileGrok, type GrokValue } from '@logyard/languages/grok/compile-grok'
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { GrokMatches } from '@logyard/languages/rules/values/rule-matches'
import { defineFunction, type RuleRun, type RuleTools } from '../evaluation/rule-run.ts'
import { flag, given, list, optional, text, textOf } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'

interface RuleGrok {
  readonly compiled: CompiledGrok
  nowMs: number
}

const withNamedCaptures = createPerToolsCache<RuleGrok>()
const withAllCaptures = createPerToolsCache<RuleGrok>()

function grokOf(tools: RuleTools, pattern: string, namedCapturesOnly: boolean): RuleGrok {
  const cached = namedCapturesOnly ? withNamedCaptures : withAllCaptures
  return cached(tools, pattern, () => {
    const options = { namedCapturesOnly, zone: tools.zone.id, now: () => grok.nowMs }
    const grok = { nowMs: 0, compiled: compileGrok(pattern, tools.grokPatterns, options) }
    return grok
  })
}

const namedOnly = optional(
  flag(
    'only_named_captures',
    'Leaves out captures without a name of their own, such as IPV4 of %{IP:client}. False by default.',
  ),
)

const grok = defineFunction({
  name: 'grok',
  description:
    'Extracts values from a text by a grok pattern. The result is a map of the captures, for set_fields. Its property matches tells whether there are any.',
  example: {
    source: 'grok(pattern: "%{IP:client} %{NUMBER:bytes;int}", value: "10.0.0.1 512", only_named_captures: true)',
    result: '{client: "10.0.0.1", bytes: 512}',
  },
  params: [text('pattern', 'The pattern.'), text('value', 'The text.'), namedOnly],
  returns: 'GrokResult',
  call([pattern, value, onlyNamed], run) {
    if (pattern == null || value == null) return null
    return matchesOf(run, pattern, value, onlyNamed === true)
  },
})

function matchesOf(run: RuleRun, pattern: string, value: string, namedCapturesOnly: boolean): GrokMatches {
  const grok = grokOf(run.tools, pattern, namedCapturesOnly)
  grok.nowMs = run.nowMs()
  let captures: ReadonlyMap<string, GrokValue> | undefined
  const isMatch = run.tools.guard(() => {
    captures = grok.compiled.match(value)
    return captures !== undefined
  })
  if (!isMatch || captures === undefined) return new GrokMatches(new Map())
  return new GrokMatches(valuesOf(captures, grok.compiled.fields))
}

/** Captures that took no part in the match are null. */
function valuesOf(captures: ReadonlyMap<string, GrokValue>, fields: readonly string[]): Map<string, RuleValue> {
  const values = new Map<string, RuleValue>()
  for (const field of fields) values.set(field, null)
  for (const [name, value] of captures) values.set(name, ruleValueOf(value))
  return values
}

function ruleValueOf(value: GrokValue): RuleValue {
  if (value instanceof Date) return new RuleDateTime(value.getTime())
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return typeof value === 'object' ? value.map(ruleValueOf) : value
}

const grokExists = defineFunction({
  name: 'grok_exists',
  description: 'Checks whether there is a grok pattern of a name.',
  example: { source: 'grok_exists("IPV4")', result: 'true' },
  params: [
    text('pattern', 'The name of the pattern.'),
    optional(flag('log_missing', "Writes to the server's log if the pattern is missing. False by default.")),
  ],
  returns: 'Boolean',
  call([name, logsMissing], run) {
    const exists = run.tools.grokPatterns.has(given(name, 'pattern'))
    if (!exists && logsMissing === true) run.debug(`The grok pattern ${name?.slice(0, 100)} does not exist`)
    return exists
  },
})

const MAX_PATTERNS = 100

const multiGrok = defineFunction({
  name: 'multi_grok',
  description: 'Extracts values from a text by the first of several grok patterns that matches. See grok.',
  example: {
    source: 'multi_grok(["%{IP:client}", "%{INT:code;int}"], "code 7", true)',
    result: '{code: 7}',
  },
  params: [list('patterns', 'The patterns. At most 100.'), text('value', 'The text.'), namedOnly],
  returns: 'GrokResult',
  call([patterns, value, onlyNamed], run) {
    if (patterns == null || value == null) return null
    if (patterns.length > MAX_PATTERNS) throw new Error(`There are more than ${MAX_PATTERNS} patterns`)
    for (const pattern of patterns) {
      const matches = matchesOf(run, textOf(pattern, 'patterns'), value, onlyNamed === true)
      if (matches.size > 0) return matches
    }
    return new GrokMatches(new Map())
  },
})

export const grokFunctions = [grok, grokExists, multiGrok]
