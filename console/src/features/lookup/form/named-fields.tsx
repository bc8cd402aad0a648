import { useState } from 'react'
import type { MessageId } from '../../../base/text/catalogues.ts'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { type FieldValues, textOf } from '../../../ui/fields/field-values.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import type { Group } from '../../../ui/form/field-groups.ts'
import { nameOfTitle } from './name-of-title.ts'

interface NamedFieldsProps extends Group {
  /** The name follows the title until it is edited. */
  readonly isNew: boolean
  readonly nameHelp: MessageId
}

const namedFields = (nameHelp: MessageId): readonly OwnField[] => [
  { kind: 'text', name: 'title', label: 'lookup.title', format: 'prose' },
  { kind: 'text', name: 'description', label: 'lookup.description', format: 'prose', is_optional: true },
  { kind: 'text', name: 'name', label: 'lookup.name', help: nameHelp },
]

export function NamedFields({ values, errors, isNew, nameHelp, onChange }: NamedFieldsProps) {
  const [hasOwnName, setHasOwnName] = useState(!isNew)
  const change = (next: FieldValues) => {
    if ('name' in next) setHasOwnName(true)
    onChange('title' in next && !hasOwnName ? { ...next, name: nameOfTitle(textOf(next['title'])) } : next)
  }
  return (
    <OwnFields
      fields={namedFields(nameHelp)}
      values={values}
      errors={errors}
      focus={isNew ? 'title' : undefined}
      onChange={change}
    />
  )
}
