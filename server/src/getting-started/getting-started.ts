import { Type } from 'typebox'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

const dismissals = defineCollection({
  name: 'getting_started_dismissals',
  audit: { type: 'getting-started-dismissals' },
  schema: Type.Object({ id: Type.String({ description: 'A minor version, 1.4' }) }),
})

/** The getting started guide: shown until a user dismisses it, and again with each new minor version. */
export function createGettingStarted(deps: { readonly settings: SettingsStore; readonly version: string }) {
  const dismissed = deps.settings.collection(dismissals)
  const minorVersion = deps.version.split('.').slice(0, 2).join('.')
  return {
    isShown: async () => (await dismissed.find(minorVersion)) === undefined,
    async dismiss() {
      await dismissed.put({ id: minorVersion })
    },
    /** The minor versions in which it is hidden, in their order. */
    async dismissedIn() {
      const ids = (await dismissed.list()).map(({ id }) => id)
      return ids.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    },
    dismissOnlyIn: (minorVersions: readonly string[]) =>
      commitRetrying(deps.settings, async () => {
        const before = new Set((await dismissed.list()).map(({ id }) => id))
        const after = new Set(minorVersions)
        const writes = [
          ...[...before.difference(after)].map((id) => dismissed.deleting(id)),
          ...[...after.difference(before)].map((id) => dismissed.inserting({ id })),
        ]
        return { writes, answer: undefined }
      }),
  }
}
