import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { openSqliteSettings } from '../platform/settings/sqlite-settings.ts'
import { createDataFolder } from './data-folder.ts'

/** A settings store in a folder of its own, which goes with it. */
export async function temporarySettings(): Promise<
  { readonly settings: SettingsStore; readonly folder: string } & AsyncDisposable
> {
  const folder = await createDataFolder()
  const settings = openSqliteSettings({
    path: join(folder, 'settings.db'),
    secretKey: Buffer.alloc(32, 7),
    clock: systemClock,
    log: createLog('fatal'),
  })
  return {
    settings,
    folder,
    async [Symbol.asyncDispose]() {
      await settings[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
