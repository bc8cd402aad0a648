/** The installed revisions, and the state of their objects right after the installation. */
import { ContentPackInstallation } from '@logyard/contract/content-packs/content-packs'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const { _id, ...facts } = ContentPackInstallation.properties
export const StoredInstallation = Type.Object({ id: _id, ...facts })
export type StoredInstallation = Static<typeof StoredInstallation>

export const installationCollection = defineCollection({
  name: 'content_pack_installations',
  audit: { type: 'content-pack-installation', secretTexts: ['parameters'] },
  schema: StoredInstallation,
  keys: {
    pack: { unique: false, of: ({ content_pack_id }: StoredInstallation) => [content_pack_id] },
    entity: {
      unique: false,
      of: ({ entities }: StoredInstallation) => [...new Set(entities.map(({ type, id }) => `${type.name}/${id}`))],
    },
  },
})
export type InstallationStore = Collection<StoredInstallation, 'pack' | 'entity'>

export const installationOnWire = ({ id, ...rest }: StoredInstallation): ContentPackInstallation => ({
  _id: id,
  ...rest,
})

/** Baseline of an installation, under its id: a hash of the data of each object, by its type and id. */
const StoredBaseline = Type.Object({
  id: Type.String(),
  hashes: Type.Record(Type.String(), Type.String()),
  /** The objects are stored, and the missing hashes are still to be recorded. */
  is_pending: Type.Optional(Type.Boolean()),
})

export const baselineCollection = defineCollection({
  name: 'content_pack_baselines',
  audit: 'note',
  schema: StoredBaseline,
})
export type BaselineStore = Collection<Static<typeof StoredBaseline>>
