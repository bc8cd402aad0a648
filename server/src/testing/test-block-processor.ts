import { systemClock } from '../platform/clock.ts'
import {
  type BlockProcessor,
  type BlockProcessorDeps,
  createBlockProcessor,
} from '../processing/blocks/process-block.ts'
import { processors } from '../processing/processors.ts'
import { testOrigin } from './journal-messages.ts'
import { codecs } from './test-codecs.ts'

/** A block processor as in a worker, without a watchdog. */
export const testBlockProcessor = (more: Partial<BlockProcessorDeps> = {}): BlockProcessor =>
  createBlockProcessor({
    codecs,
    processors,
    nodeId: testOrigin.nodeId,
    clock: systemClock,
    guard: () => (test) => test(),
    lookupTables: { find: () => undefined },
    onPosition: () => undefined,
    ...more,
  })
