import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { describe, expect, test } from 'vitest'
import type { LookupResult } from '../../lookup/lookup-tables.ts'
import { callFunction } from './testing/call-function.ts'
import { showValue } from './testing/show-value.ts'
import { createTestLookups, LOOKUP_ERROR } from './testing/test-lookups.ts'
import { createTestRun } from './testing/test-run.ts'

type Row = readonly [name: string, args: readonly (RuleValue | undefined)[], result: string]

const outcome = (name: string, args: readonly (RuleValue | undefined)[], run = createTestRun()): string => {
  try {
    return showValue(callFunction(name, args, run))
  } catch (error) {
    return `fails: ${error instanceof Error ? error.message : String(error)}`
  }
}

const rows: readonly Row[] = [
  ['lookup', ['users', 'ada'], '{name: "Ada Lovelace", age: 36}'],
  ['lookup', ['users', 'grace'], '{value: null}'],
  ['lookup', ['users', 'grace', 7n], '{value: 7}'],
  ['lookup', ['users', 'broken', 'x'], '{value: "x"}'],
  ['lookup', ['users', null, 'x'], '{value: "x"}'],
  ['lookup', ['no-such-table', 'ada', 'x'], '{value: "x"}'],
  ['lookup', [null, 'ada'], '{value: null}'],
  ['lookup_value', ['users', 1n], '42'],
  ['lookup_value', ['users', '1', 'x'], '"x"'],
  ['lookup_value', ['users', 'broken'], 'null'],
  ['lookup_value', ['users', 'broken', true], 'true'],
  ['lookup_value', ['no-such-table', 'ada'], 'null'],
  ['lookup_value', ['users', RuleIp.parse('10.0.0.1') ?? null, 'x'], '"x"'],
  ['lookup_string_list', ['users', 'grace'], '[]'],
  ['lookup_string_list', ['users', 'grace', ['x']], '["x"]'],
  ['lookup_string_list', ['users', 'broken'], '[]'],
  ['lookup_string_list_contains', ['users', 'ada', 'nobody'], 'false'],
  ['lookup_string_list_contains', ['users', 'ada', null], 'false'],
  ['lookup_string_list_contains', ['users', 'grace', 'admins'], 'false'],
  ['lookup_has_value', ['users', 'ada'], 'true'],
  ['lookup_has_value', ['users', 'broken'], 'false'],
  ['lookup_has_value', ['no-such-table', 'ada'], 'false'],
  ['lookup_all', ['users', ['ada', null, 1n, 'broken', 'grace']], '["Ada Lovelace", 42]'],
  ['lookup_all', ['users', null], '[]'],
  ['lookup_all', ['users', Array.from({ length: 10_001 }, () => 'a')], 'fails: The result has more than 10000 items'],
  ['lookup_set_value', ['users', 'grace', ['a', 1n]], '"[a, 1]"'],
  ['lookup_set_value', ['users', 'grace', 2.5], '2.5'],
  ['lookup_set_value', ['users', 'grace', null], 'null'],
  ['lookup_set_value', ['read-only', 'grace', 'x'], 'null'],
  ['lookup_set_string_list', ['users', 'grace', ['a', null, '', 'a']], '["a", "a"]'],
  ['lookup_set_string_list', ['read-only', 'grace', ['a']], 'null'],
  ['lookup_add_string_list', ['users', 'ada', ['admins', 'x', ''], true], '["admins", "authors", "admins", "x"]'],
  ['lookup_add_string_list', ['users', 'grace', ['x']], '["x"]'],
  ['lookup_add_string_list', [null, 'grace', ['x']], 'null'],
  ['lookup_remove_string_list', ['users', 'ada', ['admins', 'authors']], '[]'],
  ['lookup_remove_string_list', ['users', null, ['admins']], 'null'],
  ['lookup_clear_key', ['read-only', 'ada'], 'null'],
  ['lookup_assign_ttl', ['users', 'ada', 0n], 'fails: The argument ttl is out of range: 0'],
  ['lookup_assign_ttl', ['users', 'ada', 2n ** 62n], `fails: The argument ttl is out of range: ${2n ** 62n}`],
  ['lookup_assign_ttl', ['read-only', 'ada', 60n], 'null'],
  ['in_private_net', ['172.31.255.255'], 'true'],
  ['in_private_net', ['172.32.0.0'], 'false'],
  ['in_private_net', ['fdff::1'], 'true'],
  ['in_private_net', ['fe80::1'], 'false'],
  ['in_private_net', ['example.org'], 'null'],
]

test.each(rows)('%s %o is %s', (name, args, result) => {
  expect(outcome(name, args)).toBe(result)
})

test('what a rule writes can be read, and lives as long as it says', () => {
  const lookups = createTestLookups()
  const run = { ...createTestRun(), ...lookups }
  expect(outcome('lookup_set_value', ['users', 'grace', 'Grace'], run)).toBe('"Grace"')
  expect(outcome('lookup_assign_ttl', ['users', 'grace', 60n], run)).toBe('"Grace"')
  expect(outcome('lookup_value', ['users', 'grace'], run)).toBe('"Grace"')
  expect(lookups.lifes.get('grace')).toBe(60_000)
  callFunction('lookup_clear_key', ['users', 'grace'], run)
  expect(outcome('lookup_has_value', ['users', 'grace'], run)).toBe('false')
})

describe('threat intelligence', () => {
  const single = (singleValue: LookupResult['singleValue'], multiValue: LookupResult['multiValue'] = null) => ({
    singleValue,
    multiValue,
    stringListValue: null,
    hasError: false,
    ttlMs: 1000,
  })
  const pulses = { pulse_info: { pulses: [{ id: 'p1', name: 'Botnet' }, { id: 7 }, 'x', { id: 'p2', name: 'Scan' }] } }
  const tables = {
    'tor-exit-node-list': { '1.1.1.1': single('A, B'), '9.9.9.9': LOOKUP_ERROR },
    'spamhaus-drop': { '1.1.1.1': single(true), '2.2.2.2': single(false) },
    'abuse-ch-ransomware-domains': { 'evil.example': single(true) },
    'abuse-ch-ransomware-ip': { '1.1.1.1': single(true) },
    'otx-api-ip': { '1.1.1.1': single(3, pulses), '2.2.2.2': single(0, { pulse_info: { pulses: [] } }) },
    'otx-api-domain': { 'evil.example': single(3, pulses) },
    whois: { '1.1.1.1': single('x', { organization: 'APNIC', country_code: 'AU' }), '9.9.9.9': LOOKUP_ERROR },
  }
  const ALL = { tor: true, spamhaus: true, abuseCh: true }
  const NONE = { tor: false, spamhaus: false, abuseCh: false }
  const ask = (name: string, args: readonly RuleValue[], threatIntel = ALL) =>
    outcome(name, args, { ...createTestRun(), ...createTestLookups(tables), threatIntel })
  const otx = '{otx_threat_indicated: true, otx_threat_ids: "p1, p2", otx_threat_names: "Botnet, Scan"}'

  test.each<Row>([
    ['tor_lookup', [' 1.1.1.1 '], '{threat_indicated: true}'],
    ['tor_lookup', ['2.2.2.2'], '{threat_indicated: false}'],
    ['tor_lookup', ['9.9.9.9'], '{threat_indicated: false}'],
    ['tor_lookup', [null], 'null'],
    ['spamhaus_lookup_ip', ['1.1.1.1'], '{threat_indicated: true}'],
    ['spamhaus_lookup_ip', ['2.2.2.2'], '{threat_indicated: false}'],
    ['abusech_ransom_lookup_domain', [' evil.example. '], '{threat_indicated: true}'],
    ['abusech_ransom_lookup_ip', ['1.1.1.1'], '{threat_indicated: true}'],
    ['otx_lookup_ip', ['1.1.1.1'], otx],
    ['otx_lookup_ip', ['2.2.2.2'], '{otx_threat_indicated: false, otx_threat_ids: "", otx_threat_names: ""}'],
    ['otx_lookup_domain', ['evil.example.'], otx],
    ['whois_lookup_ip', ['1.1.1.1', 'src'], '{src_whois_organization: "APNIC", src_whois_country_code: "AU"}'],
    ['whois_lookup_ip', ['9.9.9.9', 'src'], '{}'],
    ['whois_lookup_ip', ['1.1.1.1', null], 'fails: The argument prefix is null'],
    [
      'threat_intel_lookup_ip',
      ['1.1.1.1', 'src'],
      '{src_threat_indicated: true, src_threat_indicated_tor: true, src_threat_indicated_spamhaus: true, src_threat_indicated_abusech_ransomware: true}',
    ],
    ['threat_intel_lookup_ip', ['2.2.2.2', 'src'], '{src_threat_indicated: false}'],
    [
      'threat_intel_lookup_domain',
      ['evil.example', 'dns'],
      '{dns_threat_indicated: true, dns_threat_indicated_abusech_ransomware: true}',
    ],
  ])('%s %o is %s', (name, args, result) => {
    expect(
      ask(
        name,
        args.map((arg) => arg ?? null),
      ),
    ).toBe(result)
  })

  test.each([
    ['tor_lookup', ['1.1.1.1'], '{threat_indicated: false}'],
    ['spamhaus_lookup_ip', ['1.1.1.1'], '{threat_indicated: false}'],
    ['threat_intel_lookup_ip', ['1.1.1.1', 'src'], '{src_threat_indicated: false}'],
  ])('%s does not ask a disabled source', (name, args, result) => {
    expect(ask(name, args, NONE)).toBe(result)
  })

  test('without the tables nothing is indicated', () => {
    const run = { ...createTestRun(), threatIntel: ALL }
    expect(outcome('threat_intel_lookup_ip', ['1.1.1.1', 'src'], run)).toBe('{src_threat_indicated: false}')
    expect(outcome('otx_lookup_ip', ['1.1.1.1'], run)).toContain('otx_threat_indicated: false')
    expect(outcome('whois_lookup_ip', ['1.1.1.1', 'src'], run)).toBe('{}')
  })
})
