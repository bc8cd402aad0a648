import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'
import type { EditedField, FieldSet } from './field-changes.ts'

export interface FieldDraft {
  readonly name: string
  readonly isKey: boolean
  readonly keyPlace: number | undefined
  readonly from: 'template' | 'lookup'
  readonly template: string
  readonly requiresValues: boolean
  readonly table: string
  readonly keyField: string
}

export function fieldDraft(name: string | undefined, { fields, keys }: FieldSet): FieldDraft {
  const spec = name === undefined ? undefined : fields[name]
  const isKey = name !== undefined && keys.includes(name)
  const base = { name: name ?? '', isKey, keyPlace: isKey ? keys.indexOf(name) + 1 : keys.length + 1 }
  // The last provider wins.
  const provider = spec?.providers.at(-1)
  const empty = { from: 'template', template: '', requiresValues: false, table: '', keyField: '' } as const
  if (provider === undefined) return { ...base, ...empty }
  if (provider.type === 'lookup-v1') {
    return { ...base, ...empty, from: 'lookup', table: provider.table_name, keyField: provider.key_field }
  }
  return { ...base, ...empty, template: provider.template, requiresValues: provider.require_values === true }
}

type FieldProblem = 'empty' | 'taken' | 'positive'

/** Problems by field; false without one. */
export function fieldProblems(
  { name, isKey, keyPlace, from, template, table, keyField }: FieldDraft,
  oldName: string | undefined,
  { fields }: FieldSet,
): Readonly<Record<string, FieldProblem | false>> {
  const isLookup = from === 'lookup'
  const isTaken = name.trim() !== oldName && Object.hasOwn(fields, name.trim())
  return {
    name: name.trim() === '' ? 'empty' : isTaken && 'taken',
    keyPlace: isKey && (keyPlace === undefined || keyPlace < 1) && 'positive',
    template: !isLookup && template === '' && 'empty',
    table: isLookup && table === '' && 'empty',
    keyField: isLookup && keyField.trim() === '' && 'empty',
  }
}

export const editedField = (draft: FieldDraft): EditedField => ({
  name: draft.name.trim(),
  spec: { data_type: 'string', providers: [providerOf(draft)] },
  keyPlace: draft.isKey ? draft.keyPlace : undefined,
})

function providerOf(draft: FieldDraft): EventFieldSpec['providers'][number] {
  return draft.from === 'lookup'
    ? { type: 'lookup-v1', table_name: draft.table, key_field: draft.keyField.trim() }
    : { type: 'template-v1', template: draft.template, require_values: draft.requiresValues }
}
