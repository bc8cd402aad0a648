/**
 * A node that evaluates event definitions in a process of its own, for tests that kill it. Its argument is a `NodeOrder`
 * as JSON; each line of its input wakes its jobs.
 */
import { createInterface } from 'node:readline'
import { findAccess } from '@logyard/engine/engine-access'
import { createLog } from '../../platform/log.ts'
import { createMutex } from '../../platform/mutex.ts'
import { type Engine, OWN_PARTITIONS } from '../../store/engine/engine.ts'
import { createEngineClient } from '../../store/engine/engine-client.ts'
import { SEARCHER } from '../../store/engine/engine-users.ts'
import { openSettingsOf } from '../../testing/settings-of-folder.ts'
import { storesOf } from '../../testing/stores-of.ts'
import { createEvaluatingNode } from './evaluating-node.ts'
import { openSharedClock } from './shared-clock.ts'

export interface NodeOrder {
  readonly nodeId: string
  /** The folder of the settings. */
  readonly settings: string
  /** The data folder of the engine, which another process owns. */
  readonly engineData: string
  /** The file of the clock that all nodes share. */
  readonly clock: string
  readonly leaseMs: number
  readonly streams: readonly string[]
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? ''))

async function run(order: NodeOrder): Promise<void> {
  const clock = openSharedClock(order.clock)
  const settings = await openSettingsOf(order.settings, { clock, log: createLog('fatal') })
  const node = createEvaluatingNode({
    ...order,
    settings,
    engine: foreignEngine(order.engineData),
    clock,
    hasAllFields: true,
  })
  await node.open()
  process.stdout.write('ready\n')
  createInterface({ input: process.stdin }).on('line', () => node.jobs.wake())
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
    onState: () => new DisposableStack(),
    ready: async () => undefined,
    cold: { isConfigured: false, disks: async () => [], prepare: async () => undefined },
    schemaTurn: createMutex(),
    pid: () => undefined,
    stores: storesOf(client),
    openPartitions: OWN_PARTITIONS,
    async [Symbol.asyncDispose]() {
      await Promise.all([client.close(), searchClient.close()])
    },
  }
}
