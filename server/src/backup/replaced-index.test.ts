/** A backup of messages of an earlier version that are being rewritten meanwhile. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUPS_FOLDER } from '@logyard/engine/engine-access'
import { sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { fillOldFolder, oddMessages, rowsByTable } from '../store/rewriting/testing/old-messages.ts'
import {
  holdReplacement,
  startEngine,
  startRewriting,
  untilHidden,
  untilRewritten,
} from '../store/rewriting/testing/start-rewriting.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ENGINE_FOLDER } from './backup-engine.ts'
import { createStatementRunner } from './engine-statements.ts'
import { MOUNT, writeMessages } from './messages-backup.ts'

test('a backup waits until an index is replaced, and has each message once', async () => {
  await using folder = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  await using engine = await startEngine(folder.path)
  const held = await holdReplacement(engine)
  await using _rewriting = await startRewriting(engine, folder.path)
  await untilHidden(engine, 'rewritten')
  const written = join(folder.path, ENGINE_FOLDER, BACKUPS_FOLDER, MOUNT)
  await mkdir(written, { recursive: true })
  const runner = createStatementRunner(engine.patientClient, { folder: written, signal: AbortSignal.timeout(100_000) })
  const options = { name: 'full', base: null, folder: join(written, 'full'), clock: systemClock }
  let isDone = false
  const writing = writeMessages(runner, options, 1).finally(() => {
    isDone = true
  })
  const looked = sql`SELECT 1 FROM system.tables WHERE database = 'default' AND name = 'all_messages' AND engine = 'View'`
  expect((await (await engine.client.query({ query: looked, format: 'JSONEachRow' })).json()).length).toBe(1)
  expect(isDone).toBe(false)
  await held[Symbol.asyncDispose]()
  const { indices, tables } = await writing
  expect(indices.map(({ name, messages }) => [name, messages])).toEqual([
    ['gone_3', old.length / 2],
    ['web_0', old.length / 2],
  ])
  expect(Object.keys(tables)).not.toContain('staged_messages')
  await untilRewritten(engine)
  expect(await rowsByTable(engine)).toEqual({ messages: old.length })
}, 120_000)
