/**
 * The journal as a transport in a thread sees it: messages are collected and delivered to the main thread, which owns the
 * journal. The messages that are delivered and not yet on the disk are bounded, so that a slow disk costs little memory.
 */
import type { RawMessage } from '@logyard/codecs/codec'
import type { Clock } from '../../../platform/clock.ts'
import { createWakeUp } from '../../../platform/wake-up.ts'
import { checkLength, type JournalOfInputs, type Origin } from '../../journal/journal.ts'
import { type BlockBuilder, createBlockBuilder, WHOLE_BLOCK_BYTES } from '../../journal/journal-block.ts'

export interface DeliveredJournal extends JournalOfInputs {
  /** Has `deliver` called soon, also without messages. */
  deliverSoon(): void
  /** Delivers what is collected. */
  deliverNow(): void
  /** The deliveries up to this number are on the disk. */
  noteFlushed(number: number): void
}

/** Bytes of messages that are not on the disk yet. */
const MAX_UNFLUSHED_BYTES = 32 * 2 ** 20
/** Between two smaller deliveries, because each costs both threads some microseconds. */
const PAUSE_MS = 2
const SMALL_BYTES = 8 * 1024
/** Between two looks whether a full journal has room again. */
const FULL_LOOK_MS = 20

interface State {
  readonly deliver: (block: Uint8Array<ArrayBuffer> | undefined, number: number) => void
  readonly clock: Clock
  readonly flushWakeUp: ReturnType<typeof createWakeUp>
  /** Sizes of the deliveries that are not on the disk. */
  readonly unflushed: Map<number, number>
  block: BlockBuilder
  number: number
  flushedNumber: number
  unflushedBytes: number
  deliveredAtMs: number
  isScheduled: boolean
}

export function createDeliveredJournal(deps: {
  readonly deliver: (block: Uint8Array<ArrayBuffer> | undefined, number: number) => void
  /** The room in the journal a moment ago: messages delivered since then may have used it. */
  readonly roomBytes: () => number
  readonly clock: Clock
}): DeliveredJournal {
  const { clock, roomBytes } = deps
  const state: State = {
    deliver: deps.deliver,
    clock,
    flushWakeUp: createWakeUp(),
    unflushed: new Map(),
    block: createBlockBuilder(SMALL_BYTES),
    number: 0,
    flushedNumber: 0,
    unflushedBytes: 0,
    deliveredAtMs: 0,
    isScheduled: false,
  }
  const ownBytes = () => state.unflushedBytes + (state.block.count() === 0 ? 0 : state.block.sizeBytes())
  const isFull = () => ownBytes() >= Math.min(MAX_UNFLUSHED_BYTES, roomBytes())
  return {
    append(origin, raw) {
      checkLength(raw)
      if (isFull()) return false
      add(state, origin, raw)
      return true
    },
    appendAll(origin, raws) {
      for (const raw of raws) checkLength(raw)
      if (isFull()) return false
      for (const raw of raws) add(state, origin, raw)
      return true
    },
    async flushed() {
      const target = state.block.count() > 0 ? state.number + 1 : state.number
      while (state.flushedNumber < target) await state.flushWakeUp.next()
    },
    isFull,
    async writable(signal) {
      while (isFull()) {
        await clock.sleep(FULL_LOOK_MS, signal)
      }
    },
    deliverSoon: () => schedule(state),
    deliverNow: () => deliver(state),
    noteFlushed(number) {
      state.flushedNumber = Math.max(state.flushedNumber, number)
      for (const [delivered, bytes] of state.unflushed) {
        if (delivered > number) break
        state.unflushed.delete(delivered)
        state.unflushedBytes -= bytes
      }
      state.flushWakeUp.wake()
    },
  }
}

function add(state: State, origin: Origin, raw: RawMessage): void {
  state.block.add(origin, raw)
  if (state.block.sizeBytes() >= WHOLE_BLOCK_BYTES) deliver(state)
  else schedule(state)
}

/** At the end of this turn of the event loop, or a little later if something was delivered just now. */
function schedule(state: State): void {
  if (state.isScheduled) return
  state.isScheduled = true
  const run = () => {
    state.isScheduled = false
    deliver(state)
  }
  const waitMs = state.deliveredAtMs + PAUSE_MS - state.clock.monotonicMs()
  if (waitMs <= 0) setImmediate(run)
  else setTimeout(run, Math.ceil(waitMs))
}

function deliver(state: State): void {
  state.deliveredAtMs = state.clock.monotonicMs()
  if (state.block.count() === 0) {
    state.deliver(undefined, state.number)
    return
  }
  const block = state.block.finish()
  state.block = createBlockBuilder(block.length < WHOLE_BLOCK_BYTES ? SMALL_BYTES : WHOLE_BLOCK_BYTES + SMALL_BYTES)
  state.number += 1
  state.unflushed.set(state.number, block.length)
  state.unflushedBytes += block.length
  state.deliver(block, state.number)
}
