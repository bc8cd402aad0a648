/** The data folder of a whole Logyard: who can read it, and the errors when a part of it is missing. */
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from './testing/server-process.ts'
import { areSettingsFiles } from './testing/settings-of-folder.ts'
import { whyNoSmallDisk } from './testing/small-disk.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** Every path in the folder, except those deleted while it is read. */
function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path))
}

/** The octal permissions of other users, for paths where they have any. A symbolic link has none of its own. */
const open = (folder: string) =>
  [folder, ...pathsIn(folder)]
    .map((path) => ({ path, facts: lstatSync(path) }))
    .filter(({ facts }) => !facts.isSymbolicLink())
    .map(({ path, facts }) => ({ path: relative(folder, path), others: (facts.mode & 0o077).toString(8) }))
    .filter(({ others }) => others !== '0')

test.runIf(areSettingsFiles)(
  'only its owner can read the data folder; permissive modes of existing files are corrected',
  async () => {
    await using folder = await temporaryFolder()
    const first = await startServer({ dataFolder: folder.path })
    expect(open(folder.path)).toEqual([])
    const names = pathsIn(folder.path).map((path) => relative(folder.path, path))
    expect(names).toEqual(expect.arrayContaining(['lock', 'settings.db', 'journal/data.mdb', 'failures/lock.mdb']))
    await first.end('SIGTERM')
    for (const path of pathsIn(folder.path).filter((one) => !one.includes('engine/'))) chmodSync(path, 0o755)
    await using _second = await startServer({ dataFolder: folder.path })
    expect(open(folder.path)).toEqual([])
  },
)

test.runIf(areSettingsFiles)(
  'a data folder with messages but no settings is refused, and starts once the settings are restored',
  async () => {
    await using folder = await temporaryFolder()
    const settings = join(folder.path, 'settings.db')
    await (await startServer({ dataFolder: folder.path })).end('SIGTERM')
    renameSync(settings, `${settings}.away`)
    const refused = await startServer({ dataFolder: folder.path }).catch(String)
    expect(refused).toContain(`ended with 1 before it was ready`)
    expect(refused).toContain(`${folder.path} holds messages (engine, journal) but no settings.db`)
    expect(refused).toContain('the command restore FILE')
    expect(refused).toContain(`mv ${folder.path} ${folder.path}-old`)
    expect(refused).not.toMatch(/\n\s+at /)
    expect(existsSync(settings)).toBe(false)
    renameSync(`${settings}.away`, settings)
    await using again = await startServer({ dataFolder: folder.path })
    expect((await fetch(`${again.url}api/system/lbstatus`)).status).toBe(200)
  },
)

test('a data folder that is not writable is reported in one sentence', async ({ skip }) => {
  const reason = await whyNoSmallDisk()
  skip(reason !== undefined, reason)
  await using folder = await temporaryFolder()
  const refused = await startServer({ dataFolder: folder.path, diskSize: '16m,ro' }).catch(String)
  expect(refused).toContain('ended with 1 before it was ready')
  expect(refused).toContain(`The data folder ${folder.path} cannot be written`)
  expect(refused).toContain('LOGYARD_DATA')
  expect(refused).not.toMatch(/EROFS|\n\s+at /)
})
