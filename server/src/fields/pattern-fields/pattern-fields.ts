/** Fields of patterns: what is stored of them, and the columns that searches compute for them. */
import type { PatternField } from '@logyard/contract/fields/pattern-fields'
import type { PartPattern } from '@logyard/languages/message-templates/part-pattern'
import { type FieldColumn, fieldColumnSql, fieldColumns } from '@logyard/languages/query-sql/field-columns'
import type { FieldSchema, FieldTypes } from '@logyard/languages/query-sql/field-schema'
import { typedPath } from '@logyard/languages/query-sql/message-field'
import { patternFieldColumn, patternFieldType } from '@logyard/languages/query-sql/pattern-field-sql'
import type { StoredType } from '@logyard/languages/query-sql/stored-types'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { ScheduledJob } from '../../platform/scheduler/scheduler.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { createFurtherTemplates } from './further-templates.ts'
import { partPatternsOf } from './part-patterns-of.ts'
import { createPatternColumns } from './pattern-columns.ts'
import { type PatternFieldsKind, patternFieldKind } from './pattern-field-kind.ts'
import { type FieldTemplate, patternFieldCollection, type StoredPatternField } from './pattern-field-store.ts'

export type { StoredPatternField }

export interface PatternFields extends Disposable {
  readonly kind: PatternFieldsKind
  /** Every template that the field is computed for. */
  templatesOf(field: StoredPatternField): readonly FieldTemplate[]
  /** Whether values are computed, or read from a column. */
  stateOf(field: StoredPatternField): Promise<PatternField['state']>
  /** Gives columns to fields that are used often. */
  readonly columnsJob: ScheduledJob
  /** The fields of messages with those of patterns. */
  typesWith(stored: FieldTypes): Promise<FieldTypes>
  schemaWith(stored: FieldSchema): Promise<FieldSchema>
}

export async function createPatternFields(deps: {
  readonly settings: SettingsStore
  readonly engine: Pick<Engine, 'client' | 'schemaTurn' | 'stores'>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The fields of stored messages. */
  readonly storedNames: () => readonly string[] | Promise<readonly string[]>
}): Promise<PatternFields> {
  const replica = createReplica(deps.settings, patternFieldCollection)
  await replica.fresh()
  const kind = patternFieldKind({ ...deps, replica })
  const further = createFurtherTemplates(deps)
  const patternsOf = createPatternsOf()
  const templatesOf = (field: StoredPatternField) => further.templates(field.id) ?? field.templates

  const columns = createPatternColumns({ ...deps, list: kind.list, templatesOf })

  async function columnOf(field: StoredPatternField, stored: FieldSchema): Promise<FieldColumn> {
    const column = await columns.find(field.id)
    const inColumn = new Set(column?.hashes ?? [])
    const others = templatesOf(field).filter(({ hash }) => !inColumn.has(hash))
    const patterns = others.length === 0 ? [] : patternsOf(field, others)
    return patternFieldColumn({ ...field, patterns, ...(column && { stored: column.id }) }, storedValue(field, stored))
  }

  return {
    kind,
    templatesOf,
    async stateOf({ id }) {
      const state = (await columns.find(id))?.state
      return state === 'stored' || state === 'storing' ? state : 'computed'
    },
    columnsJob: columns.job,
    typesWith: async (stored) => withTypes(stored, await kind.list()),
    async schemaWith(stored) {
      const fields = await kind.list()
      if (fields.length === 0) return stored
      await further.read(fields)
      const computed: FieldColumn[] = []
      for (const field of fields) computed.push(await columnOf(field, stored))
      const ids = new Map(fields.map(({ id, name }) => [name, id]))
      /** A search counts once for each field that it reads. */
      const onComputed = (name: string) => {
        const id = ids.get(name)
        if (id !== undefined && ids.delete(name)) columns.noteUse(id)
      }
      return {
        ...stored,
        ...withTypes(stored, fields),
        columns: fieldColumns(stored.columns.all, computed, onComputed),
      }
    },
    [Symbol.dispose]() {
      columns[Symbol.dispose]()
      replica[Symbol.dispose]()
    },
  }
}

function withTypes(stored: FieldTypes, fields: readonly StoredPatternField[]): FieldTypes {
  const computed = new Map<string, StoredType>(fields.map((field) => [field.name, patternFieldType(field)]))
  return {
    names: () => [...new Set([...stored.names(), ...computed.keys()])].sort(),
    mayBeLong: stored.mayBeLong,
    types(name): readonly StoredType[] {
      const type = computed.get(name)
      return type === undefined ? stored.types(name) : [...new Set([type, ...stored.types(name)])]
    },
  }
}

/** The value of the same name and type that messages have from elsewhere: they got it after the field of the pattern. */
function storedValue(field: StoredPatternField, { types, columns }: FieldSchema): Sql | undefined {
  const type = patternFieldType(field)
  if (!types(field.name).includes(type)) return undefined
  const column = columns.of(field.name, type)
  if (column !== undefined) return fieldColumnSql(column)
  return type === 'String' ? sql`ifNull(${typedPath(field.name, type)}, '')` : typedPath(field.name, type)
}

/** Compiles the patterns of a field again only once it has more templates. */
function createPatternsOf() {
  const compiled = new WeakMap<
    StoredPatternField,
    { readonly count: number; readonly patterns: readonly PartPattern[] }
  >()
  return (field: StoredPatternField, templates: readonly FieldTemplate[]): readonly PartPattern[] => {
    const known = compiled.get(field)
    if (known?.count === templates.length) return known.patterns
    const patterns = partPatternsOf(field, templates)
    compiled.set(field, { count: templates.length, patterns })
    return patterns
  }
}
