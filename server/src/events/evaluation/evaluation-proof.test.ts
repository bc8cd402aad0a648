/** Random histories and definitions over the real engine, compared with a slow evaluator. `npm run soak` takes many. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createEngine, type Engine } from '../../store/engine/engine.ts'
import { rounds } from '../../testing/rounds.ts'
import { evaluatedWorld, type WorldOptions } from '../testing/evaluated-world.ts'

const DAY_MS = 86_400_000

let dataFolder: string
let engine: Engine

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-p-'))
  engine = await createEngine({ dataFolder, log: createLog('fatal'), clock: systemClock })
  await engine.ready(AbortSignal.timeout(60_000))
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(dataFolder, { recursive: true, force: true })
})

async function prove(options: WorldOptions): Promise<number> {
  const { expected, found, kills } = await evaluatedWorld({ engine, dataFolder }, options)
  const isFound = new Set(found)
  const isExpected = new Set(expected)
  const name = `world ${options.seed}`
  expect(expected.filter((line) => !isFound.has(line)).slice(0, 5), `${name}: missing events`).toEqual([])
  expect(found.filter((line) => !isExpected.has(line)).slice(0, 5), `${name}: events that should not be`).toEqual([])
  expect(found.length, `${name}: number of events`).toBe(expected.length)
  return kills
}

/** In `npm test` small worlds; in all, 10,000 histories in `npm run soak`, 400 of them under kills. */
const HISTORIES = { one: rounds(15, 48), killed: rounds(12, 20) }

test('every definition finds the events that a slow evaluator finds, each once', { timeout: DAY_MS }, async () => {
  for (let seed = 1; seed <= rounds(1, 200); seed += 1) {
    await prove({ seed, histories: HISTORIES.one, nodes: 'one', jumps: seed % 2 === 0 })
  }
})

test('two nodes that are killed again and again find the same events, each once', { timeout: DAY_MS }, async () => {
  let kills = 0
  for (let seed = 1001; seed <= 1000 + rounds(1, 20); seed += 1) {
    kills += await prove({ seed, histories: HISTORIES.killed, nodes: 'killed', jumps: seed % 2 === 0 })
  }
  expect(kills).toBeGreaterThan(0)
})
