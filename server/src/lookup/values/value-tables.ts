/** The value tables of all data adapters that store values. A table outlives the adapter's instances. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createValueDocuments } from './value-store.ts'
import { openValueTable, type ValueTable } from './value-table.ts'

export type ValueTables = ReturnType<typeof createValueTables>

interface Opened {
  readonly table: ValueTable
  readonly ignoresCase: boolean
}

export function createValueTables(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly isClockSteady?: () => boolean
  readonly log: Log
}) {
  const documents = createValueDocuments(deps.settings)
  const opened = new Map<string, Opened>()
  /** Tables that still store their last changes. */
  const closing = new Map<string, Promise<void>>()

  const others = documents.onOthers((adapterId, ids) => opened.get(adapterId)?.table.follow(ids))

  const close = (adapterId: string, { table }: Opened): Promise<void> => {
    const closed = Promise.resolve(table[Symbol.asyncDispose]())
    closing.set(adapterId, closed)
    return closed
  }

  return {
    /** Opens the table again if keys are compared otherwise than before. */
    of(adapterId: string, ignoresCase: boolean) {
      const known = opened.get(adapterId)
      if (known?.ignoresCase === ignoresCase) return known.table
      const closed = known === undefined ? undefined : close(adapterId, known)
      const load: typeof documents.load = async (id, handle) => {
        await (closed ?? closing.get(adapterId))
        await documents.load(id, handle)
      }
      const table = openValueTable({ ...deps, adapterId, documents: { ...documents, load }, ignoresCase })
      opened.set(adapterId, { table, ignoresCase })
      return table
    },
    /** Deletes all values of an adapter that was deleted. */
    async drop(adapterId: string) {
      const known = opened.get(adapterId)
      opened.delete(adapterId)
      if (known !== undefined) await close(adapterId, known)
      await documents.load(adapterId, (stored) =>
        documents.save(
          [],
          stored.map(({ id }) => id),
        ),
      )
    },
    async [Symbol.asyncDispose]() {
      others[Symbol.dispose]()
      await Promise.all(Array.from(opened, ([id, one]) => close(id, one)))
      await Promise.all(closing.values())
    },
  }
}
