/**
 * Steps mean the same for the message store and for a slow interpreter: random messages are stored in a real engine, random
 * steps run over them in both ways, and the tables are compared value by value.
 */
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { compileSteps } from '@logyard/languages/query-steps/check-steps'
import { numberOfText } from '@logyard/languages/query-steps/run-function'
import type { StepProgram, StepType, StepValue } from '@logyard/languages/query-steps/step-tree'
import { type LookUp, runProgram, type StepMessage } from '@logyard/languages/query-steps/testing/run-steps'
import { compileProgram, type JoinedValues } from '@logyard/languages/query-steps-sql/compile-steps'
import { stepFieldType } from '@logyard/languages/query-steps-sql/step-field-type'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createEngine, type Engine } from '../../store/engine/engine.ts'
import { rounds } from '../../testing/rounds.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { EVER, messagesIn } from '../scope/message-scope.ts'
import { createSearchEngine, type SearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM, type TestMessage } from '../testing/message-table.ts'
import { createRandom } from '../testing/random-queries.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { NOW_MS, RandomSteps, randomStepMessage } from './testing/random-steps.ts'

const MESSAGES = 300
const PIPELINES = rounds(1000, 40_000)
const ROWS = 10_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let engine: Engine
let search: SearchEngine
let schema: FieldSchema
let messages: readonly StepMessage[]

beforeAll(async () => {
  folder = await temporaryFolder()
  engine = await createEngine({ dataFolder: folder.path, log: createLog('off'), clock: systemClock })
  await engine.ready()
  search = createSearchEngine({ engine, clock: systemClock })
  const random = createRandom(20_260_301)
  const given = Array.from({ length: MESSAGES }, () => randomStepMessage(random))
  await insertMessages(engine, given)
  schema = await schemaOf(engine)
  // Ids have the order in which the messages were received; of two with one timestamp the later one is newer.
  const inTime = given
    .map((message, at) => ({ message, at }))
    .toSorted((one, other) => Date.parse(one.message.at) - Date.parse(other.message.at) || one.at - other.at)
  messages = inTime.map(({ message }, place) => ({ place, read: (field, type) => readField(message, field, type) }))
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

function readField(
  { at, source = '', message = '', fields = {} }: TestMessage,
  field: string,
  type: StepType,
): StepValue {
  if (field === 'timestamp') return Date.parse(at)
  if (field === 'source') return source.toLowerCase()
  if (field === 'message') return message
  const values = [fields[field] ?? []].flat().filter((value) => value !== undefined)
  const [first] = values
  if (first === undefined || type === 'nothing') return null
  if (type === 'text') return String(first)
  return (
    values
      .map((value) => (typeof value === 'number' ? value : numberOfText(String(value))))
      .find((one) => one !== null) ?? null
  )
}

const PEOPLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ada: { '': 'Ada L.', city: 'London', age: '36' },
  ünal: { '': 'Ünal', city: 'İzmir' },
  日本: { '': '', city: '東京' },
}
const lookUp: LookUp = (_table, key, value = '') => (Object.hasOwn(PEOPLE, key) ? (PEOPLE[key]?.[value] ?? null) : null)

function programOf(text: string): StepProgram {
  const checked = compileSteps(text, 0, {
    fieldType: stepFieldType(schema),
    grok: (name) => BUILT_IN_PATTERNS.get(name),
    nowMs: NOW_MS,
    rangeMs: 200 * 60_000,
  })
  if (!checked.ok) throw new Error(`${text}: ${JSON.stringify(checked.errors)}`)
  return checked.program
}

const joinsOf = ({ steps }: StepProgram): readonly JoinedValues[] =>
  steps.flatMap((step) => {
    if (step.kind !== 'join') return []
    const values = (key: string) => step.outputs.map(({ value }) => lookUp(step.table, key, value) ?? undefined)
    return [new Map(Object.keys(PEOPLE).map((key) => [key, values(key)]))]
  })

async function fromEngine(program: StepProgram): Promise<readonly (readonly StepValue[])[]> {
  const scope = { streams: readableStreams(TEST_STREAM), range: EVER, conditions: [] }
  const source = { messages: messagesIn(scope, schema, NOW_MS), schema, joined: joinsOf(program) }
  const rows = await search.rows(compileProgram(program, source, ROWS), { signal: AbortSignal.timeout(60_000) })
  return rows.map((row) => program.columns.map(({ type }, at) => stepValue(row[at], type)))
}

function stepValue(value: unknown, type: StepType): StepValue {
  if (value === null || value === undefined) return null
  if (type === 'boolean') return Number(value) === 1
  return type === 'text' || type === 'nothing' ? String(value) : Number(value)
}

async function compareOne(text: string): Promise<number> {
  const program = programOf(text)
  const expected = runProgram(program, messages, lookUp)
  const found = await fromEngine(program).catch((error: unknown) => {
    throw new Error(text, { cause: error })
  })
  expect({ text, rows: found }).toEqual({ text, rows: expected })
  return expected.length
}

const AT_ONCE = 4

test(`${PIPELINES} random pipelines give what the interpreter gives`, async () => {
  const random = createRandom(7)
  let withRows = 0
  for (let at = 0; at < PIPELINES; at += AT_ONCE) {
    const texts = Array.from({ length: AT_ONCE }, () => new RandomSteps(random).text())
    const rows = await Promise.all(texts.map(compareOne))
    withRows += rows.filter((count) => count > 0).length
  }
  expect(withRows).toBeGreaterThan(PIPELINES / 2)
}, 3_600_000)

test.each([
  '| where timestamp == time("x") or user == "ada"',
  '| where not (timestamp != time("x") and user != "ada")',
  '| where took == number("x") or took == bin(took, 5)',
  '| stats last(text(nowhere)) as n | stats min(coalesce(n, null, n))',
  '| stats count() by -0 as zero',
  '| stats count(nowhere) as none',
  '| stats count(split(replace(user, "ada", ""), ",", 1)) as parts',
  '| let gap = (time(nowhere) - 1d) - timestamp | limit 3',
  '| stats count() by in_network(nowhere, "fe80::/10") as inside',
  '| parse nowhere grok "%{IP:client}" | parse message grok "(?:%{IP:client}|%{QUOTEDSTRING:client})" | stats count() by client',
])('%s gives what the interpreter gives', async (text) => {
  expect(await compareOne(text)).toBeGreaterThan(0)
})

test.each([...BUILT_IN_PATTERNS.keys()])('the grok pattern %s finds the same in the store', async (name) => {
  await compareOne(`| parse message grok "%{${name}:found}" | stats count(), count(found) by found`)
})
