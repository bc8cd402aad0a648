import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createLog } from '../log.ts'
import { defineCollection } from './settings-store.ts'
import { openSqliteSettings, SETTINGS_FILE } from './sqlite-settings.ts'

const mailboxes = defineCollection({
  name: 'mailboxes',
  audit: 'note',
  schema: Type.Object({ id: Type.String(), host: Type.String(), password: Type.String() }),
  secrets: ['password'],
})
const mailbox = (id: string) => ({ id, host: 'mail', password: `sesame ${id}` })

/** Opens the file, which another store without unfinished commits may have open. */
const reopen = (folder: string, secretKey: Uint8Array = Buffer.alloc(32, 7)) =>
  openSqliteSettings({
    path: join(folder, SETTINGS_FILE),
    secretKey,
    clock: fixedClock('2026-03-01T09:00:00Z'),
    log: createLog('off'),
  })

async function temporaryStore() {
  const folder = await temporaryFolder()
  const settings = reopen(folder.path)
  return {
    settings,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await settings[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

function withSql(folder: string, sql: string): unknown {
  using db = new DatabaseSync(join(folder, SETTINGS_FILE))
  return db.prepare(sql).get()
}

test.each([
  { damage: `UPDATE document SET body = '{"id":'`, says: 'it cannot be read' },
  { damage: `UPDATE document SET body = json_set(body, '$.host', 7)`, says: '/host must be string' },
  { damage: `UPDATE document SET body = json_set(body, '$.password', 'plain')`, says: 'it cannot be read' },
  { damage: `UPDATE document SET body = (SELECT body FROM document WHERE id = '2') WHERE id = '1'`, says: 'read' },
])('a damaged document causes an error that names it: $damage', async ({ damage, says }) => {
  await using store = await temporaryStore()
  const collection = store.settings.collection(mailboxes)
  await store.settings.commit([mailbox('1'), mailbox('2')].map((document) => collection.inserting(document)))
  withSql(store.folder, damage)
  const finding = collection.find('1')
  await expect(finding).rejects.toMatchObject({ code: 'document-damaged' })
  await expect(finding).rejects.toThrow(`The stored mailboxes 1 is damaged`)
  await expect(finding).rejects.toThrow(says)
  expect(await collection.delete('1')).toBe(true)
})

test('a wrong key is refused at once, and the right one still works', async () => {
  await using store = await temporaryStore()
  await store.settings.collection(mailboxes).insert(mailbox('1'))
  expect(() => reopen(store.folder, Buffer.alloc(32, 8))).toThrow(expect.objectContaining({ code: 'secret-key-wrong' }))
  await using again = reopen(store.folder)
  expect(await again.collection(mailboxes).find('1')).toEqual(mailbox('1'))
})

test('a file that is not a settings file is refused, and the error names it', async () => {
  await using store = await temporaryStore()
  const path = join(store.folder, 'other.db')
  await writeFile(path, 'not a database, but long enough to be taken for one'.repeat(20))
  const open = () =>
    openSqliteSettings({
      path,
      secretKey: Buffer.alloc(32),
      clock: fixedClock('2026-03-01T09:00:00Z'),
      log: createLog('off'),
    })
  expect(open).toThrow(`${path} is damaged or no settings file`)
})

test('a migration runs once, and settings of a newer version are refused', async () => {
  await using store = await temporaryStore()
  const applied = withSql(store.folder, 'SELECT max(number) AS newest, max(applied_at) AS at FROM migration')
  await reopen(store.folder)[Symbol.asyncDispose]()
  expect(withSql(store.folder, 'SELECT max(number) AS newest, max(applied_at) AS at FROM migration')).toEqual(applied)
  withSql(store.folder, `INSERT INTO migration (number, applied_at) VALUES (999, '2030-01-01')`)
  expect(() => reopen(store.folder)).toThrow(expect.objectContaining({ code: 'settings-too-new' }))
})
