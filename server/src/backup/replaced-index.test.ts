/** A backup of messages of an earlier version that are being rewritten meanwhile. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUPS_FOLDER } from '@logyard/engine/engine-access'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { expect, test } from 'vitest'
import { NODE_ID_FILE } from '../cluster/node-id.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { SECRET_KEY_FILE } from '../platform/settings/secret-key.ts'
import type { Engine } from '../store/engine/engine.ts'
import { fillOldFolder, oddMessages, rowsByTable } from '../store/rewriting/testing/old-messages.ts'
import {
  holdReplacement,
  startEngine,
  startRewriting,
  untilHidden,
  untilRewritten,
} from '../store/rewriting/testing/start-rewriting.ts'
import { databaseOf } from '../testing/settings-of-folder.ts'
import { TEST_NODE_ID } from '../testing/start-http.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { backUp } from './back-up.ts'
import { ENGINE_FOLDER } from './backup-engine.ts'
import { createStatementRunner, type StatementRunner } from './engine-statements.ts'
import { createFolderPlace } from './folder-place.ts'
import { MOUNT, writeMessages } from './messages-backup.ts'

async function backupOf(engine: Engine, dataFolder: string) {
  const folder = join(dataFolder, ENGINE_FOLDER, BACKUPS_FOLDER, MOUNT)
  await mkdir(folder, { recursive: true })
  const runner = createStatementRunner(engine.patientClient, { folder, signal: AbortSignal.timeout(100_000) })
  return { runner, options: { name: 'full', base: null, folder: join(folder, 'full'), clock: systemClock } }
}

/** Something that happens while a backup is written. */
interface Event {
  readonly before?: () => Promise<void>
  readonly after?: () => Promise<void>
}

const during = (runner: StatementRunner, { before, after }: Event): StatementRunner => ({
  ...runner,
  async run(query, work) {
    const isBackup = query.text.startsWith('BACKUP')
    if (isBackup) await before?.()
    await runner.run(query, work)
    if (isBackup) await after?.()
  },
})

const CHANGED = { code: 'backup-indices-changed' }

test('a backup during which an index was replaced is not complete', async () => {
  await using folder = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  await using engine = await startEngine(folder.path)
  await using stack = new AsyncDisposableStack()
  const { runner, options } = await backupOf(engine, folder.path)
  const before = async () => {
    stack.use(await startRewriting(engine, folder.path))
    await untilRewritten(engine)
  }
  await expect(writeMessages(during(runner, { before }), options, 1)).rejects.toMatchObject(CHANGED)
  expect((await writeMessages(runner, options, 2)).tables).toMatchObject({ messages: old.length })
}, 120_000)

test('a backup during which a replacement began and was undone is not complete', async () => {
  await using folder = await temporaryFolder()
  const old = oddMessages('web_0')
  await fillOldFolder(folder.path, old)
  await using engine = await startEngine(folder.path)
  const { runner, options } = await backupOf(engine, folder.path)
  const change = async (query: Sql) =>
    void (await engine.client.command({ query, clickhouse_settings: { mutations_sync: '1' } }))
  const before = () =>
    change(sql`INSERT INTO messages (\`index\`, timestamp, rewritten) SELECT \`index\`, timestamp, 1 FROM old_messages`)
  const after = () => change(sql`ALTER TABLE messages DELETE WHERE \`index\` = 'web_0' AND rewritten = 1`)
  await expect(writeMessages(during(runner, { before, after }), options, 1)).rejects.toMatchObject(CHANGED)
  const { indices } = await writeMessages(runner, options, 2)
  expect(indices).toEqual([{ name: 'web_0', messages: old.length, isClosed: false }])
}, 120_000)

test('a backup while no server runs ends the replacement that the server had begun', async () => {
  await using folder = await temporaryFolder()
  await using target = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  {
    await using engine = await startEngine(folder.path)
    await using held = await holdReplacement(engine)
    {
      await using _rewriting = await startRewriting(engine, folder.path)
      await untilHidden(engine, 'rewritten')
    }
    await held[Symbol.asyncDispose]()
  }
  const place = createFolderPlace(target.path)
  const url = await databaseOf(folder.path)
  const postgres = url === undefined ? undefined : { url, authorities: '' }
  await writeFile(join(folder.path, NODE_ID_FILE), TEST_NODE_ID)
  const facts = { clock: systemClock, log: createLog('off'), signal: AbortSignal.timeout(100_000) }
  await writeFile(join(folder.path, SECRET_KEY_FILE), Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 })
  const { manifest } = await backUp({ dataFolder: folder.path, postgres, place, isFull: true, secret: '', ...facts })
  expect(manifest.messages.tables).toMatchObject({ messages: old.length / 2, old_messages: old.length / 2 })
}, 120_000)

test('a backup waits until an index is replaced, and has each message once', async () => {
  await using folder = await temporaryFolder()
  const old = [...oddMessages('web_0'), ...oddMessages('gone_3')]
  await fillOldFolder(folder.path, old)
  await using engine = await startEngine(folder.path)
  const held = await holdReplacement(engine)
  await using _rewriting = await startRewriting(engine, folder.path)
  await untilHidden(engine, 'rewritten')
  const { runner, options } = await backupOf(engine, folder.path)
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
