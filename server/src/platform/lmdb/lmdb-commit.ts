import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Resolves when the writes are on the disk. A failed commit rejects with an error that has a second promise, whose
 * rejection is the reason; unless that rejection is handled too, it ends the process.
 */
export async function lmdbCommit(writes: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(writes)
  } catch (error) {
    if (!(error instanceof Error) || !('commitError' in error)) throw error
    const reason = Promise.resolve(error.commitError).catch((cause: unknown) => cause)
    throw new Error('a commit to the disk failed', { cause: await Promise.race([reason, nextTurn()]) })
  }
}
