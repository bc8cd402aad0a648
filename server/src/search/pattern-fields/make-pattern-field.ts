/** Makes fields of patterns from messages that the caller may read, and lists them without what it may not. */
import type { PatternField, PatternFieldDraft } from '@logyard/contract/fields/pattern-fields'
import { sql } from '@logyard/languages/sql/sql'
import { noNumbersInPart, patternChanged } from '../../fields/pattern-fields/pattern-field-errors.ts'
import type { PatternFields, StoredPatternField } from '../../fields/pattern-fields/pattern-fields.ts'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { MessageSelections, SelectedMessages } from '../insights/message-selections.ts'
import { commonUnit } from '../insights/patterns/part-values.ts'
import { createPatternFinder } from '../insights/patterns/pattern-finder.ts'
import { hashList } from '../insights/patterns/read-patterns.ts'
import { EVERYTHING } from '../insights/rule-matches.ts'
import { isTooSlow } from '../search-errors.ts'
import type { SearchEngine, SearchEngines } from '../statements/search-engine.ts'

/** Deciding which patterns a caller may see must not make the list slow. */
const VISIBLE_SECONDS = 2

export interface PatternFieldMaker {
  list(caller: Caller, signal: AbortSignal): Promise<readonly PatternField[]>
  create(caller: Caller, draft: PatternFieldDraft, signal: AbortSignal): Promise<PatternField>
  delete(id: string): Promise<void>
}

export function createPatternFieldMaker(deps: {
  readonly patternFields: Pick<PatternFields, 'kind' | 'templatesOf' | 'stateOf'>
  readonly selections: MessageSelections
  readonly engine: Pick<SearchEngines, 'of'>
}): PatternFieldMaker {
  const { selections, engine } = deps
  const { kind, templatesOf, stateOf } = deps.patternFields

  async function onWire(field: StoredPatternField, isVisible: boolean): Promise<PatternField> {
    const { id, name, kind, unit, text, position, creator, created_at } = field
    const pattern = isVisible ? { text, position, template_count: templatesOf(field).length } : null
    return { id, name, kind, unit, pattern, state: await stateOf(field), creator, created_at }
  }

  return {
    async list(caller, signal) {
      const fields = await kind.list()
      if (fields.length === 0) return []
      const selected = await selections.select(caller, EVERYTHING).catch((error: unknown) => {
        // Names are for everyone, also for a caller who may read no stream.
        if (error instanceof LogyardError && error.code === 'stream-permission-missing') return undefined
        throw error
      })
      if (selected === undefined) return await Promise.all(fields.map((field) => onWire(field, false)))
      if (selected.seesAll) return await Promise.all(fields.map((field) => onWire(field, true)))
      const hashesOf = (field: StoredPatternField) => templatesOf(field).map(({ hash }) => hash)
      const hashes = [...new Set(fields.flatMap(hashesOf))]
      const visible = await visibleHashes(engine.of({ user: caller.userId }), selected, hashes, signal)
      const isVisible = (field: StoredPatternField) => hashesOf(field).some((hash) => visible.has(hash))
      return await Promise.all(fields.map((field) => onWire(field, isVisible(field))))
    },
    async create(caller, draft, signal) {
      const { name, kind: type, hashes, text, position, ...selection } = draft
      const finder = createPatternFinder({ engine: engine.of({ user: caller.userId }) })
      const id = hashes[0] ?? ''
      const found = await finder.statement(await selections.select(caller, selection), { id, hashes }, signal)
      const at = found.unified.positions.indexOf(position)
      if (found.unified.text !== text || at === -1) throw patternChanged()
      const unit =
        type === 'number' ? commonUnit(found.texts.flatMap((one) => found.unified.valuesOf(one)?.[at] ?? [])) : ''
      if (unit === undefined) throw noNumbersInPart(name)
      const definition = { name, kind: type, unit, position, templates: [...found.templates] }
      return await onWire(await kind.create(definition, caller.username), true)
    },
    async delete(id) {
      await kind.delete(id)
    },
  }
}

/** Template hashes of messages that the caller may read; none if finding them takes too long. */
async function visibleHashes(
  engine: SearchEngine,
  selected: SelectedMessages,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const from = selected.visible(sql`template IN (${hashList(hashes)})`)
  const rows = await engine
    .rows(sql`SELECT DISTINCT toString(template) FROM ${from}`, { signal, seconds: VISIBLE_SECONDS })
    .catch((error: unknown) => {
      if (isTooSlow(error)) return []
      throw error
    })
  return new Set(rows.map(([hash]) => String(hash)))
}
