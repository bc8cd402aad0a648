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

/** A refusal leaves a group empty: it must not replace the page behind the palette. */
const quietly = { extendSession: false } as const

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
  readonly guard?: Guarded
  readonly query: ReturnType<typeof listQuery>
}

type Load = (signal: AbortSignal) => Promise<readonly PaletteEntity[]>

const listQuery = (kind: string, text: string, load: Load) =>
  queryOptions({
    queryKey: ['palette', kind, text],
    queryFn: ({ signal }) => load(signal),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })

function sourcesOf(call: Call, text: string): readonly Source[] {
  const page = { query: text, page: 1, per_page: 20 }
  return [
    {
      title: 'shell.palette.searches',
      query: listQuery('searches', text, async (signal) =>
        (await call(listSavedSearches, { query: page, signal, ...quietly })).views.map(({ id, title }) => ({
          link: routes.savedSearch(id),
          label: title,
        })),
      ),
    },
    {
      title: 'shell.dashboards',
      query: listQuery('dashboards', text, async (signal) =>
        (await call(listDashboards, { query: page, signal, ...quietly })).views.map(({ id, title }) => ({
          link: routes.dashboard(id),
          label: title,
        })),
      ),
    },
    {
      title: 'shell.streams',
      query: listQuery('streams', text, async (signal) =>
        (await call(pageStreams, { query: page, signal, ...quietly })).streams.map(({ id, title }) => ({
          link: routes.streamSearch(id),
          label: title,
        })),
      ),
    },
    {
      title: 'shell.inputs',
      guard: getInput,
      query: listQuery('inputs', '', async (signal) =>
        (await call(listInputs, { signal, ...quietly })).inputs.map(({ title }) => ({
          link: routes.inputs.list({ query: title }),
          label: title,
        })),
      ),
    },
    {
      title: 'shell.indices',
      guard: getIndex,
      query: listQuery('index-sets', '', async (signal) =>
        (await call(listIndexSets, { query: { stats: false }, signal, ...quietly })).index_sets.map(
          ({ id, title }) => ({
            link: routes.indices.set(id),
            label: title,
          }),
        ),
      ),
    },
    {
      title: 'shell.pipelines',
      guard: getPipeline,
      query: listQuery('pipelines', '', async (signal) =>
        (await call(listPipelines, { signal, ...quietly })).map(({ id, title }) => ({
          link: routes.pipelines.show(id ?? ''),
          label: title ?? '',
        })),
      ),
    },
    {
      title: 'shell.palette.rules',
      guard: listRules,
      query: listQuery('rules', '', async (signal) =>
        (await call(listRules, { signal, ...quietly })).map(({ id, title }) => ({
          link: routes.pipelines.rule(id ?? ''),
          label: title ?? '',
        })),
      ),
    },
    {
      title: 'shell.palette.users',
      guard: pageUsers,
      query: listQuery('users', text, async (signal) =>
        (await call(pageUsers, { query: page, signal, ...quietly })).users.map(({ id, username, full_name }) => ({
          link: routes.users.show(id ?? username),
          label: full_name === '' ? username : `${full_name} (${username})`,
        })),
      ),
    },
    {
      title: 'shell.palette.fields',
      query: listQuery('fields', '', async (signal) =>
        (await call(listFields, { signal, ...quietly })).map(({ name }) => ({
          link: routes.search({ q: existsTerm(name) }),
          label: name,
        })),
      ),
    },
  ]
}
