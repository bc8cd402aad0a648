/**
 * Caches and data adapters are the parts of a lookup table. Both have a title, a name and a configuration of some type,
 * and their pages differ only in what a kind says here.
 */

import type { DurationUnit } from '@logyard/contract/configured/duration-units'
import type { TypeForm } from '@logyard/contract/configured/field'
import type { ValidationResult } from '@logyard/contract/http/envelope'
import type { createDataAdapter, deleteDataAdapter, updateDataAdapter } from '@logyard/contract/lookup/data-adapters'
import type { createLookupCache, deleteLookupCache, updateLookupCache } from '@logyard/contract/lookup/lookup-caches'
import type { Call } from '../../../api/api-client.ts'
import type { routes } from '../../../base/routes/routes.ts'
import type { pageQueryOf } from '../../../ui/data-table/list-state.ts'

/** A stored configuration: its keys depend on its type. */
export interface StoredConfig {
  readonly type: string
}

export interface Part {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly name: string
  readonly content_pack: string | null
  readonly config: StoredConfig
  /** Only data adapters. */
  readonly custom_error_ttl_enabled?: boolean | null
  readonly custom_error_ttl?: number | null
  readonly custom_error_ttl_unit?: DurationUnit | null
}

export type PartDraft = Omit<Part, 'id' | 'content_pack'> & Partial<Pick<Part, 'id' | 'content_pack'>>

export interface PartType {
  readonly type: string
  readonly default_config: StoredConfig
  readonly form: TypeForm
}

type Calls = ReturnType<Call['until']>

interface PartRequests {
  readonly list: (
    call: Calls,
    query: ReturnType<typeof pageQueryOf>,
  ) => Promise<{ readonly rows: readonly Part[]; readonly total: number }>
  readonly get: (call: Calls, name: string) => Promise<Part>
  readonly types: (call: Calls) => Promise<Readonly<Record<string, PartType>>>
  readonly validate: (call: Calls, draft: PartDraft) => Promise<ValidationResult>
  readonly create: (call: Call, draft: PartDraft) => Promise<Part>
  readonly update: (call: Call, id: string, draft: PartDraft) => Promise<Part>
  readonly remove: (call: Call, id: string) => Promise<unknown>
}

export interface PartKind {
  readonly kind: 'cache' | 'adapter'
  /** Begins the texts about the list. */
  readonly plural: 'caches' | 'adapters'
  readonly requests: PartRequests
  /** The operations whose permissions the pages check. */
  readonly operations: {
    readonly create: typeof createLookupCache | typeof createDataAdapter
    readonly update: typeof updateLookupCache | typeof updateDataAdapter
    readonly remove: typeof deleteLookupCache | typeof deleteDataAdapter
  }
  /** Types whose source has ended: objects of them exist, but no new ones are created. */
  readonly ended: readonly string[]
  /** Whether its page has the next step, such as adding values. */
  readonly opensAfterCreation: (type: string) => boolean
  readonly routes: {
    readonly list: () => string
    readonly create: () => string
    readonly show: typeof routes.lookup.cache | typeof routes.lookup.dataAdapter
    readonly edit: typeof routes.lookup.cacheEdit | typeof routes.lookup.dataAdapterEdit
  }
}
