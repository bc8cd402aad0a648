import { UniqueTaken } from './settings-store.ts'

/** Waits for a write, and tells whether it was made: not if another writer took the value of a unique key first. */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof UniqueTaken) return false
    throw error
  }
}
