/** Checks drafts of configurations. */
import type { ConfigurationCheck, ConfigurationDraft } from '@logyard/contract/sidecars/configurations'
import type { Problems } from '../../http/validation-answer.ts'
import { createProblems, FORBIDDEN_CHARACTERS, hasForbiddenCharacter } from '../name-rules.ts'
import type { StoredConfiguration } from './configuration-store.ts'

export interface ConfigurationChecks {
  /** Id of the configuration that is changed. */
  readonly id: string | undefined
  readonly stored: readonly StoredConfiguration[]
  /** Why the template cannot be rendered. */
  readonly templateProblem: string | undefined
}

export function configurationProblems(draft: ConfigurationCheck, checks: ConfigurationChecks): Problems {
  const { name = '', collector_id = '', color = '', template = '' } = draft
  const problems = createProblems()
  if (name === '') problems.add('name', 'Configuration name cannot be empty.')
  else if (hasForbiddenCharacter(name)) {
    problems.add('name', `Configuration name cannot contain the characters ${FORBIDDEN_CHARACTERS}`)
  }
  if (checks.stored.some((one) => one.name === name && one.id !== checks.id)) problems.add('name', nameTaken(name))
  if (collector_id === '') problems.add('collector_id', 'Associated collector ID cannot be empty.')
  if (color === '') problems.add('color', 'Collector color cannot be empty.')
  if (template === '') problems.add('template', 'Collector configuration template cannot be empty.')
  else if (checks.templateProblem !== undefined) problems.add('template', `Template error: ${checks.templateProblem}`)
  return problems.all()
}

export const nameTaken = (name: string): string => `Configuration "${name}" already exists`

/** Without tags in the draft, those of the stored configuration stay. */
export function configurationOf(id: string, draft: ConfigurationDraft, tags: readonly string[]): StoredConfiguration {
  const { collector_id, name, color, template } = draft
  return { id, collector_id, name, color, template, tags: [...new Set(draft.tags ?? tags)] }
}
