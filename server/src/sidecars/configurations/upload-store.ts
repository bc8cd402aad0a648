import { CollectorUpload } from '@logyard/contract/sidecars/configurations'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const StoredUpload = Type.Object({ ...CollectorUpload.properties, created: Type.String() })
export type StoredUpload = Static<typeof StoredUpload>

export const uploadCollection = defineCollection({
  name: 'sidecar_uploads',
  audit: { type: 'sidecar-upload', secretTexts: ['rendered_configuration'] },
  schema: StoredUpload,
})
export type UploadStore = Collection<StoredUpload>
