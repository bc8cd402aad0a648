/** Export of a view with its search to a file, and import under new ids. */
import type { Search, SearchDraft } from '@logyard/contract/search/searches'
import type { ViewFile, ViewFileDraft } from '@logyard/contract/views/view-files'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, notAuthorized } from '../platform/errors.ts'
import { renameReferences } from './rename-references.ts'
import type { Views } from './view-service.ts'
import type { WholeView } from './view-store.ts'

export interface ViewFiles {
  export(caller: Caller, id: string): Promise<ViewFile>
  import(caller: Caller, file: ViewFileDraft): Promise<WholeView>
}

const streamUnknown = (id: string, title: string) =>
  new LogyardError(
    'invalid',
    'view-file-stream-unknown',
    `The view uses the stream "${title}" (${id}), but there is no stream with this id, and not exactly one with this title`,
  )

export function createViewFiles(deps: {
  readonly views: Pick<Views, 'get' | 'create'>
  readonly searches: {
    get(caller: Caller, id: string): Promise<Search>
    save(caller: Caller, draft: SearchDraft): Promise<Search>
    /** Throws if the draft is invalid. */
    describe(draft: SearchDraft): unknown
    streamsOf(id: string): Promise<readonly string[]>
  }
  readonly streams: { list(): Promise<readonly { readonly id: string; readonly title: string }[]> }
  readonly clock: Clock
}): ViewFiles {
  const { views, searches, streams, clock } = deps
  const readable = async (caller: Caller) =>
    (await streams.list()).filter(({ id }) => caller.holds(`streams:read:${id}`))

  /** Maps the file's stream ids that are unknown here to the readable streams of the same title. */
  async function streamsByTitle(caller: Caller, titles: Readonly<Record<string, string>>) {
    const candidates = await readable(caller)
    const known = new Set((await streams.list()).map(({ id }) => id))
    const renamed = new Map<string, string>()
    for (const [id, title] of Object.entries(titles)) {
      if (known.has(id)) continue
      const [only, ...others] = candidates.filter((stream) => stream.title === title)
      if (only === undefined || others.length > 0) throw streamUnknown(id, title)
      renamed.set(id, only.id)
    }
    return renamed
  }

  return {
    async export(caller, id) {
      const { type, title, summary, description, properties, state, search_id } = await views.get(caller, id)
      const { queries, parameters } = await searches.get(caller, search_id)
      const ofPages = Object.values(state).flatMap(({ widgets }) => widgets.flatMap((widget) => widget.streams))
      const named = new Set([...(await searches.streamsOf(search_id)), ...ofPages])
      const titled = (await readable(caller)).filter((stream) => named.has(stream.id))
      return {
        format: 'logyard-view',
        version: 1,
        exported_at: clock.now().toISOString(),
        streams: Object.fromEntries(titled.map((stream) => [stream.id, stream.title])),
        view: { type, title, summary, description, properties, state },
        search: { queries, parameters },
      }
    },
    async import(caller, file) {
      const { type } = file.view
      if (type === 'DASHBOARD' && !caller.holds('dashboards:create')) throw notAuthorized('dashboards:create')
      searches.describe(file.search)
      const renamed = await streamsByTitle(caller, file.streams ?? {})
      const { view, search } = renameReferences(
        file,
        (id) => renamed.get(id) ?? id,
        (decorator) => decorator,
      )
      const { id } = await searches.save(caller, search)
      return views.create(caller, { ...view, search_id: id })
    },
  }
}
