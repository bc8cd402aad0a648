/**
 * Fields of patterns over a million lines of ten kinds: whether they have the values that grok patterns take out, and what
 * their questions cost beside those of stored fields with the same values: computed, and once they have columns.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPatternField, listPatternFields, type PatternField } from '@logyard/contract/fields/pattern-fields'
import { findPatterns, type Pattern } from '@logyard/contract/search/patterns'
import { runSql } from '@logyard/contract/search/sql'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { compileGrok } from '@logyard/languages/grok/compile-grok'
import { templateOf } from '@logyard/languages/message-templates/template'
import { createRandom, LINE_STYLES, type LineStyle } from '@logyard/languages/message-templates/testing/log-lines'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { sql } from '@logyard/languages/sql/sql'
import { MANY_USES } from '@logyard/server/fields/pattern-fields/pattern-columns'
import { insertMessages, templateHash } from '@logyard/server/search/testing/message-table'
import { type SearchUnderTest, startSearch } from '@logyard/server/search/testing/start-search'
import type { Engine } from '@logyard/server/store/engine/engine'
import { addFieldColumns } from '@logyard/server/store/messages/field-column-table'
import { startBenchEngine } from './bench-engine.ts'
import { median } from './median.ts'

const LINES = 1_000_000
const QUICK_LINES = 100_000
const BATCH = 20_000
const ROUNDS = 5
const START_MS = Date.UTC(2026, 2, 1)
const ALL = { type: 'absolute', from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' } as const
const UNTIL_MS = 60_000
const STORED_WITHIN_MS = 600_000
const GROK = { namedCapturesOnly: true, zone: 'UTC' } as const

/** A column for the values that the grok pattern takes out, with the same type. */
const columnOf = ({ kind, make }: LineStyle, at: number) => ({
  field: `stored${at}`,
  type:
    kind === 'text'
      ? ('String' as const)
      : make(createRandom(1)).value.includes('.')
        ? ('Float64' as const)
        : ('Int64' as const),
  isRepetitive: false,
  numberInValues: undefined,
})

interface Line {
  readonly text: string
  readonly value: string
}

interface Target {
  readonly engine: Engine
  readonly logyard: SearchUnderTest
}

/** The fields of one style. A line has one of them. */
interface Named {
  readonly style: LineStyle
  readonly fields: readonly string[]
  readonly stored: string
}

export async function benchPatternFields(
  print: (line: string) => void,
  { isQuick }: { readonly isQuick: boolean },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'logyard-bench-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  await using engine = await startBenchEngine(folder)
  await using logyard = await startSearch({ engine, startAt: ALL.to })
  const target = { engine, logyard }
  const examples = await insertLines(engine, isQuick ? QUICK_LINES : LINES)
  const { patterns } = await ask<{ readonly patterns: readonly Pattern[] }>(target, findPatterns, { limit: 1000 })
  const named: Named[] = []
  for (const [at, style] of LINE_STYLES.entries()) {
    const fields = await nameParts(target, { at, style, patterns, examples })
    named.push({ style, fields, stored: `stored${at}` })
  }
  for (const one of named) {
    const value = valueOfAll(one)
    const first = await run(target, figureOf(one, value))
    const { row } = await run(
      target,
      `SELECT count(${one.stored}) AS all, countIf(${value} = ${one.stored}) AS same, count(${value}) AS found FROM messages`,
    )
    const [all, same, found] = row
    print(
      `${one.style.name}: ${all} lines, ${same} with the value of grok, ${found} found; ${await compared(target, one)}`,
    )
    print(`  the first time ${first.ms.toFixed(0)} ms, ${first.cpuMs.toFixed(0)} ms of the engine's processor`)
  }
  await storeAll(target, named)
  for (const one of named) print(`${one.style.name}, stored: ${await compared(target, one)}`)
}

const valueOfAll = ({ fields }: Named): string =>
  fields.length === 1 ? String(fields[0]) : `coalesce(${fields.join(', ')})`

const figureOf = ({ style }: Named, value: string): string =>
  `SELECT ${style.kind === 'number' ? 'avg' : 'uniq'}(${value}) AS f FROM messages`

async function ask<Answer>({ logyard }: Target, op: { readonly path: string }, body: object): Promise<Answer> {
  const answer = await logyard.call('POST', op.path, { body: { timerange: ALL, ...body } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Answer
}

const CPU = sql`SELECT toFloat64(sum(value)) AS us FROM system.events WHERE event = 'OSCPUVirtualTimeMicroseconds'`

async function cpuMsOf({ engine }: Target): Promise<number> {
  const [row] = await (await engine.client.query({ query: CPU, format: 'JSONEachRow' })).json<{ us: number }>()
  return (row?.us ?? 0) / 1000
}

async function run(target: Target, text: string, more: object = {}) {
  const [startMs, startCpuMs] = [performance.now(), await cpuMsOf(target)]
  const { datarows } = await ask<{ readonly datarows: readonly (readonly unknown[])[] }>(target, runSql, {
    sql: text,
    ...more,
  })
  return {
    row: datarows[0] ?? [],
    ms: performance.now() - startMs,
    cpuMs: (await cpuMsOf(target)) - startCpuMs,
  }
}

/** In turns, because other programs use the machine. */
async function compared(target: Target, one: Named): Promise<string> {
  const times: { ms: number[]; cpuMs: number[] }[] = [
    { ms: [], cpuMs: [] },
    { ms: [], cpuMs: [] },
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, value] of [valueOfAll(one), one.stored].entries()) {
      const { ms, cpuMs } = await run(target, figureOf(one, value))
      times[at]?.ms.push(ms)
      times[at]?.cpuMs.push(cpuMs)
    }
  }
  const [own, stored] = times.map(({ ms, cpuMs }) => ({ ms: median(ms), cpuMs: median(cpuMs) }))
  if (own === undefined || stored === undefined) return ''
  return `${own.ms.toFixed(0)} ms, ${(own.ms / stored.ms).toFixed(2)} times a stored field (processor ${(own.cpuMs / stored.cpuMs).toFixed(2)})`
}

/** Reads each field often, until all of them have columns with all values. */
async function storeAll(target: Target, named: readonly Named[]): Promise<void> {
  const { patternFields, clock } = target.logyard
  const timerange = { ...ALL, to: ALL.from }
  for (const one of named) {
    for (let use = 0; use < MANY_USES; use += 1) await run(target, figureOf(one, valueOfAll(one)), { timerange })
  }
  const states = async () => {
    const { body } = await target.logyard.call('GET', listPatternFields.path)
    return new Set(Object(body).fields.map(({ state }: PatternField) => state))
  }
  const isStored = async () => {
    const found = await states()
    return found.size === 1 && found.has('stored')
  }
  using _pauses = { [Symbol.dispose]: everyTick(() => clock.advance(1000)) }
  while (!(await isStored())) await patternFields.columnsJob.run(AbortSignal.timeout(STORED_WITHIN_MS))
}

function everyTick(tick: () => void): () => void {
  const timer = setInterval(tick, 20)
  return () => clearInterval(timer)
}

/** An example of each template, with its value. */
async function insertLines(engine: Engine, count: number): Promise<ReadonlyMap<string, Line>> {
  const columns = LINE_STYLES.map(columnOf)
  await addFieldColumns(engine.client, columns, AbortSignal.timeout(UNTIL_MS))
  const random = createRandom(7)
  const groks = LINE_STYLES.map(({ grok }) => compileGrok(grok, BUILT_IN_PATTERNS, GROK))
  const examples = new Map<string, Line>()
  for (let from = 0; from < count; from += BATCH) {
    const messages = Array.from({ length: BATCH }, (_, index) => {
      const at = (from + index) % LINE_STYLES.length
      const style = LINE_STYLES[at] as LineStyle
      const line = style.make(random)
      const captured = groks[at]?.match(line.text)?.get('value')
      examples.getOrInsert(templateHash(line.text), line)
      return {
        at: new Date(START_MS + (from + index) * 80).toISOString(),
        message: line.text,
        fields: { [`stored${at}`]: style.kind === 'number' ? Number(captured) : String(captured) },
      }
    })
    await insertMessages(engine, messages, columns)
  }
  return examples
}

/** Makes fields of the parts with the value, one for each pattern of the style. */
async function nameParts(
  target: Target,
  parts: {
    readonly at: number
    readonly style: LineStyle
    readonly patterns: readonly Pattern[]
    readonly examples: ReadonlyMap<string, Line>
  },
): Promise<readonly string[]> {
  const { at, style, patterns, examples } = parts
  const grok = compileGrok(style.grok, BUILT_IN_PATTERNS, GROK)
  const names: string[] = []
  for (const { hashes, text } of patterns) {
    const own = hashes.flatMap((hash) => examples.get(hash) ?? [])
    if (!own.every((line) => grok.match(line.text) !== undefined)) continue
    const unified = unifyTemplates(own.map((line) => templateOf(line.text)))
    const isValue = (part: number) => own.every((line) => unified.valuesOf(line.text)?.[part] === line.value)
    const position = unified.positions[unified.places.findIndex((_, part) => isValue(part))]
    const draft = { hashes, text, position, kind: style.kind, name: `value${at}_${names.length}` }
    names.push((await ask<PatternField>(target, createPatternField, draft)).name)
  }
  return names
}
