import { rm } from 'node:fs/promises'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createDataFolder } from './data-folder.ts'
import { dropDatabaseOf, openSettingsOf } from './settings-of-folder.ts'

/** A settings store of a folder of its own, which goes with it. */
export async function temporarySettings(): Promise<
  { readonly settings: SettingsStore; readonly folder: string } & AsyncDisposable
> {
  const folder = await createDataFolder()
  const settings = await openSettingsOf(folder, { clock: systemClock, log: createLog('fatal') })
  return {
    settings,
    folder,
    async [Symbol.asyncDispose]() {
      await settings[Symbol.asyncDispose]()
      await dropDatabaseOf(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
