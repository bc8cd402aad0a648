/** The clock goes forward and back while definitions are evaluated: each message is one event, whenever it arrives. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AggregationConfig, ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const STREAM = '5f0000000000000000000001'
const PATIENCE = { timeout: 60_000, interval: 50 }

let dataFolder: string
let engine: Engine

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-c-'))
  engine = await createEngine({ dataFolder, log: createLog('fatal'), clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(dataFolder, { recursive: true, force: true })
})

const oneRow = (user: string, atMs: number, more: object = {}): readonly TestMessage[] => [
  { at: new Date(atMs).toISOString(), streams: [STREAM], fields: { user, ...more } },
]

const EACH_SECOND: AggregationConfig = {
  type: 'aggregation-v1',
  query: 'user:*',
  query_parameters: [],
  streams: [STREAM],
  group_by: [],
  series: [],
  conditions: {},
  search_within_ms: 1000,
  execute_every_ms: 1000,
}

/** A node that evaluates a definition each second, by a clock that the test shifts. */
async function startNode(config: ProcessorConfig = EACH_SECOND, rowsOf = oneRow) {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const clock = shiftedClock()
  await openIdentityStores(settings).rootPassword.put({ id: 'root', password_hash: '' })
  await insertMessages(engine, rowsOf('nobody', Date.now() - 10 * 24 * HOUR_MS))
  let storedUntilMs = Number.POSITIVE_INFINITY
  const parts = { settings, engine, clock, streams: [STREAM], storedUntilMs: () => storedUntilMs }
  const node = stack.use(createEvaluatingNode({ nodeId: 'one', ...parts }))
  await node.open()
  const facts = { number: 1, title: 'Watched', ownerId: ROOT_USER_ID }
  const definition = evaluatedDefinition(config, facts)
  const inserting = settings.collection(definitionCollection).inserting(definition)
  await settings.commit([inserting, ...node.triggers.inserting(definition, true)])
  const trigger = async () => (await settings.collection(triggerCollection).list())[0]
  const reachedMs = async () => Date.parse(readEvaluationData((await trigger())?.data)?.ranges?.evaluated_to ?? '')
  return {
    clock,
    trigger,
    reachedMs,
    /** Stores messages with the time of the clock. Nothing is evaluated beyond them before they are stored. */
    async receive(user: string, afterMs = 0) {
      storedUntilMs = clock.now().getTime()
      await insertMessages(engine, rowsOf(user, storedUntilMs + 1 + afterMs))
      storedUntilMs = Number.POSITIVE_INFINITY
    },
    /** How often each user's message was found. */
    async found() {
      const users = (await storedEvents(engine)).map((line) => / key=(\w+)/.exec(line)?.[1] ?? '')
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

test.each([
  ['2 hours', 2 * HOUR_MS],
  ['3 days', 72 * HOUR_MS],
])(
  'a clock that is %s ahead for a while and then right again costs no event',
  { timeout: 240_000 },
  async (_, byMs) => {
    await using node = await startNode()
    await node.receive('before')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })

    node.clock.shift(byMs)
    await node.receive('ahead')
    await expect.poll(node.found, PATIENCE).toEqual({ before: 1, ahead: 1 })
    // Its sender knows the true time, and it arrives behind the range of that time.
    await insertMessages(engine, [{ at: new Date().toISOString(), streams: [STREAM], fields: { user: 'sent' } }])

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

test('a clock that is 2 hours behind for a while costs no event', { timeout: 120_000 }, async () => {
  await using node = await startNode()
  await node.receive('before')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1 })

  node.clock.shift(-2 * HOUR_MS)
  await node.receive('behind')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1, behind: 1 })

  node.clock.shift(0)
  await node.receive('after')
  await expect.poll(node.found, PATIENCE).toEqual({ before: 1, behind: 1, after: 1 })
})

test('the trigger says that the clock went back until it is where it would be', { timeout: 120_000 }, async () => {
  await using node = await startNode()
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

const each = { query: 'user:*', query_parameters: [], streams: [STREAM], execute_every_ms: 1000 }
/** Conditions that need the past: each finds a user once. */
const CONDITIONS: readonly {
  readonly config: ProcessorConfig
  readonly rowsOf?: typeof oneRow
  /** Sends a message while the clock is ahead, which may be evaluated then or not. */
  readonly lastAhead?: string
  /** Was found while the clock was ahead, and occurs again afterwards. */
  readonly again?: string
}[] = [
  {
    config: {
      ...each,
      type: 'absence-v1',
      group_by: ['user'],
      silence_ms: 2000,
      remember_ms: HOUR_MS,
      use_cron_scheduling: true,
      cron_expression: '* * * * * *',
    },
    lastAhead: 'last',
  },
  {
    config: { ...each, type: 'new-value-v1', field: 'user', history_days: 60, search_within_ms: 1000 },
    again: 'ahead',
  },
  {
    config: {
      type: 'sequence-v1',
      first: { query: 'step:first', query_parameters: [], streams: [STREAM] },
      next: { query: 'step:next', query_parameters: [], streams: [STREAM] },
      key_fields: ['user'],
      within_ms: 1000,
      is_missing: false,
      execute_every_ms: 1000,
      // There are gaps between the ranges of the schedule.
      use_cron_scheduling: true,
      cron_expression: '*/3 * * * * *',
    },
    rowsOf: (user, atMs) => [...oneRow(user, atMs - 1, { step: 'first' }), ...oneRow(user, atMs, { step: 'next' })],
  },
]

test.each(CONDITIONS)(
  '$config.type goes on from the true time after the clock was 2 hours ahead',
  {
    timeout: 240_000,
  },
  async ({ config, rowsOf, lastAhead, again }) => {
    await using node = await startNode(config, rowsOf)
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
