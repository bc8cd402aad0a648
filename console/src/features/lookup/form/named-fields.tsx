import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { nameOfTitle } from '../model/name-of-title.ts'

interface Named {
  readonly title: string
  readonly description: string
  readonly name: string
}

interface NamedFieldsProps {
  readonly values: Named
  readonly errors: Readonly<Record<string, ReactNode>>
  /** The name follows the title until it is edited. */
  readonly isNew: boolean
  readonly nameHelp: string
  readonly onChange: (change: Partial<Named>) => void
}

export function NamedFields({ values, errors, isNew, nameHelp, onChange }: NamedFieldsProps) {
  const t = useText()
  const [hasOwnName, setHasOwnName] = useState(!isNew)
  return (
    <>
      <TextInput
        label={t('lookup.title')}
        required
        autoComplete="off"
        data-autofocus={isNew || undefined}
        value={values.title}
        error={errors['title']}
        onChange={({ currentTarget: { value: title } }) =>
          onChange(hasOwnName ? { title } : { title, name: nameOfTitle(title) })
        }
      />
      <TextInput
        label={t('lookup.description')}
        autoComplete="off"
        value={values.description}
        error={errors['description']}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <TextInput
        label={t('lookup.name')}
        description={nameHelp}
        required
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={values.name}
        error={errors['name']}
        onChange={({ currentTarget }) => {
          setHasOwnName(true)
          onChange({ name: currentTarget.value })
        }}
      />
    </>
  )
}
