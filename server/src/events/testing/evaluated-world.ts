/**
 * Many histories at once in one store: their messages arrive step by step, the wall clock moves and jumps, and one node
 * or two evaluate their definitions. Answers what was found, and what the slow evaluator finds.
 */
import { join } from 'node:path'
import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { EVALUATION_CONFIG_KEY, EVENTS_CONFIG_KEY } from '@logyard/contract/events/events-config'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import { createClusterConfig } from '../../cluster-config/cluster-config.ts'
import { openIdentityStores } from '../../identity/identity-stores.ts'
import { systemClock } from '../../platform/clock.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { insertMessages } from '../../search/testing/message-table.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { rounds } from '../../testing/rounds.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { definitionCollection } from '../definitions/definition-store.ts'
import { createEventsSettings } from '../events-config.ts'
import { evaluatedDefinition } from './evaluated-definition.ts'
import { createEvaluatingNode, type EvaluatingNode, wallClock } from './evaluating-node.ts'
import { pending, storedEvents } from './evaluation-progress.ts'
import { startKilledNodes } from './killed-nodes.ts'
import { type History, type HistoryMessage, randomHistory } from './random-history.ts'
import { slowEvents, type Times } from './slow-evaluator.ts'

export interface WorldOptions {
  readonly seed: number
  readonly histories: number
  /** `killed`: two processes on one store, each killed again and again. */
  readonly nodes: 'one' | 'killed'
  /** Whether the wall clock jumps forward by an hour. `clock-jumps.test.ts` sets it back. */
  readonly jumps: boolean
}

export interface World {
  readonly expected: readonly string[]
  readonly found: readonly string[]
  readonly kills: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START_MS = Date.parse('2026-03-01T09:00:00.000Z')
const LENGTH_MS = 10 * MINUTE_MS
const CATCH_UPS_MS = [HOUR_MS, HOUR_MS, 20 * MINUTE_MS, 10 * MINUTE_MS, 0] as const
/** More than the histories of a world. */
const HISTORIES_OF_SEED = 100_003
const PATIENCE = { timeout: rounds(120_000, 1_800_000), interval: 10 }

export async function evaluatedWorld(
  { engine, dataFolder }: { readonly engine: Engine; readonly dataFolder: string },
  options: WorldOptions,
): Promise<World> {
  await using temporary = await temporarySettings()
  const { settings } = temporary
  const times = randomTimes(options)
  const histories = historiesOf(options)
  const streams = histories.flatMap((history) => history.streams)
  await prepare(engine, settings, times)
  const clock = wallClock(systemClock, START_MS)
  await using node = createEvaluatingNode({ nodeId: 'one', settings, engine, clock, streams, hasAllFields: true })
  const order = {
    settings: temporary.folder,
    engineData: join(dataFolder, 'engine'),
    clock: join(temporary.folder, 'clock'),
    streams,
  }
  const arrive = arrivals(engine, histories)
  const enable = enabling(settings, node, histories, options.seed)
  await enable(START_MS)
  await using killed =
    options.nodes === 'killed' ? startKilledNodes({ seed: options.seed, startMs: START_MS, order }) : undefined
  if (killed === undefined) await node.open()
  for (const nowMs of times.steps) {
    await arrive(nowMs)
    clock.set(nowMs)
    killed?.set(nowMs)
    await enable(nowMs)
    node.jobs.wake()
    await expect.poll(() => pending(settings, nowMs, times.waitMs), PATIENCE).toEqual([])
  }
  const expected = histories.flatMap((history, number) => slowEvents(history, titleOf(options.seed, number), times))
  return { expected: expected.toSorted(), found: await storedEvents(engine), kills: killed?.kills() ?? 0 }
}

/** Definitions of several processes are enabled before these start: changes of a settings file are told in one process. */
function historiesOf({ seed, histories, nodes, jumps }: WorldOptions): readonly History[] {
  return Array.from({ length: histories }, (_, number) => {
    const period = { startMs: START_MS, lengthMs: LENGTH_MS, laterMs: jumps ? HOUR_MS : 0 }
    const history = randomHistory(seed * HISTORIES_OF_SEED + number, { ...period, number })
    return nodes === 'killed' ? { ...history, enabledMs: START_MS } : history
  })
}

function randomTimes({ seed, jumps }: WorldOptions): Times {
  const random = seededRandom(seed)
  const forward = jumps ? 3 + random.below(4) : -1
  const endMs = START_MS + LENGTH_MS + 12 * MINUTE_MS + (jumps ? HOUR_MS : 0)
  const steps = [START_MS]
  for (let nowMs = START_MS; nowMs < endMs; ) {
    if (steps.length === forward) nowMs += HOUR_MS
    else nowMs += random.pick([5000, 20_000, 60_000, 61_001, 90_000, 400_000])
    steps.push(nowMs)
  }
  return { steps, waitMs: random.pick([0, 0, 30_000, 120_000]), catchupMs: random.pick(CATCH_UPS_MS) }
}

async function prepare(engine: Engine, settings: SettingsStore, times: Times): Promise<void> {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  // Every field is there, in the only type it has.
  const fields = { level: 1, user: 'nobody', host: 'none', took: 1 }
  await insertMessages(engine, [{ at: new Date(START_MS - HOUR_MS).toISOString(), streams: [], fields }])
  const clusterConfig = createClusterConfig({ settings })
  createEventsSettings({ clusterConfig })
  await clusterConfig.get(EVENTS_CONFIG_KEY).replace({ events_catchup_window: times.catchupMs })
  await clusterConfig.get(EVALUATION_CONFIG_KEY).replace({ late_messages_wait_ms: times.waitMs })
  await openIdentityStores(settings).rootPassword.put({ id: 'root', password_hash: '' })
}

/** Stores the messages that have arrived by an instant and were not stored yet. */
function arrivals(engine: Engine, histories: readonly History[]): (nowMs: number) => Promise<void> {
  let coming: readonly HistoryMessage[] = histories.flatMap(({ messages }) => messages)
  return async (nowMs) => {
    const arrived = coming.filter(({ arrivesMs }) => arrivesMs <= nowMs)
    coming = coming.filter(({ arrivesMs }) => arrivesMs > nowMs)
    const rows = arrived.map(({ atMs, streams, fields }) => ({ at: new Date(atMs).toISOString(), streams, fields }))
    if (rows.length > 0) await insertMessages(engine, rows)
  }
}

function enabling(
  settings: SettingsStore,
  node: EvaluatingNode,
  histories: readonly History[],
  seed: number,
): (nowMs: number) => Promise<void> {
  const definitions = settings.collection(definitionCollection)
  const enabled = new Set<History>()
  return async (nowMs) => {
    for (const [number, history] of histories.entries()) {
      if (history.enabledMs > nowMs || enabled.has(history)) continue
      enabled.add(history)
      const definition = evaluatedDefinition(history.config, {
        number,
        title: titleOf(seed, number),
        ownerId: ROOT_USER_ID,
      })
      await settings.commit([definitions.inserting(definition), ...node.triggers.inserting(definition, true)])
    }
  }
}

const titleOf = (seed: number, number: number) => `World ${seed}, definition ${number}`
