/** The revisions of content packs. `installations.ts` installs them. */
import type { ContentPack, ContentPackDraft, ContentPackList } from '@logyard/contract/content-packs/content-packs'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Mutex } from '../../platform/mutex.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { unlessTaken } from '../../platform/settings/unless-taken.ts'
import { packFound, packInstalled, packNotFound, packsTooLarge, tooManyPacks } from '../content-pack-errors.ts'
import type { InstallationStore, StoredInstallation } from '../installation-store.ts'
import { findRevision, packCollection, type StoredPack } from './pack-store.ts'
import { readPack } from './read-pack.ts'

export const MAX_PACK_REVISIONS = 2000
/** Characters of all revisions together: lists answer them whole. */
export const MAX_PACK_CHARACTERS = 100_000_000

export type ContentPacks = ReturnType<typeof createPackService>

export interface ContentPacksDeps {
  readonly settings: SettingsStore
  readonly installations: InstallationStore
  /** An installation in progress needs its pack, and counts for those that wait. */
  readonly inTurn: Mutex
  readonly maxCharacters?: number
  readonly clock: Clock
  readonly ids: Ids
}

export function createPackService(deps: ContentPacksDeps) {
  const { settings, installations, inTurn, ids, maxCharacters = MAX_PACK_CHARACTERS } = deps
  const store = settings.collection(packCollection)
  const list = async () => (await store.list()).map(contentOf)
  const find = async (id: string, rev: number) => {
    const found = await findRevision(store, id, rev)
    return found && contentOf(found)
  }
  /** Write for a commit with other changes. */
  const adding = (draft: ContentPackDraft) => {
    const pack = readPack(draft, deps)
    const { id: pack_id, rev, name } = pack
    return { pack, write: store.inserting({ id: ids.next(), pack_id, rev, name, content: pack }) }
  }

  return {
    list,
    find,
    adding,
    async latest() {
      const newest = new Map<string, ContentPack>()
      for (const pack of await list()) {
        if (pack.rev >= (newest.get(pack.id)?.rev ?? 0)) newest.set(pack.id, pack)
      }
      return [...newest.values()]
    },
    /** Oldest revision first. Throws if there is none. */
    async revisions(id: string) {
      const found = (await store.listBy('pack', id)).map(contentOf)
      if (found.length === 0) throw packNotFound(id)
      return found.toSorted((one, other) => one.rev - other.rev)
    },
    async get(id: string, rev: number) {
      const found = await find(id, rev)
      if (found === undefined) throw packNotFound(id, rev)
      return found
    },
    async add(draft: ContentPackDraft) {
      const { pack, write } = adding(draft)
      requireRoom(pack, await list(), maxCharacters)
      if (!(await unlessTaken(settings.commit([write])))) throw packFound(pack.id, pack.rev)
      return pack
    },
    delete: (id: string, rev?: number) =>
      inTurn(async () => {
        const stored = (await store.listBy('pack', id)).filter((pack) => rev === undefined || pack.rev === rev)
        const used = (await installations.listBy('pack', id)).some(
          ({ content_pack_revision }) => rev === undefined || content_pack_revision === rev,
        )
        if (used) throw packInstalled(id)
        if (stored.length > 0) await settings.commit(stored.map((pack) => store.deleting(pack.id)))
      }),
    async installed() {
      const byPack = Map.groupBy(await installations.list(), (one) => one.content_pack_id)
      return Object.fromEntries(Array.from(byPack, ([id, all]) => [id, countsOf(all)]))
    },
  }
}

function requireRoom(pack: ContentPack, stored: readonly ContentPack[], maxCharacters: number): void {
  if (stored.length >= MAX_PACK_REVISIONS) throw tooManyPacks(MAX_PACK_REVISIONS)
  const characters = [...stored, pack].reduce((sum, one) => sum + JSON.stringify(one).length, 0)
  if (characters > maxCharacters) throw packsTooLarge(maxCharacters)
}

const contentOf = ({ content }: StoredPack): ContentPack => content

function countsOf(installations: readonly StoredInstallation[]): ContentPackList['content_packs_metadata'][string] {
  const byRevision = Map.groupBy(installations, (one) => one.content_pack_revision)
  return Object.fromEntries(Array.from(byRevision, ([rev, all]) => [rev, { installation_count: all.length }]))
}
