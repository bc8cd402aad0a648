import type { Configuration } from '@logyard/contract/sidecars/configurations'

export type ConfigurationValues = Omit<Configuration, 'id'>

export const NEW_CONFIGURATION: ConfigurationValues = {
  name: '',
  color: '#FFFFFF',
  collector_id: '',
  template: '',
  tags: [],
}

export const configurationValues = ({ id: _, ...values }: Configuration): ConfigurationValues => values

/** The template after a variable was renamed, as the server renames it in stored templates. */
export const withRenamedVariable = (template: string, before: string, after: string): string =>
  template.replaceAll(`\${user.${before}}`, () => `\${user.${after}}`)
