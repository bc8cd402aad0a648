import { writeSimpleRule } from '../simple-rule/write-simple-rule.ts'

interface About {
  readonly field: string | undefined
  readonly value: string | undefined
}

/** The source that a new rule begins with: about a field and a value, or an example. */
export function newRuleFor(
  { field, value }: About,
  titleOf: (field: string | undefined) => string,
): { readonly source: string; readonly isForm: boolean } {
  const condition =
    field === undefined || value === undefined
      ? { field: field ?? 'message', operator: 'exists' as const, value: '' }
      : { field, operator: 'is' as const, value }
  const source = writeSimpleRule({
    title: titleOf(field),
    joined: 'all',
    conditions: [condition],
    actions: [{ kind: 'set', field: 'new_field', value: 'value' }],
  })
  return { source, isForm: field !== undefined }
}
