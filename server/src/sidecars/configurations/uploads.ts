/** Configurations that old agents uploaded, so that an administrator can import them. */
import { CollectorUpload, type CollectorUploadDraft } from '@logyard/contract/sidecars/configurations'
import { MAX_UPLOADS } from '@logyard/contract/sidecars/sidecar-limits'
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'

const uploadCollection = defineCollection({
  name: 'sidecar_uploads',
  audit: { type: 'sidecar-upload', secretTexts: ['rendered_configuration'] },
  schema: Type.Object({ ...CollectorUpload.properties, created: Type.String() }),
})

const PER_PAGE = 10
const MAX_AGE_MS = 30 * 86_400_000

export interface UploadDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
}

export type Uploads = ReturnType<typeof createUploads>

export function createUploads({ settings, clock, ids }: UploadDeps) {
  const store = settings.collection(uploadCollection)
  return {
    /** Newest first. */
    async page(wanted: number) {
      const page = Math.max(1, wanted)
      const all = (await store.list()).toReversed()
      const uploads = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
      const total = all.length
      return { pagination: { total, count: uploads.length, page, per_page: PER_PAGE }, total, uploads }
    },
    /** The oldest give way to new ones. */
    async add({ collector_id, node_id, collector_name, rendered_configuration }: CollectorUploadDraft): Promise<void> {
      const created = clock.now().toISOString()
      const upload = { id: ids.next(), collector_id, node_id, collector_name, rendered_configuration, created }
      const stored = await store.list()
      const surplus = stored.slice(0, Math.max(0, stored.length + 1 - MAX_UPLOADS))
      await settings.commit([store.inserting(upload), ...surplus.map(({ id }) => store.deleting(id))])
    },
    async deleteOld(): Promise<void> {
      const oldest = new Date(clock.now().getTime() - MAX_AGE_MS).toISOString()
      const old = (await store.list()).filter(({ created }) => created < oldest)
      if (old.length > 0) await settings.commit(old.map(({ id }) => store.deleting(id)))
    },
  }
}
