/** The stored revisions of content packs. */
import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredPack = Type.Object({
  id: Type.String(),
  pack_id: Type.String(),
  rev: Type.Integer(),
  name: Type.String(),
  content: Type.Unsafe<ContentPack>({ type: 'object' }),
})
export type StoredPack = Static<typeof StoredPack>

const revisionKey = (packId: string, rev: number) => JSON.stringify([packId, rev])

export const packCollection = defineCollection({
  name: 'content_packs',
  audit: { type: 'content_pack' },
  schema: StoredPack,
  keys: {
    pack: { unique: false, of: ({ pack_id }: StoredPack) => [pack_id] },
    revision: { unique: true, of: ({ pack_id, rev }: StoredPack) => [revisionKey(pack_id, rev)] },
  },
})

export interface PackStore extends Collection<StoredPack, 'pack' | 'revision'> {}

export const findRevision = (store: PackStore, packId: string, rev: number) =>
  store.findBy('revision', revisionKey(packId, rev))
