/** Fields and texts that the forms of several types of data adapters have. */
import type { FieldOf } from '@logyard/contract/configured/field'

const field = <Kind extends 'text' | 'flag' | 'number', const Name extends string>(
  kind: Kind,
  name: Name,
  label: string,
) => ({ kind, name, label })

export const separatorField = {
  ...field('text', 'separator', 'Separator'),
  format: 'character' as const,
  help: 'One character; \\t is a tab',
}
export const quoteField = { ...field('text', 'quotechar', 'Quote character'), format: 'character' as const }
export const ignoreCaseField = field('flag', 'case_insensitive_lookup', 'Allow case-insensitive lookups')

export const refreshField = (min: number) => ({
  ...field('number', 'refresh_interval', 'Refresh interval (seconds)'),
  min,
})

export const timeoutField = <const Name extends string>(name: Name, label: string) => ({
  ...field('number', name, `${label} (ms)`),
  min: 1,
})

/** The labels by value. */
export const choices = (labels: Readonly<Record<string, string>>): FieldOf<'choice'>['options'] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export const WHITELIST_TEXT = 'The server requests only URLs that are on the URL whitelist.'
export const THREAT_SOURCE_TEXT = 'Works only while its source is enabled in the configurations.'
