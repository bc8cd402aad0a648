import type { InstallRequest, PackParameter } from '@logyard/contract/content-packs/content-packs'
import { typedValue } from './typed-text.ts'

/** The text of each parameter, by name. */
export type InstallTexts = Readonly<Record<string, string>>

/** A default of `false` or 0 is a default, too. */
export const defaultText = ({ default_value: value }: PackParameter): string =>
  value === undefined || value === null ? '' : String(value)

/** The text of each parameter before the user changes it. */
export const defaultTexts = (parameters: readonly PackParameter[]): InstallTexts =>
  Object.fromEntries(parameters.map((one) => [one.name, defaultText(one)]))

export type InstallProblem = 'empty' | PackParameter['type']

/** Why a text cannot be sent for the parameter. */
export function installProblem({ type }: PackParameter, text: string): InstallProblem | undefined {
  if (text.trim() === '') return 'empty'
  return typedValue(type, text) === undefined ? type : undefined
}

/** The typed values, for texts without problems. */
export const installValues = (
  parameters: readonly PackParameter[],
  texts: InstallTexts,
): NonNullable<InstallRequest['parameters']> =>
  Object.fromEntries(
    parameters.map(({ name, type }) => [name, { '@type': type, '@value': typedValue(type, texts[name] ?? '') }]),
  )
