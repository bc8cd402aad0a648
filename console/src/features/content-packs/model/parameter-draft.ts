import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { defaultText } from './install-values.ts'
import { type ParameterType, typedValue } from './typed-text.ts'

/** A parameter as the wizard's dialog edits it. */
export interface ParameterDraft {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly type: ParameterType
  readonly defaultText: string
}

/** Those that the wizard offers. Packs may also have long and float. */
export const WIZARD_TYPES = ['string', 'integer', 'double', 'boolean'] as const satisfies readonly ParameterType[]

export const NEW_PARAMETER: ParameterDraft = { name: '', title: '', description: '', type: 'string', defaultText: '' }

export const draftOfParameter = (parameter: PackParameter): ParameterDraft => {
  const { name, title, description, type } = parameter
  return { name, title, description, type, defaultText: defaultText(parameter) }
}

/** A blank default is left out. */
export function parameterOf({ name, title, description, type, defaultText }: ParameterDraft): PackParameter {
  const value = defaultText.trim() === '' ? undefined : typedValue(type, defaultText)
  return { name, title, description, type, ...(value === undefined ? {} : { default_value: value }) }
}

export type ParameterProblem =
  | 'titleMissing'
  | 'nameMissing'
  | 'nameInvalid'
  | 'nameTaken'
  | 'descriptionMissing'
  | 'integer'
  | 'double'
  | 'boolean'

/** Problems by field; `taken` are the names of the other parameters. */
export function parameterProblems(
  draft: ParameterDraft,
  taken: readonly string[],
): Readonly<Partial<Record<'title' | 'name' | 'description' | 'defaultText', ParameterProblem>>> {
  const name = nameProblem(draft.name, taken)
  const wrongDefault = defaultProblem(draft)
  return {
    ...(draft.title.trim() === '' ? { title: 'titleMissing' } : {}),
    ...(name === undefined ? {} : { name }),
    ...(draft.description.trim() === '' ? { description: 'descriptionMissing' } : {}),
    ...(wrongDefault === undefined ? {} : { defaultText: wrongDefault }),
  }
}

function nameProblem(name: string, taken: readonly string[]): ParameterProblem | undefined {
  if (name === '') return 'nameMissing'
  if (!/^\w+$/.test(name)) return 'nameInvalid'
  return taken.includes(name) ? 'nameTaken' : undefined
}

function defaultProblem({ type, defaultText }: ParameterDraft): ParameterProblem | undefined {
  if (defaultText.trim() === '' || typedValue(type, defaultText) !== undefined) return undefined
  if (type === 'integer' || type === 'long') return 'integer'
  return type === 'boolean' ? 'boolean' : 'double'
}
