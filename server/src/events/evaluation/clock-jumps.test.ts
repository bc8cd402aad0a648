/** The clock goes forward and back while definitions are evaluated: each message is one event, whenever it arrives. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityStores } from '../../identity/identity-stores.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { triggerCollection } from '../../scheduler/job-store.ts'
import { insertMessages } from '../../search/testing/message-table.ts'
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

/** A node that evaluates a filter each second, by a clock that the test shifts. */
async function startNode() {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const stack = new AsyncDisposableStack()
  const { settings } = stack.use(await temporarySettings())
  const clock = shiftedClock()
  await openIdentityStores(settings).rootPassword.put({ id: 'root', password_hash: '' })
  await insertMessages(engine, [{ at: '2020-01-01T00:00:00.000Z', streams: [], fields: { user: 'nobody' } }])
  const node = stack.use(createEvaluatingNode({ nodeId: 'one', settings, engine, clock, streams: [STREAM] }))
  await node.open()
  const facts = { number: 1, title: 'Watched', ownerId: ROOT_USER_ID }
  const definition = evaluatedDefinition(EACH_SECOND, facts)
  const inserting = settings.collection(definitionCollection).inserting(definition)
  await settings.commit([inserting, ...node.triggers.inserting(definition, true)])
  const trigger = async () => (await settings.collection(triggerCollection).list())[0]
  const reachedMs = async () => Date.parse(readEvaluationData((await trigger())?.data)?.ranges?.evaluated_to ?? '')
  return {
    clock,
    trigger,
    reachedMs,
    /** Stores a message with the time of the clock. */
    async receive(user: string) {
      const row = { at: clock.now().toISOString(), streams: [STREAM], fields: { user } }
      await insertMessages(engine, [row])
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
