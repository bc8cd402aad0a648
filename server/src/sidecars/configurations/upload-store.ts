import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

const StoredUpload = Type.Object({
  id: Type.String(),
  collector_id: Type.String(),
  node_id: Type.String(),
  collector_name: Type.String(),
  rendered_configuration: Type.String(),
  created: Type.String(),
})
export type StoredUpload = Static<typeof StoredUpload>

export const uploadCollection = defineCollection({
  name: 'sidecar_uploads',
  audit: { type: 'sidecar-upload', secretTexts: ['rendered_configuration'] },
  schema: StoredUpload,
})
export type UploadStore = Collection<StoredUpload>
