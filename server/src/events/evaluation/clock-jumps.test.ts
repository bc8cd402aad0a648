/** The clock goes forward and back while definitions are evaluated: each message is one event, whenever it arrives. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AggregationConfig, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { afterAll, beforeAll, type ExpectStatic, test } from 'vitest'
import { openIdentityStores } from '../../identity/identity-stores.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { triggerCollection } from '../../scheduler/job-store.ts'
import { insertMessages, type TestMessage } from '../../search/testing/message-table.ts'
import { createEngine, type Engine } from '../../store/engine/engine.ts'
import { shiftedClock } from '../../testing/shifted-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { definitionCollection } from '../definitions/definition-store.ts'
import { readEvaluationData } from '../definitions/definition-triggers.ts'
import { evaluatedDefinition } from '../testing/evaluated-definition.ts'
import { createEvaluatingNode } from '../testing/evaluating-node.ts'
import { storedEvents } from '../testing/evaluation-progress.ts'

const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 60_000, interval: 50 }

let dataFolder: string
let engine: Engine
let nodes = 0

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-c-'))
  engine = await createEngine({ dataFolder, log: createLog('fatal'), clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(dataFolder, { recursive: true, force: true })
})

type Row = Pick<TestMessage, 'at' | 'fields'>
const oneRow = (user: string, atMs: number, more: object = {}): readonly Row[] => [
  { at: new Date(atMs).toISOString(), fields: { user, ...more } },
]

const eachSecond = (stream: string): AggregationConfig => ({
  type: 'aggregation-v1',
  query: 'user:*',
  query_parameters: [],
  streams: [stream],
  group_by: [],
  series: [],
  conditions: {},
  search_within_ms: 1000,
  execute_every_ms: 1000,
})

/**
 * A node that evaluates a definition each second, by a clock that the test shifts. Nodes share the engine: each has a
 * stream and a definition of its own.
 */
async function startNode(
  expect: ExpectStatic,
  configOf: (stream: string) => ProcessorConfig = eachSecond,
  rowsOf = oneRow,
) {
  nodes += 1
  const facts = { number: nodes, title: `Watched ${nodes}`, ownerId: ROOT_USER_ID }
  const isOwn = new RegExp(`\\b${facts.title}\\b`)
  const stream = `5f${nodes.toString(16).padStart(22, '0')}`
  const insert = (rows: readonly Row[]) =>
    insertMessages(
      engine,
      rows.map((row) => ({ ...row, streams: [stream] })),
    )
  const stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const clock = shiftedClock()
  await openIdentityStores(settings).rootPassword.put({ id: 'root', password_hash: '' })
  await insert(rowsOf('nobody', Date.now() - 10 * 24 * HOUR_MS))
  let storedUntilMs = Number.POSITIVE_INFINITY
  const parts = { settings, engine, clock, streams: [stream], storedUntilMs: () => storedUntilMs }
  const node = stack.use(createEvaluatingNode({ nodeId: 'one', ...parts }))
  await node.open()
  const definition = evaluatedDefinition(configOf(stream), facts)
  const inserting = settings.collection(definitionCollection).inserting(definition)
  await settings.commit([inserting, ...node.triggers.inserting(definition, true)])
  const trigger = async () => (await settings.collection(triggerCollection).list())[0]
  const reachedMs = async () => Date.parse(readEvaluationData((await trigger())?.data)?.ranges?.evaluated_to ?? '')
  return {
    clock,
    trigger,
    reachedMs,
    insert,
    /** Stores messages with the time of the clock. Nothing is evaluated beyond them before they are stored. */
    async receive(user: string, afterMs = 0) {
      storedUntilMs = clock.now().getTime()
      await insert(rowsOf(user, storedUntilMs + 1 + afterMs))
      storedUntilMs = Number.POSITIVE_INFINITY
    },
    /** How often each user's message was found. */
    async found() {
      const own = (await storedEvents(engine)).filter((line) => isOwn.test(line))
      const users = own.map((line) => / key=(\w+)/.exec(line)?.[1] ?? '')
      return Object.fromEntries([...Map.groupBy(users, (user) => user)].map(([user, all]) => [user, all.length]))
    },
    /** Resolves when everything up to now is evaluated. */
    async evaluated() {
      const nowMs = clock.now().getTime()
      await expect.poll(async () => (await reachedMs()) >= nowMs, PATIENCE).toBe(true)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

// Runs alone, because the problem that it looks for may be there for a moment only.
test('the trigger says that the clock went back until it is where it would be', { timeout: 120_000 }, async ({
  expect,
}) => {
  await using node = await startNode(expect)
  await node.receive('before')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })
  const problems = new Set<string | undefined>()
  node.clock.shift(2 * HOUR_MS)
  await node.evaluated()
  node.clock.shift(0)
  const seen = async () => {
    problems.add((await node.trigger())?.problem)
    return [...problems].some((problem) => problem?.includes('The clock of the server went back'))
  }
  await expect.poll(seen, { timeout: 60_000, interval: 5 }).toBe(true)
  await node.evaluated()
  await expect.poll(async () => (await node.trigger())?.problem, PATIENCE).toBeUndefined()
})

// The other tests run at once, because each waits for its own clock most of the time.
test.concurrent.for([
  ['2 hours', 2 * HOUR_MS],
  ['3 days', 72 * HOUR_MS],
] as const)(
  'a clock that is %s ahead for a while and then right again costs no event',
  { timeout: 240_000 },
  async ([, byMs], { expect }) => {
    await using node = await startNode(expect)
    await node.receive('before')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })

    node.clock.shift(byMs)
    await node.receive('ahead')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1 })
    // Its sender knows the true time, and it arrives behind the range of that time.
    await node.insert(oneRow('sent', Date.now()))

    node.clock.shift(0)
    const backMs = node.clock.now().getTime()
    await node.receive('after')
    await expect.poll(async () => (await node.reachedMs()) <= backMs + HOUR_MS, PATIENCE).toBe(true)
    await node.evaluated()
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1, sent: 1, after: 1 })
    await node.receive('later')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1, sent: 1, after: 1, later: 1 })

    // What was found while the clock was ahead is found once, when the true time is there.
    node.clock.shift(byMs)
    await node.evaluated()
    expect(await node.found()).toEqual({ before: 1, ahead: 1, sent: 1, after: 1, later: 1 })
  },
)

test.concurrent('a clock that is 2 hours behind for a while costs no event', { timeout: 120_000 }, async ({
  expect,
}) => {
  await using node = await startNode(expect)
  await node.receive('before')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })

  node.clock.shift(-2 * HOUR_MS)
  await node.receive('behind')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1, behind: 1 })

  node.clock.shift(0)
  await node.receive('after')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1, behind: 1, after: 1 })
})

const each = { query: 'user:*', query_parameters: [], execute_every_ms: 1000 }
/** Conditions that need the past: each finds a user once. */
const CONDITIONS: readonly {
  readonly type: ProcessorConfig['type']
  readonly configOf: (stream: string) => ProcessorConfig
  readonly rowsOf?: typeof oneRow
  /** Sends a message while the clock is ahead, which may be evaluated then or not. */
  readonly lastAhead?: string
  /** Was found while the clock was ahead, and occurs again afterwards. */
  readonly again?: string
}[] = [
  {
    type: 'absence-v1',
    configOf: (stream) => ({
      ...each,
      type: 'absence-v1',
      streams: [stream],
      group_by: ['user'],
      silence_ms: 2000,
      remember_ms: HOUR_MS,
      use_cron_scheduling: true,
      cron_expression: '* * * * * *',
    }),
    lastAhead: 'last',
  },
  {
    type: 'new-value-v1',
    configOf: (stream) => ({
      ...each,
      type: 'new-value-v1',
      streams: [stream],
      field: 'user',
      history_days: 60,
      search_within_ms: 1000,
    }),
    again: 'ahead',
  },
  {
    type: 'sequence-v1',
    configOf: (stream) => ({
      type: 'sequence-v1',
      first: { query: 'step:first', query_parameters: [], streams: [stream] },
      next: { query: 'step:next', query_parameters: [], streams: [stream] },
      key_fields: ['user'],
      within_ms: 1000,
      is_missing: false,
      execute_every_ms: 1000,
      // There are gaps between the ranges of the schedule.
      use_cron_scheduling: true,
      cron_expression: '*/3 * * * * *',
    }),
    rowsOf: (user, atMs) => [...oneRow(user, atMs - 1, { step: 'first' }), ...oneRow(user, atMs, { step: 'next' })],
  },
]

test.concurrent.for(CONDITIONS)(
  '$type goes on from the true time after the clock was 2 hours ahead',
  {
    timeout: 240_000,
  },
  async ({ configOf, rowsOf, lastAhead, again }, { expect }) => {
    await using node = await startNode(expect, configOf, rowsOf)
    // A definition starts at the time at which it is enabled.
    await node.evaluated()
    await node.receive('before')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })

    node.clock.shift(2 * HOUR_MS)
    await node.receive('ahead')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1 })
    await node.evaluated()
    await node.evaluated()
    if (lastAhead !== undefined) await node.receive(lastAhead)

    node.clock.shift(0)
    for (const afterMs of [0, 1000, 2000]) await node.receive(`after${afterMs}`, afterMs)
    if (again !== undefined) await node.receive(again)
    const after = { after0: 1, after1000: 1, after2000: 1, ...(lastAhead === undefined ? {} : { [lastAhead]: 1 }) }
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1, ...after })
    await node.evaluated()
    expect(await node.found()).toEqual({ before: 1, ahead: 1, ...after })
  },
)
