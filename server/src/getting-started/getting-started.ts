import { Type } from 'typebox'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

/** The getting started guide: shown until a user dismisses it, and again with each new minor version. */
export interface GettingStarted {
  isShown(): Promise<boolean>
  dismiss(): Promise<void>
}

const dismissals = defineCollection({
  name: 'getting_started_dismissals',
  schema: Type.Object({ id: Type.String({ description: 'A minor version, 1.4' }) }),
})

export function createGettingStarted(deps: {
  readonly settings: SettingsStore
  readonly version: string
}): GettingStarted {
  const dismissed = deps.settings.collection(dismissals)
  const minorVersion = deps.version.split('.').slice(0, 2).join('.')
  return {
    isShown: async () => (await dismissed.find(minorVersion)) === undefined,
    async dismiss() {
      await dismissed.put({ id: minorVersion })
    },
  }
}
