import { createHmac } from 'node:crypto'
import type { EntryLog, NewEntry } from './entry-log.ts'
import { keyFor } from './key-for.ts'

export function entryHash(secretKey: Uint8Array): EntryLog['hash'] {
  const hashKey = keyFor(secretKey, 'audit seals')
  return (parts) => {
    const hmac = createHmac('sha256', hashKey)
    // With their lengths, so that text cannot move from one part to the next.
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest('hex')
  }
}

/** What an entry counts in the size of the log. */
export const bytesOf = ({ body, facts }: NewEntry): number =>
  [body, ...Object.values(facts)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
