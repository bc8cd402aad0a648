import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import { expect, test } from 'vitest'
import { ADAPTER_TYPES } from './adapter-types.ts'
import { CACHE_TYPES } from './cache-types.ts'
import { configProblems, periodChange, periodOf, sentCharacter, shownCharacter } from './config-values.ts'
import { nameOfTitle } from './name-of-title.ts'
import type { Config, PeriodSetting } from './settings.ts'

const CSV = {
  type: 'csvfile',
  path: '/etc/names.csv',
  separator: ',',
  quotechar: '"',
  key_column: 'key',
  value_column: 'value',
  check_interval: 60,
  case_insensitive_lookup: false,
}
const DSV = {
  type: 'dsvhttp',
  url: 'https://example.org/x.csv',
  separator: ',',
  line_separator: '\n',
  quotechar: '"',
  ignorechar: '#',
  key_column: 0,
  value_column: 1,
  check_presence_only: false,
  refresh_interval: 60,
}
const MEMORY = {
  type: 'guava_cache',
  max_size: 1000,
  expire_after_access: 60,
  expire_after_access_unit: 'SECONDS',
  expire_after_write: 0,
  expire_after_write_unit: null,
}
const DNS = {
  type: 'dnslookup',
  lookup_type: 'A',
  server_ips: '',
  request_timeout: 10_000,
  cache_ttl_override_enabled: false,
  cache_ttl_override: null,
  cache_ttl_override_unit: null,
}
const TYPES = { ...ADAPTER_TYPES, ...CACHE_TYPES }

const problemsOf = (config: Config) => configProblems(TYPES[config.type]?.settings ?? [], config)

test.each<{ config: Config; problems: object }>([
  { config: CSV, problems: {} },
  { config: { ...CSV, path: ' ' }, problems: { path: { text: 'lookup.problem.required' } } },
  { config: { ...CSV, separator: ';;' }, problems: { separator: { text: 'lookup.problem.character' } } },
  { config: { ...CSV, separator: '\t' }, problems: {} },
  { config: { ...CSV, check_interval: '' }, problems: { check_interval: { text: 'lookup.problem.required' } } },
  {
    config: { ...CSV, check_interval: 0 },
    problems: { check_interval: { text: 'lookup.problem.min', values: { min: 1 } } },
  },
  { config: { ...DSV, key_column: '2' }, problems: {} },
  { config: { ...DSV, value_column: null }, problems: { value_column: { text: 'lookup.problem.required' } } },
  { config: { ...DSV, value_column: null, check_presence_only: true }, problems: {} },
  {
    config: { type: 'httpjsonpath', user_agent: 'x', single_value_jsonpath: '$.a' },
    problems: { url: { text: 'lookup.problem.required' } },
  },
  { config: MEMORY, problems: {} },
  { config: { ...MEMORY, max_size: 0 }, problems: {} },
  {
    config: { ...MEMORY, expire_after_access: '' },
    problems: { expire_after_access: { text: 'lookup.problem.required' } },
  },
  { config: DNS, problems: {} },
  {
    config: { ...DNS, cache_ttl_override_enabled: true },
    problems: { cache_ttl_override: { text: 'lookup.problem.required' } },
  },
  { config: { type: 'torexitnode' }, problems: {} },
  { config: { type: LOGYARD_VALUES, time_to_live: 0, time_to_live_unit: null }, problems: {} },
])('$config', ({ config, problems }) => {
  expect(problemsOf(config)).toEqual(problems)
})

const periodSetting = (type: string, name: string): PeriodSetting => {
  const found = TYPES[type]?.settings.find((setting) => setting.name === name)
  if (found?.kind !== 'period') throw new Error(`${name} is no period`)
  return found
}

test.each([
  { config: MEMORY, name: 'expire_after_access', shown: { isOn: true, amount: 60, unit: 'SECONDS' } },
  { config: MEMORY, name: 'expire_after_write', shown: { isOn: false, amount: 0, unit: 'SECONDS' } },
  { config: DNS, name: 'cache_ttl_override', shown: { isOn: false, amount: undefined, unit: 'MINUTES' } },
])('$name of $config.type is shown', ({ config, name, shown }) => {
  expect(periodOf(config, periodSetting(config.type, name))).toEqual(shown)
})

test('a period that is switched off stores what the API means by off', () => {
  const off = { isOn: false, amount: 5, unit: 'HOURS' } as const
  expect(periodChange(periodSetting('guava_cache', 'expire_after_write'), off)).toEqual({
    expire_after_write: 0,
    expire_after_write_unit: null,
  })
  expect(periodChange(periodSetting('dnslookup', 'cache_ttl_override'), off)).toEqual({
    cache_ttl_override: null,
    cache_ttl_override_unit: null,
    cache_ttl_override_enabled: false,
  })
  expect(periodChange(periodSetting('dnslookup', 'cache_ttl_override'), { ...off, isOn: true })).toEqual({
    cache_ttl_override: 5,
    cache_ttl_override_unit: 'HOURS',
    cache_ttl_override_enabled: true,
  })
})

test('line breaks and tabs are written with a backslash', () => {
  for (const character of ['\n', '\t', '\r', ';', '\\'])
    expect(sentCharacter(shownCharacter(character))).toBe(character)
  expect(shownCharacter('\n')).toBe('\\n')
})

test.each([
  ['  Hosts by IP ', 'hosts-by-ip'],
  ['Ünïcode & more!', '-n-code-more-'],
  ['plain_name', 'plain_name'],
])('the title %j makes the name %j', (title, name) => {
  expect(nameOfTitle(title)).toBe(name)
})
