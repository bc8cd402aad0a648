import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { InstallTexts } from '../model/install-values.ts'

const MAX_VALUE = 250

interface ParameterTextsProps {
  readonly parameters: readonly PackParameter[]
  readonly texts: InstallTexts
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (texts: InstallTexts) => void
}

/** One field for each parameter. */
export function ParameterTexts({ parameters, texts, errors, onChange }: ParameterTextsProps) {
  return parameters.map(({ name, title, description }) => (
    <TextInput
      key={name}
      label={<span translate="no">{title === '' ? name : title}</span>}
      description={<span translate="no">{description}</span>}
      required
      maxLength={MAX_VALUE}
      autoComplete="off"
      spellCheck={false}
      translate="no"
      value={texts[name] ?? ''}
      error={errors[name]}
      onChange={({ currentTarget }) => onChange({ ...texts, [name]: currentTarget.value })}
    />
  ))
}
