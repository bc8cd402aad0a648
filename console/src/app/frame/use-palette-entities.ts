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
  const sources = sourcesOf(call, text).map(({ guard, ...source }) => ({
    ...source,
    isAllowed: guard === undefined || may(guard),
  }))
  const results = useQueries({
    queries: sources.map(({ query, isAllowed }) => ({ ...query, enabled: isAllowed && text !== '', retry: false })),
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
  readonly guard?: Guarded | undefined
  readonly query: ReturnType<typeof listQuery>
}

interface LoadOptions {
  readonly signal: AbortSignal
  /** A refusal leaves a group empty: it must not replace the page behind the palette. */
  readonly extendSession: false
}
type Load = (options: LoadOptions) => Promise<readonly PaletteEntity[]>

const listQuery = (title: MessageId, text: string, load: Load) =>
  queryOptions({
    queryKey: ['palette', title, text],
    queryFn: ({ signal }) => load({ signal, extendSession: false }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })

/** An object by its title. */
const titled =
  (linkTo: (id: string) => string) =>
  ({ id, title }: { readonly id?: string | null; readonly title?: string | null }): PaletteEntity => ({
    link: linkTo(id ?? ''),
    label: title ?? '',
  })

function sourcesOf(call: Call, text: string): readonly Source[] {
  const query = { query: text, page: 1, per_page: 20 }
  /** The server searches for the text. */
  const found = (title: MessageId, load: Load, guard?: Guarded): Source => ({
    title,
    guard,
    query: listQuery(title, text, load),
  })
  /** The server answers all objects. */
  const all = (title: MessageId, load: Load, guard?: Guarded): Source => ({
    title,
    guard,
    query: listQuery(title, '', load),
  })
  return [
    found('shell.palette.searches', async (options) =>
      (await call(listSavedSearches, { query, ...options })).views.map(titled(routes.savedSearch)),
    ),
    found('shell.dashboards', async (options) =>
      (await call(listDashboards, { query, ...options })).views.map(titled(routes.dashboard)),
    ),
    found('shell.streams', async (options) =>
      (await call(pageStreams, { query, ...options })).streams.map(titled(routes.streamSearch)),
    ),
    all(
      'shell.inputs',
      async (options) =>
        (await call(listInputs, options)).inputs.map(({ title }) => ({
          link: routes.inputs.list({ query: title }),
          label: title,
        })),
      getInput,
    ),
    all(
      'shell.indices',
      async (options) =>
        (await call(listIndexSets, { query: { stats: false }, ...options })).index_sets.map(titled(routes.indices.set)),
      getIndex,
    ),
    all(
      'shell.pipelines',
      async (options) => (await call(listPipelines, options)).map(titled(routes.pipelines.show)),
      getPipeline,
    ),
    all(
      'shell.palette.rules',
      async (options) => (await call(listRules, options)).map(titled(routes.pipelines.rule)),
      listRules,
    ),
    found(
      'shell.palette.users',
      async (options) =>
        (await call(pageUsers, { query, ...options })).users.map(({ id, username, full_name: name }) => ({
          link: routes.users.show(id ?? username),
          label: name === '' ? username : `${name} (${username})`,
        })),
      pageUsers,
    ),
    all('shell.palette.fields', async (options) =>
      (await call(listFields, options)).map(({ name }) => ({
        link: routes.search({ q: existsTerm(name) }),
        label: name,
      })),
    ),
  ]
}
