/** Closed indices of the source: their messages are read from tables of their own, to which the same files are linked. */
import { join } from 'node:path'
import { BACKUPS_FOLDER } from '@logyard/engine/engine-access'
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import { lockBackups } from '../backup/back-up.ts'
import { attachClosed, CLOSED_DATABASE, closedParts, dropClosedDatabase } from '../backup/closed-indices.ts'
import { createStatementRunner } from '../backup/engine-statements.ts'
import { sourceNotUsable } from './copy-errors.ts'
import type { CopyPlace } from './copy-place.ts'
import { type CopySource, rowsOfSource } from './copy-source.ts'
import type { MessageTable } from './day-slices.ts'

export const CLOSED_MESSAGES: MessageTable = {
  name: sql`closed_indices.messages`,
  parts: sql`database = ${CLOSED_DATABASE} AND table = 'messages'`,
}

const Parts = Type.Object({ parts: Type.Number() })

/** Links the files of the engine at this folder. Disposal removes the links. */
export async function openClosed(source: CopyPlace, folder: string, signal: AbortSignal) {
  const runner = createStatementRunner(source.client, { folder, signal })
  let lock: Disposable | undefined
  return {
    /** Once for each pass: indices may have been closed, opened or deleted. */
    async refresh() {
      if (lock === undefined && (await closedParts(runner)).size === 0) return
      // A backup links the same files to the same tables.
      lock ??= lockBackups({ backupsFolder: join(folder, BACKUPS_FOLDER) })
      await attachClosed(runner)
    },
    async [Symbol.asyncDispose]() {
      if (lock === undefined) return
      await dropClosedDatabase(runner).catch(() => undefined)
      lock[Symbol.dispose]()
    },
  }
}

/** Only the files of a ClickHouse server have them. */
export async function requireNoneClosed(source: CopySource, signal: AbortSignal): Promise<void> {
  const found = await rowsOfSource(
    source,
    Parts,
    sql`SELECT toFloat64(count()) AS parts FROM system.detached_parts
      WHERE database = currentDatabase() AND table = 'messages' AND reason = ''`,
    signal,
  )
  if (found.every(({ parts }) => parts === 0)) return
  throw sourceNotUsable(
    source.title,
    'it has closed indices, which can only be read on its own machine. Open them in the console, or add ' +
      '--without-closed to leave them behind',
  )
}
