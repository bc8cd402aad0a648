/** Entries of the URL whitelist in content packs and configuration text. */
import { UrlWhitelistEntry } from '@logyard/contract/url-whitelist/url-whitelist'
import { plain } from '../entities/codecs/shape-codecs.ts'
import { entityType } from '../entities/entity-type.ts'
import type { UrlWhitelist } from './url-whitelist.ts'

const titleOf = ({ title, value }: UrlWhitelistEntry) => `${title} [${value}]`

export function urlWhitelistEntity(whitelist: Pick<UrlWhitelist, 'read' | 'replace'>) {
  const all = async () => (await whitelist.read()).entries
  return entityType<UrlWhitelistEntry>({
    type: { name: 'url_whitelist_entry', version: '1' },
    permissions: {
      read: () => ['urlwhitelist:read'],
      create: 'urlwhitelist:write',
      edit: 'urlwhitelist:write',
      delete: 'urlwhitelist:write',
    },
    hasChosenIds: true,
    serverVersion: '>=3.1.3',
    codec: plain<UrlWhitelistEntry>(UrlWhitelistEntry, 'an entry of the URL whitelist'),
    titleOf,
    mapReferences: (data) => data,
    list: async () => (await all()).map((entry) => ({ id: entry.id, title: titleOf(entry) })),
    async export(id) {
      const data = (await all()).find((entry) => entry.id === id)
      return data && { title: titleOf(data), data, shown: data }
    },
    async findReplaced({ id }) {
      const entry = (await all()).find((one) => one.id === id)
      return entry && { id, title: titleOf(entry) }
    },
    async prepare(data, { shared }) {
      shared.whitelist(data)
      return { entity: { id: data.id, title: titleOf(data) }, writes: [], takeEffect: async () => undefined }
    },
    async remove(id) {
      const { entries, disabled } = await whitelist.read()
      await whitelist.replace({ entries: entries.filter((entry) => entry.id !== id), disabled })
    },
  })
}
