import * as contract from '@logyard/contract/content-packs/gallery'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { NewestMessages } from '../../search/insights/newest-messages.ts'
import { galleryPackNotFound, suggestionsTooSlow } from '../content-pack-errors.ts'
import type { ContentPacks } from '../packs/pack-service.ts'
import { type GalleryEntry, readGallery } from './gallery.ts'
import { suggestPacks } from './suggest-packs.ts'

export interface GalleryRoutesDeps {
  readonly packs: Pick<ContentPacks, 'find' | 'add' | 'installed'>
  readonly newestMessages: NewestMessages
}

/** Includes the time for which the query waits behind others of the user. */
const SUGGESTIONS_LIMIT_MS = 5000
const RECENT_SECONDS = 86_400
const MAX_EXAMINED = 2000

export function galleryRoutes(api: FastifyInstance, { packs, newestMessages }: GalleryRoutesDeps): void {
  let reading: Promise<readonly GalleryEntry[]> | undefined
  const gallery = () => {
    reading ??= readGallery().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }

  serve(api, contract.getGallery, async () => {
    const installed = await packs.installed()
    const listed = (await gallery()).map(async (entry) =>
      shownPack(entry, { installed, isAdded: await isAdded(entry) }),
    )
    return { packs: await Promise.all(listed) }
  })

  serve(api, contract.suggestPacks, async ({ caller, signal }) => {
    const installed = await packs.installed()
    const candidates = (await gallery()).filter(({ pack }) => countOf(installed, pack.id) === 0)
    const timeout = AbortSignal.timeout(SUGGESTIONS_LIMIT_MS)
    const request = {
      query: 'NOT _exists_:log_source',
      withinSeconds: RECENT_SECONDS,
      limit: MAX_EXAMINED,
      fields: candidates.flatMap(({ recognition }) => recognition.fields),
    }
    try {
      const newest = await newestMessages(caller, request, AbortSignal.any([signal, timeout]))
      return { suggestions: suggestPacks(candidates, newest) }
    } catch (error) {
      if (timeout.aborted && !signal.aborted) throw suggestionsTooSlow(SUGGESTIONS_LIMIT_MS)
      throw error
    }
  })

  serve(api, contract.getGalleryPack, async ({ params }) => (await get(params.name)).pack)
  serve(api, contract.addGalleryPack, async ({ params }) => {
    const entry = await get(params.name)
    const { id, rev } = entry.pack
    if (!(await isAdded(entry))) await packs.add(entry.pack)
    return { id, rev }
  })

  const get = async (name: string): Promise<GalleryEntry> => {
    const found = (await gallery()).find((entry) => entry.name === name)
    if (found === undefined) throw galleryPackNotFound(name)
    return found
  }
  const isAdded = async ({ pack }: GalleryEntry) => (await packs.find(pack.id, pack.rev)) !== undefined
}

type Installed = Awaited<ReturnType<ContentPacks['installed']>>

const countOf = (installed: Installed, id: string): number =>
  Object.values(installed[id] ?? {}).reduce((sum, { installation_count }) => sum + installation_count, 0)

function shownPack(
  { name, category, pack, sends }: GalleryEntry,
  { installed, isAdded }: { readonly installed: Installed; readonly isAdded: boolean },
): contract.GalleryPack {
  const { name: title, summary, description } = pack
  const byType = Map.groupBy(pack.entities, ({ type }) => type.name)
  return {
    ...{ name, title, summary, description, category },
    id: pack.id,
    rev: pack.rev,
    contents: Object.fromEntries(Array.from(byType, ([type, entities]) => [type, entities.length])),
    sends: [...sends],
    is_added: isAdded,
    installation_count: countOf(installed, pack.id),
  }
}
