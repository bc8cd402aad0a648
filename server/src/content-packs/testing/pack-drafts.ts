/** Parts of packs, as clients send them. */
import { randomUUID } from 'node:crypto'

export const string = (value: string) => ({ '@type': 'string', '@value': value })
export const boolean = (value: boolean) => ({ '@type': 'boolean', '@value': value })
export const integer = (value: number) => ({ '@type': 'integer', '@value': value })
export const parameter = (name: string) => ({ '@type': 'parameter', '@value': name })

export interface EntityDraft {
  readonly v: '1'
  readonly id: string
  readonly type: { readonly name: string; readonly version: string }
  readonly data: object
  readonly constraints?: readonly object[]
}

export const entity = (name: string, data: object, more: Partial<EntityDraft> = {}): EntityDraft => ({
  v: '1',
  id: randomUUID(),
  type: { name, version: name === 'dashboard' ? '2' : '1' },
  data,
  ...more,
})

export const packOf = (entities: readonly EntityDraft[], more: object = {}) => ({
  v: '1',
  id: randomUUID(),
  rev: 1,
  name: 'A pack',
  summary: 'for tests',
  description: '',
  vendor: 'tests',
  url: '',
  parameters: [] as object[],
  entities,
  ...more,
})

export const stream = (title: object, more: object = {}) =>
  entity('stream', {
    title,
    description: string(''),
    disabled: boolean(false),
    matching_type: string('AND'),
    stream_rules: [],
    alert_conditions: [],
    alarm_callbacks: [],
    outputs: [],
    default_stream: boolean(false),
    remove_matches: boolean(false),
    ...more,
  })

export const streamRule = (field: string, value: object) => ({
  type: string('EXACT'),
  field: string(field),
  value,
  inverted: boolean(false),
  description: string(''),
})

export const rule = (name: string, action = 'set_field("seen", true);') =>
  entity('pipeline_rule', {
    title: string(name),
    description: string(''),
    source: string(`rule "${name}"\nwhen true\nthen\n  ${action}\nend`),
  })

export const pipeline = (name: string, rules: readonly string[], streams: readonly string[]) =>
  entity('pipeline', {
    title: string(name),
    description: string(''),
    source: string(`pipeline "${name}"\nstage 0 match either\n${rules.map((one) => `rule "${one}"`).join('\n')}\nend`),
    connected_streams: streams.map(string),
  })

export const grok = (name: string, pattern: string) => entity('grok_pattern', { name, pattern })
