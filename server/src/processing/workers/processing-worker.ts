/** The program of a processing thread: receives settings and blocks, and posts results. */
import type { Codec } from '@logyard/codecs/codec'
import { releaseMemory } from '@logyard/codecs/release-memory'
import type { FieldVerdict } from '../../fields/field-watch.ts'
import type { TailSettings } from '../../live/tail-settings.ts'
import { type LookupLink, linkLookups } from '../../lookup/live/lookup-threads.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { ownerPort, threadData } from '../../platform/threads/thread-data.ts'
import type { BlockResult, BlockTask } from '../blocks/block-result.ts'
import { createBlockProcessor } from '../blocks/process-block.ts'
import { processors } from '../processors.ts'
import type { SettingsChange } from '../settings/processing-settings.ts'
import { createWorkerGuard, type RegexOwners } from './regex-guard.ts'

export interface WorkerStart {
  readonly nodeId: string
  /** URL of a module that exports `createCodecs`: functions cannot be posted to a worker. */
  readonly codecsModule: string
  readonly guardMemory: Int32Array<SharedArrayBuffer>
  readonly lookups: LookupLink
}

interface CodecsModule {
  readonly createCodecs: (deps: { readonly clock: Clock }) => Readonly<Record<string, Codec>>
}

export type ToWorker =
  | { readonly kind: 'settings'; readonly change: SettingsChange; readonly owners: RegexOwners }
  | { readonly kind: 'fields'; readonly verdicts: readonly FieldVerdict[] }
  | { readonly kind: 'tails'; readonly tails: readonly TailSettings[] }
  | { readonly kind: 'block'; readonly task: BlockTask }

export type FromWorker = BlockResult

const { nodeId, codecsModule, guardMemory, lookups } = threadData<WorkerStart>()
const port = ownerPort()
const { createCodecs }: CodecsModule = await import(codecsModule)
const codecs = Object.values(createCodecs({ clock: systemClock }))
const { guard, onPosition, number } = createWorkerGuard(guardMemory)
const processor = createBlockProcessor({
  codecs,
  processors,
  nodeId,
  clock: systemClock,
  guard,
  onPosition,
  lookupTables: linkLookups(lookups, systemClock),
})

function post(result: BlockResult): void {
  const buffers = [...result.rows.chunks, ...result.outputs.map(({ bytes }) => bytes)].map(({ buffer }) => buffer)
  port.postMessage(result satisfies FromWorker, buffers)
}

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'settings':
      number(message.owners)
      processor.configure(message.change)
      break
    case 'fields':
      processor.learn(message.verdicts)
      break
    case 'tails':
      processor.watch(message.tails)
      break
    case 'block': {
      const result = processor.process(message.task)
      // A rejection ends the thread, as an exception does.
      if (result instanceof Promise) void result.then(post)
      else {
        post(result)
        releaseMemory(message.task.bytes)
      }
      break
    }
  }
})
