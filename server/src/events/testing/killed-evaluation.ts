/**
 * A node that evaluates event definitions in a process of its own, for tests that kill it. Its argument is a `NodeOrder`
 * as JSON; each line of its input is an instant in milliseconds, to which it sets its wall clock.
 */
import { createInterface } from 'node:readline'
import { findAccess } from '@logyard/engine/engine-access'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { openSqliteSettings } from '../../platform/settings/sqlite-settings.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { createEngineClient } from '../../store/engine/engine-client.ts'
import { SEARCHER } from '../../store/engine/engine-users.ts'
import { createEvaluatingNode, wallClock } from './evaluating-node.ts'

export interface NodeOrder {
  readonly nodeId: string
  /** The file of the settings store. */
  readonly settings: string
  /** The data folder of the engine, which another process owns. */
  readonly engineData: string
  readonly nowMs: number
  readonly leaseMs: number
  readonly streams: readonly string[]
}

export const SECRET_KEY = Buffer.alloc(32, 7)

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? ''))

async function run(order: NodeOrder): Promise<void> {
  const clock = wallClock(systemClock, order.nowMs)
  const settings = openSqliteSettings({ path: order.settings, secretKey: SECRET_KEY, clock, log: createLog('fatal') })
  const node = createEvaluatingNode({
    ...order,
    settings,
    engine: foreignEngine(order.engineData),
    clock,
    hasAllFields: true,
  })
  await node.open()
  process.stdout.write('ready\n')
  createInterface({ input: process.stdin }).on('line', (line) => {
    clock.set(Number(line))
    node.jobs.wake()
  })
}

function foreignEngine(engineData: string): Engine {
  const address = { running: () => findAccess(engineData) }
  const client = createEngineClient(address)
  const searchClient = createEngineClient(address, { user: SEARCHER.name })
  return {
    client,
    patientClient: client,
    searchClient,
    keepClient: client,
    state: () => 'up',
    onState: () => ({ [Symbol.dispose]: () => undefined }),
    ready: async () => undefined,
    pid: () => undefined,
    async [Symbol.asyncDispose]() {
      await Promise.all([client.close(), searchClient.close()])
    },
  }
}
