import type { Configuration, ConfigurationCheck, ConfigurationDraft } from '@logyard/contract/sidecars/configurations'
import { orSpace } from '../use-draft-check.ts'

export interface ConfigurationValues {
  readonly name: string
  readonly color: string
  readonly collectorId: string
  readonly template: string
  readonly tags: readonly string[]
}

export const NEW_CONFIGURATION: ConfigurationValues = {
  name: '',
  color: '#FFFFFF',
  collectorId: '',
  template: '',
  tags: [],
}

export const configurationValues = (configuration: Configuration): ConfigurationValues => ({
  name: configuration.name,
  color: configuration.color,
  collectorId: configuration.collector_id,
  template: configuration.template,
  tags: configuration.tags,
})

export const configurationToSend = (values: ConfigurationValues): ConfigurationDraft => ({
  name: values.name,
  color: values.color,
  collector_id: values.collectorId,
  template: values.template,
  tags: [...values.tags],
})

/** Fields that are not filled in yet are not refused. */
export const configurationToCheck = (values: ConfigurationValues, id: string | undefined): ConfigurationCheck => ({
  ...configurationToSend(values),
  ...(id === undefined ? {} : { id }),
  name: orSpace(values.name),
  color: orSpace(values.color),
  collector_id: orSpace(values.collectorId),
  template: orSpace(values.template),
})

/** The template after a variable was renamed, as the server renames it in stored templates. */
export const withRenamedVariable = (template: string, before: string, after: string): string =>
  template.replaceAll(`\${user.${before}}`, () => `\${user.${after}}`)
