/** The values of data adapters that store them, as users see and change them. */
import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import type { DataAdapterDraft } from '@logyard/contract/lookup/data-adapters'
import {
  type LookupValueDraft,
  type LookupValuesDeletion,
  type LookupValuesImport,
  MAX_LOOKUP_VALUES,
} from '@logyard/contract/lookup/lookup-values'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PageRequest } from '../../platform/settings/settings-store.ts'
import { durationMs } from '../duration-ms.ts'
import { adapterHasNoValues, lookupValueNotFound, lookupValuesRefused } from '../lookup-errors.ts'
import type { LookupKind } from '../lookup-kind.ts'
import { adapterOf, type StoredAdapter } from '../lookup-stores.ts'
import { inChunks } from './in-chunks.ts'
import { keptValue } from './kept-value.ts'
import { pageOfValues } from './page-of-values.ts'
import { readValueFile } from './read-value-file.ts'
import type { KeptValue } from './value-table.ts'
import type { ValueTables } from './value-tables.ts'

export type LookupValues = ReturnType<typeof createLookupValues>

export function createLookupValues(deps: {
  readonly adapters: Pick<LookupKind<StoredAdapter, DataAdapterDraft>, 'get' | 'getFor'>
  readonly valueTables: ValueTables
  readonly clock: Clock
}) {
  const { adapters, valueTables, clock } = deps
  async function open(stored: StoredAdapter) {
    const { config, id, name } = adapterOf(stored)
    if (config.type !== LOGYARD_VALUES || !('time_to_live' in config)) throw adapterHasNoValues(name)
    const ignoresCase = config.case_insensitive_lookup === true
    const table = valueTables.of(id, ignoresCase)
    await table.loaded
    const { time_to_live: life, time_to_live_unit: unit } = config
    return {
      table,
      ignoresCase,
      /** Life of values that have none of their own; undefined if it has no end. */
      defaultLifeMs: life > 0 ? durationMs(life, unit ?? 'SECONDS') : undefined,
    }
  }
  const toEdit = async (caller: Caller, idOrName: string) => open(await adapters.getFor(caller, 'edit', idOrName))

  return {
    async page(caller: Caller, idOrName: string, request: PageRequest) {
      const { table } = await open(await adapters.get(caller, idOrName))
      return pageOfValues(table, request)
    },
    async put(caller: Caller, idOrName: string, draft: LookupValueDraft) {
      const { table, defaultLifeMs } = await toEdit(caller, idOrName)
      const value = keptValue(draft, { defaultLifeMs, nowMs: clock.now().getTime() })
      if (table.find(draft.key) === undefined && table.size() >= MAX_LOOKUP_VALUES) throw lookupValuesRefused(TOO_MANY)
      await table.save([value], [])
      return value
    },
    async delete(caller: Caller, idOrName: string, key: string) {
      const { table } = await toEdit(caller, idOrName)
      const value = table.find(key)
      if (value === undefined) throw lookupValueNotFound(key)
      await table.save([], [value.key])
    },
    /** Answers how many there were. */
    async deleteMany(caller: Caller, idOrName: string, { keys = [], all = false }: LookupValuesDeletion) {
      const { table } = await toEdit(caller, idOrName)
      const found: string[] = []
      await inChunks(all ? table.values() : keys.flatMap((key) => table.find(key) ?? []), (chunk) => {
        found.push(...chunk.map(({ key }) => key))
      })
      await table.save([], found)
      return found.length
    },
    async import(caller: Caller, idOrName: string, { replace = false, ...file }: LookupValuesImport) {
      const { table, ignoresCase, defaultLifeMs } = await toEdit(caller, idOrName)
      const nowMs = clock.now().getTime()
      const values: KeptValue[] = []
      let changed = 0
      await inChunks(await readValueFile(file, ignoresCase), (chunk) => {
        values.push(...chunk.map((draft) => keptValue(draft, { defaultLifeMs, nowMs })))
        changed += chunk.filter(({ key }) => table.find(key) !== undefined).length
      })
      const keys = new Set(values.map(({ key }) => key))
      const deleted: string[] = []
      await inChunks(replace ? table.values() : [], (chunk) => {
        deleted.push(...chunk.map(({ key }) => key).filter((key) => !keys.has(key)))
      })
      const added = values.length - changed
      if (table.size() - deleted.length + added > MAX_LOOKUP_VALUES) throw lookupValuesRefused(TOO_MANY)
      await table.save(values, deleted)
      return { added, changed, deleted: deleted.length }
    },
  }
}

const TOO_MANY = `A data adapter can have at most ${MAX_LOOKUP_VALUES} values.`
