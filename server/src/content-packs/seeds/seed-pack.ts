/** The packs of a new system. Their objects exist already; the packs and installations name them. */
import { createHash } from 'node:crypto'
import type { ContentPackDraft } from '@logyard/contract/content-packs/content-packs'
import { SOURCES_DASHBOARD_ID } from '@logyard/contract/views/views'
import { BUILT_IN_PATTERNS } from '@logyard/languages/grok/built-in-patterns'
import { sourcesDashboard, sourcesSearch } from '../../views/sources-dashboard.ts'
import { viewCodec } from '../../views/view-pack.ts'

export interface SeedPack {
  readonly pack: ContentPackDraft & { readonly id: string; readonly rev: number }
  readonly comment: string
  /** Whether the object is the one that an entity of the pack creates. */
  isObject(entityId: string, object: { readonly id: string; readonly data: unknown }): boolean
}

const facts = { v: '1', rev: 1, summary: '', vendor: 'Logyard', url: '' } as const

/** The same at every start, and on every system. */
function stableUuid(name: string): string {
  const hex = createHash('sha256').update(`content pack entity ${name}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const patternIds = new Map(Array.from(BUILT_IN_PATTERNS.keys(), (name) => [stableUuid(`grok ${name}`), name]))

const grokPatterns: SeedPack = {
  comment: 'Add default Grok patterns',
  pack: {
    ...facts,
    id: 'a3ce55ad-bdf3-7a50-305c-1e5bf3de6eca',
    name: 'Default Grok Patterns',
    summary: 'The Grok patterns that a new system has',
    description: 'Patterns for numbers, addresses, dates and common log lines, to build other patterns of.',
    entities: Array.from(patternIds, ([id, name]) => ({
      v: '1',
      id,
      type: { name: 'grok_pattern', version: '1' },
      data: { name, pattern: BUILT_IN_PATTERNS.get(name) ?? '' },
    })),
  },
  isObject(entityId, { data }) {
    const { name, pattern } = data as { readonly name: string; readonly pattern: string }
    return patternIds.get(entityId) === name && BUILT_IN_PATTERNS.get(name) === pattern
  },
}

const sources: SeedPack = {
  comment: 'Add Sources Page',
  pack: {
    ...facts,
    id: '04fcf179-49e0-4e8f-9c02-0ff13062efbe',
    name: 'Sources Page Dashboard',
    summary: 'A dashboard of the sources of messages',
    description: 'Messages of the last five minutes, over time and by their source.',
    entities: [
      {
        v: '1',
        id: stableUuid('sources dashboard'),
        type: { name: 'dashboard', version: '2' },
        data: viewCodec.write(
          {
            type: 'DASHBOARD',
            title: sourcesDashboard.title,
            summary: sourcesDashboard.summary ?? '',
            description: '',
            search: { queries: [...(sourcesSearch.queries ?? [])], parameters: [], requires: {} },
            properties: [],
            requires: {},
            state: sourcesDashboard.state,
            owner: undefined,
            created_at: undefined,
          },
          'pack',
        ),
      },
    ],
  },
  isObject: (_entityId, { id }) => id === SOURCES_DASHBOARD_ID,
}

export const SEED_PACKS: readonly SeedPack[] = [grokPatterns, sources]
