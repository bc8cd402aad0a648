/** What the command palette finds on the server: entities and fields whose names match the typed text. */
import { listFields } from '@logyard/contract/fields/search-fields'
import { pageUsers } from '@logyard/contract/identity/users'
import { getInput, listInputs } from '@logyard/contract/ingest/inputs'
import { getPipeline, listPipelines } from '@logyard/contract/pipelines/pipelines'
import { listRules } from '@logyard/contract/pipelines/rules'
import { listIndexSets } from '@logyard/contract/store/index-sets'
import { getIndex } from '@logyard/contract/store/indices'
import { pageStreams } from '@logyard/contract/streams/streams'
import { listDashboards, listSavedSearches } from '@logyard/contract/views/views'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQueries } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { type Guarded, useMay } from '../../base/session/current-user.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { existsTerm } from '../../view-document/actions/query-composition.ts'

interface PaletteEntity {
  readonly link: string
  readonly label: string
}

export interface PaletteGroup {
  readonly title: MessageId
  readonly entities: readonly PaletteEntity[]
}

const PAUSE_MS = 150
const MAX_PER_GROUP = 6
const FRESH_MS = 30_000

/** The groups for a text; empty without one. */
export function usePaletteEntities(typed: string): readonly PaletteGroup[] {
  const call = useCall()
  const may = useMay()
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const sources = sourcesOf(call, text)
  const results = useQueries({
    queries: sources.map((source) => {
      const isAllowed = source.guard === undefined || may(source.guard)
      return { ...queryOf(source), enabled: isAllowed && text !== '', retry: false }
    }),
  })
  if (text === '') return []
  return sources.map(({ title }, index) => ({
    title,
    entities: named(results[index]?.data ?? [], text).slice(0, MAX_PER_GROUP),
  }))
}

/** Names that begin with the text come first; servers also search in descriptions. */
function named(all: readonly PaletteEntity[], text: string): readonly PaletteEntity[] {
  const wanted = text.toLowerCase()
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted))
  return found.toSorted((a, b) => placeOf(a, wanted) - placeOf(b, wanted))
}

const placeOf = ({ label }: PaletteEntity, wanted: string) => label.toLowerCase().indexOf(wanted)

interface Source {
  readonly title: MessageId
  readonly guard?: Guarded
  /** The typed text; absent if the list holds all entities, whatever is typed. */
  readonly asked?: string
  readonly load: (options: { readonly signal: AbortSignal; readonly extendSession: false }) => Promise<PaletteEntities>
}
type PaletteEntities = readonly PaletteEntity[]

const entity = (label: string, link: string): PaletteEntity => ({ label, link })

/** A refusal leaves a group empty: it must not replace the page behind the palette. */
const queryOf = ({ title, asked = '', load }: Source) =>
  queryOptions({
    queryKey: ['palette', title, asked],
    queryFn: ({ signal }) => load({ signal, extendSession: false }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })

function sourcesOf(call: Call, asked: string): readonly Source[] {
  const query = { query: asked, page: 1, per_page: 20 }
  return [
    {
      title: 'shell.palette.searches',
      asked,
      async load(options) {
        const { views } = await call(listSavedSearches, { query, ...options })
        return views.map(({ id, title }) => entity(title, routes.savedSearch(id)))
      },
    },
    {
      title: 'shell.dashboards',
      asked,
      async load(options) {
        const { views } = await call(listDashboards, { query, ...options })
        return views.map(({ id, title }) => entity(title, routes.dashboard(id)))
      },
    },
    {
      title: 'shell.streams',
      asked,
      async load(options) {
        const { streams } = await call(pageStreams, { query, ...options })
        return streams.map(({ id, title }) => entity(title, routes.streamSearch(id)))
      },
    },
    {
      title: 'shell.inputs',
      guard: getInput,
      async load(options) {
        const { inputs } = await call(listInputs, options)
        return inputs.map(({ title }) => entity(title, routes.inputs.list({ query: title })))
      },
    },
    {
      title: 'shell.indices',
      guard: getIndex,
      async load(options) {
        const { index_sets } = await call(listIndexSets, { query: { stats: false }, ...options })
        return index_sets.map(({ id, title }) => entity(title, routes.indices.set(id)))
      },
    },
    {
      title: 'shell.pipelines',
      guard: getPipeline,
      async load(options) {
        const pipelines = await call(listPipelines, options)
        return pipelines.map(({ id, title }) => entity(title ?? '', routes.pipelines.show(id ?? '')))
      },
    },
    {
      title: 'shell.palette.rules',
      guard: listRules,
      async load(options) {
        const rules = await call(listRules, options)
        return rules.map(({ id, title }) => entity(title ?? '', routes.pipelines.rule(id ?? '')))
      },
    },
    {
      title: 'shell.palette.users',
      guard: pageUsers,
      asked,
      async load(options) {
        const { users } = await call(pageUsers, { query, ...options })
        return users.map(({ id, username, full_name }) =>
          entity(full_name === '' ? username : `${full_name} (${username})`, routes.users.show(id ?? username)),
        )
      },
    },
    {
      title: 'shell.palette.fields',
      async load(options) {
        const fields = await call(listFields, options)
        return fields.map(({ name }) => entity(name, routes.search({ q: existsTerm(name) })))
      },
    },
  ]
}
