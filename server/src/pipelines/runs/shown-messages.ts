import type { TrialMessage } from '@logyard/contract/pipelines/trials'
import { charactersOf } from './message-documents.ts'

/** Characters of all messages of a response. */
const MAX_SHOWN_CHARACTERS = 4_000_000
/** Messages that do not match are shown as well, if there is room. */
const UNMATCHED = 5

/** Selects messages to show: failed ones, those that differ, those that match, then a few others. */
export function createShownMessages(limit: number) {
  const groups: readonly TrialMessage[][] = [[], [], [], []]
  let characters = 0
  return {
    add(message: TrialMessage, { hasFailed }: { readonly hasFailed: boolean }): void {
      const at = hasFailed ? 0 : message.differs ? 1 : message.matched ? 2 : 3
      const group = groups[at]
      if (group === undefined || group.length >= (at === 3 ? Math.min(UNMATCHED, limit) : limit)) return
      characters += sizeOf(message)
      if (characters <= MAX_SHOWN_CHARACTERS) group.push(message)
    },
    list: (): readonly TrialMessage[] => groups.flat().slice(0, limit),
  }
}

const sizeOf = ({ before, after, created }: TrialMessage) =>
  [before, after, ...created].reduce((sum, fields) => sum + charactersOf(fields), 0)
