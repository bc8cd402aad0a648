import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { type InstallTexts, installProblem } from '../model/install-values.ts'

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

/** Finds the errors of the texts, by parameter. */
export function useInstallErrors(parameters: readonly PackParameter[]) {
  const t = useText()
  return (texts: InstallTexts): Readonly<Record<string, string>> =>
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        const problem = installProblem(parameter, texts[parameter.name] ?? '')
        if (problem === undefined || problem === 'string') return []
        return [[parameter.name, t(`contentPacks.problem.${problem}`)]]
      }),
    )
}
