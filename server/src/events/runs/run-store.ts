/**
 * The stored runs of definitions. The newest runs are one document, which each run writes in the commit that ends it;
 * full documents are set aside, so that a run reads and writes little however many are stored.
 */
import { DefinitionRun, MAX_RUNS } from '@logyard/contract/events/definition-runs'
import type { Comparison } from '@logyard/contract/events/expressions'
import { type Static, Type } from 'typebox'
import type { Ids } from '../../platform/ids.ts'
import { defineCollection, type SettingsStore, type Write } from '../../platform/settings/settings-store.ts'
import { mostTelling } from '../processors/aggregation/compared-figure.ts'

/** Runs of one document. */
const RUNS_TOGETHER = 50
const FULL_DOCUMENTS = MAX_RUNS / RUNS_TOGETHER - 1
/** Characters of a reason. */
const MAX_REASON = 300

const Runs = Type.Object({
  id: Type.String({ description: 'Of the definition, for its newest runs' }),
  definition_id: Type.String(),
  runs: Type.Array(DefinitionRun, { description: 'Oldest first' }),
  last_fired_at: Type.Union([Type.String(), Type.Null()]),
})
type Runs = Static<typeof Runs>

const runCollection = defineCollection({
  name: 'event_definition_runs',
  audit: 'note',
  schema: Runs,
  keys: {
    /** The definition of full documents. */
    full: { unique: false, of: ({ id, definition_id }: Runs) => (id === definition_id ? [] : [definition_id]) },
  },
})

export type RecordedRun = Omit<DefinitionRun, 'attempts' | 'figure'> & {
  readonly figure: number | undefined
  /** How the figure is compared. */
  readonly comparison: Comparison | undefined
}

export type RunStore = ReturnType<typeof createRunStore>

export function createRunStore({ settings, ids }: { readonly settings: SettingsStore; readonly ids: Ids }) {
  const store = settings.collection(runCollection)
  return {
    /** Writes for the commit that ends a run, or a part of it. */
    async recording(id: string, recorded: RecordedRun): Promise<readonly Write[]> {
      const found = await store.findVersioned(id)
      const before = found?.document.runs ?? []
      const last = before.at(-1)
      const isContinued = last !== undefined && isSameRun(last, recorded)
      const run = isContinued ? continued(last, recorded) : written(recorded)
      const lastFired = recorded.result === 'fired' ? recorded.at : (found?.document.last_fired_at ?? null)
      const newest = (runs: DefinitionRun[]): Runs => ({ id, definition_id: id, runs, last_fired_at: lastFired })
      if (found === undefined) return [store.inserting(newest([run]))]
      if (isContinued) return [store.replacing(newest([...before.slice(0, -1), run]), found.version)]
      if (before.length < RUNS_TOGETHER) return [store.replacing(newest([...before, run]), found.version)]
      const full = await store.listBy('full', id)
      return [
        store.replacing(newest([run]), found.version),
        store.inserting({ ...found.document, id: ids.next() }),
        ...full.slice(0, Math.max(0, full.length + 1 - FULL_DOCUMENTS)).map((old) => store.deleting(old.id)),
      ]
    },
    /** At most `limit` runs, newest first. */
    async find(id: string, limit: number) {
      const newest = await store.find(id)
      const runs = newest?.runs.toReversed() ?? []
      if (runs.length < limit) {
        const full = await store.listBy('full', id)
        runs.push(...full.toReversed().flatMap((one) => one.runs.toReversed()))
      }
      return { runs: runs.slice(0, limit), last_fired_at: newest?.last_fired_at ?? null }
    },
    /** Writes for the commit that deletes the definition. */
    deleting: async (id: string): Promise<readonly Write[]> => [
      store.deleting(id),
      ...(await store.listBy('full', id)).map((one) => store.deleting(one.id)),
    ],
  }
}

/** A part of the same run, or the same failure again. */
const isSameRun = (last: DefinitionRun, { from, to, result }: RecordedRun) =>
  last.from === from && last.to === to && (last.result === 'failed') === (result === 'failed')

const written = ({ comparison: _, figure, reason, ...run }: RecordedRun): DefinitionRun => ({
  ...run,
  figure: figure ?? null,
  attempts: 1,
  reason: reason === null ? null : reason.slice(0, MAX_REASON),
})

function continued(last: DefinitionRun, recorded: RecordedRun): DefinitionRun {
  const { result, took_ms, events, reason } = recorded
  if (result === 'failed') return { ...written(recorded), attempts: last.attempts + 1 }
  const figures = [last.figure ?? Number.NaN, recorded.figure ?? Number.NaN]
  return {
    ...last,
    took_ms: last.took_ms + took_ms,
    events: last.events + events,
    result: last.result === 'fired' ? 'fired' : result,
    figure: mostTelling(recorded.comparison ?? '>', figures) ?? null,
    reason,
  }
}
