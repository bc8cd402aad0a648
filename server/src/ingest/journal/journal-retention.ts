/**
 * Deletes blocks that are committed, and blocks that are too old whether they are committed or not. Age is the time that
 * this process had for storing them: a clock that was wrong, or a server that was away, costs no message.
 */

import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { unlessAborted } from '../../platform/unless-aborted.ts'
import type { BlockStore } from './block-store.ts'
import type { DamagedBlocks } from './damaged-blocks.ts'
import type { Journal } from './journal.ts'
import type { JournalState } from './journal-state.ts'
import type { BlockFacts } from './sealed-block.ts'

export interface JournalRetention extends AsyncDisposable, Pick<Journal, 'commit' | 'noted'> {
  /** Messages that were deleted before they were stored. */
  expiredEntries(): number
}

interface RetentionDeps {
  readonly state: JournalState
  readonly store: BlockStore
  readonly damaged: DamagedBlocks
  readonly isFull: () => boolean
  readonly ageLimitMs: number
  readonly clock: Clock
  readonly log: Log
}

const CLEANUP_MS = 1000
/** How finely the age of messages is known: in parts of the limit. */
const MARKS = 100

/** Messages below the offset have been in the open journal since that instant. */
interface Mark {
  readonly atMs: number
  readonly offset: number
}

export function createJournalRetention(deps: RetentionDeps): JournalRetention {
  const { state, store, damaged, isFull, ageLimitMs, clock, log } = deps
  let expiredEntries = 0
  let cleaning: Promise<void> | undefined

  const marks: Mark[] = [{ atMs: clock.monotonicMs(), offset: state.nextOffset }]

  /** The end of the messages that are too old. */
  function expiredOffset(): number {
    const nowMs = clock.monotonicMs()
    const newest = marks.at(-1)
    if (newest === undefined || nowMs - newest.atMs >= ageLimitMs / MARKS) {
      marks.push({ atMs: nowMs, offset: state.nextOffset })
    }
    const tooOld = marks.findLastIndex(({ atMs }) => nowMs - atMs > ageLimitMs)
    marks.splice(0, tooOld)
    return tooOld < 0 ? 0 : (marks[0]?.offset ?? 0)
  }

  async function cleanUp() {
    const { blocks, expired } = collectDeletable(deps, expiredOffset())
    expiredEntries += expired
    const committed = state.committedOffset
    if (committed === state.notedOffset) return
    await store.commitAndRemove(committed, blocks)
    state.notedOffset = committed
    state.notedWakeUp.wake()
    state.storedBytes -= blocks.reduce((sum, { bytes }) => sum + bytes, 0)
    state.storedBlocks -= blocks.length
    if (blocks.length > 0 && state.storedBlocks === 0) state.emptySince = clock.now()
    if (!isFull()) state.roomWakeUp.wake()
  }
  function cleanUpSoon() {
    cleaning ??= cleanUp()
      .catch((error: unknown) => log.error({ err: error }, 'journal could not be cleaned up'))
      .finally(() => {
        cleaning = undefined
      })
  }
  const cleaner = clock.every(CLEANUP_MS, cleanUpSoon)

  return {
    commit(offset) {
      state.committedOffset = damaged.behind(Math.max(state.committedOffset, offset))
      if (isFull()) cleanUpSoon()
    },
    async noted(offset) {
      while (state.notedOffset < offset) {
        cleanUpSoon()
        await unlessAborted(state.notedWakeUp.next(), state.closing.signal)
      }
    },
    expiredEntries: () => expiredEntries,
    async [Symbol.asyncDispose]() {
      cleaner[Symbol.dispose]()
      await cleaning
      cleanUpSoon()
      await cleaning
    },
  }
}

/** The first blocks of the journal that are committed or too old. Moves the committed offset past the latter. */
function collectDeletable({ state, store }: RetentionDeps, expiredOffset: number) {
  const blocks: BlockFacts[] = []
  let expired = 0
  for (const facts of store.facts()) {
    const endOffset = facts.firstOffset + facts.count
    const isCommitted = endOffset <= state.committedOffset
    if (!isCommitted && endOffset > expiredOffset) break
    if (!isCommitted) {
      expired += endOffset - Math.max(state.committedOffset, facts.firstOffset)
      state.committedOffset = endOffset
    }
    blocks.push(facts)
  }
  return { blocks, expired }
}
