/** A processing thread: gets settings and blocks, answers results. Everything it does is in process-block.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Codec } from '@logyard/codecs/codec'
import type { FieldVerdict } from '../../fields/field-watch.ts'
import type { TailSettings } from '../../live/tail-settings.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { BlockResult, BlockTask } from '../blocks/block-result.ts'
import { createBlockProcessor } from '../blocks/process-block.ts'
import type { ProcessingSettings } from '../settings/processing-settings.ts'
import { createWorkerGuard, type RuleIds } from './regex-guard.ts'

export interface WorkerStart {
  readonly nodeId: string
  /** Path of a module that exports `createCodecs`: functions cannot be posted to a worker. */
  readonly codecsModule: string
  readonly guardMemory: Int32Array<SharedArrayBuffer>
}

interface CodecsModule {
  readonly createCodecs: (deps: { readonly clock: Clock }) => Readonly<Record<string, Codec>>
}

export type ToWorker =
  | { readonly kind: 'settings'; readonly settings: ProcessingSettings; readonly ruleIds: RuleIds }
  | { readonly kind: 'fields'; readonly verdicts: readonly FieldVerdict[] }
  | { readonly kind: 'tails'; readonly tails: readonly TailSettings[] }
  | { readonly kind: 'block'; readonly task: BlockTask }

export type FromWorker = BlockResult

const port = parentPort
if (port === null) throw new Error('processing-worker.ts is the program of a worker thread')
const { nodeId, codecsModule, guardMemory }: WorkerStart = workerData
const { createCodecs }: CodecsModule = await import(codecsModule)
const codecs = Object.values(createCodecs({ clock: systemClock }))
const workerGuard = createWorkerGuard(guardMemory)
const processor = createBlockProcessor({ codecs, nodeId, clock: systemClock, guard: workerGuard.guard })

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'settings':
      workerGuard.number(message.ruleIds)
      processor.configure(message.settings)
      break
    case 'fields':
      processor.learn(message.verdicts)
      break
    case 'tails':
      processor.watch(message.tails)
      break
    case 'block': {
      const result = processor.process(message.task)
      const buffers = [result.body, ...result.outputs.map(({ bytes }) => bytes)].map(({ buffer }) => buffer)
      port.postMessage(result satisfies FromWorker, buffers)
      break
    }
  }
})
