import type { CreatedPlaces } from '../../pipelines/evaluation/evaluation-environment.ts'
import type { Message } from '../../store/messages/message.ts'
import { createMessageIds, MAX_CREATED_MESSAGES, nodeNumber, placeOfCreated } from '../../store/messages/message-ids.ts'
import type { BlockRun } from './block-run.ts'

/** Where processing is in the journal: the ids of messages derive from it. */
export interface BlockPosition {
  /** From now on messages of this block are processed. */
  enter(run: BlockRun): void
  readonly places: CreatedPlaces
  /** False if rules have added too much to the messages of the block. */
  takeRoom(characters: number): boolean
  idOf(message: Message): string
  /** Whether the current message does not wait for lookups any more. */
  givesUpLookups(): boolean
}

/** Each becomes a row, so this bounds the memory that a block takes. */
const MAX_CREATED_OF_BLOCK = 200_000
/** Characters that rules add to the messages of a block, beside four times the bytes that the block has itself. */
const MAX_ADDED_TO_BLOCK = 128 * 2 ** 20
const ADDED_PER_BYTE = 4

export function createBlockPosition(nodeId: string): BlockPosition {
  const idsOf = createMessageIds(nodeNumber(nodeId))
  let current: BlockRun | undefined
  const position = (): BlockRun => {
    if (current === undefined) throw new Error('no block is being processed')
    return current
  }
  return {
    enter(run) {
      current = run
    },
    places: {
      next() {
        const run = position()
        if (run.raw.created >= MAX_CREATED_MESSAGES || run.created >= MAX_CREATED_OF_BLOCK) return undefined
        const place = placeOfCreated(run.raw.created)
        run.raw.created += 1
        run.created += 1
        return place
      },
      mark: () => position().raw.created,
      reset(mark) {
        const run = position()
        run.created -= run.raw.created - mark
        run.raw.created = mark
      },
    },
    takeRoom(characters) {
      const run = position()
      if (run.added + characters > MAX_ADDED_TO_BLOCK + run.task.bytes.length * ADDED_PER_BYTE) return false
      run.added += characters
      return true
    },
    givesUpLookups: () => current?.raw.lookupProblem !== undefined,
    idOf(message) {
      const { task, raw } = position()
      return idsOf(message.receivedAtMs, task.firstOffset + raw.index, message.place).id
    },
  }
}
