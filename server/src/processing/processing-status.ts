import type { ProcessingStatus } from '@logyard/contract/processing/processing'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { Processing } from './processing.ts'

/** How far processing has come on this node: the current status, and the persisted one that all nodes can read. */
export type ProcessingStatuses = ReturnType<typeof createProcessingStatuses>

const StatusRecord = Type.Object({
  id: Type.String(),
  ingest: Type.String(),
  post_processing: Type.String(),
  post_indexing: Type.String(),
})
const statusRecords = defineCollection({ name: 'processing_status', audit: 'note', schema: StatusRecord })

const PERSIST_MS = 10_000

const notPersisted = () =>
  new LogyardError('not-found', 'processing-status-unknown', 'No processing status persisted yet')

export function createProcessingStatuses(deps: {
  readonly processing: Pick<Processing, 'receiveTimes'>
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
}) {
  const records = deps.settings.collection(statusRecords)
  let written = ''

  function now(): ProcessingStatus {
    const { ingest, postProcessing, postIndexing } = deps.processing.receiveTimes()
    return {
      receive_times: {
        ingest: ingest.toISOString(),
        post_processing: postProcessing.toISOString(),
        post_indexing: postIndexing.toISOString(),
      },
    }
  }

  async function persist() {
    const { receive_times } = now()
    const text = JSON.stringify(receive_times)
    // Each write is synced to disk, so nothing is written while no messages arrive.
    if (text === written || receive_times.ingest === new Date(0).toISOString()) return
    await records.put({ id: deps.nodeId, ...receive_times })
    written = text
  }

  async function findPersisted(nodeId: string): Promise<ProcessingStatus | undefined> {
    const record = await records.find(nodeId)
    if (record === undefined) return undefined
    const { ingest, post_processing, post_indexing } = record
    return { receive_times: { ingest, post_processing, post_indexing } }
  }

  const ticker = deps.clock.every(PERSIST_MS, () => {
    persist().catch((error: unknown) => deps.log.error({ err: error }, 'processing status could not be written'))
  })
  return {
    now,
    findPersisted,
    async getPersisted(nodeId: string) {
      const status = await findPersisted(nodeId)
      if (status === undefined) throw notPersisted()
      return status
    },
    [Symbol.dispose]: () => ticker[Symbol.dispose](),
  }
}
