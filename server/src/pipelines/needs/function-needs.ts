/** The functions of rules that reach more than the message, and what their calls need. */
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { THREAT_INTEL_TABLES } from '../../lookup/threat-intelligence/threat-intel-tables.ts'
import type { RuleNeed } from './rule-need.ts'

/** An argument of a call. Its text is undefined if the rule computes it. */
export interface Argument {
  readonly text: string | undefined
  readonly isFalse: boolean
}

/** Undefined if the call does not have the argument. */
export type ArgumentOf = (param: string) => Argument | undefined

type NeedsOfCall = (argumentOf: ArgumentOf) => readonly RuleNeed[]

const need = (
  permission: RuleNeed['permission'],
  kind: NonNullable<RuleNeed['object']>['kind'],
  name: string | undefined,
): RuleNeed => ({ permission, object: name === undefined ? undefined : { kind, name } })

const reads: NeedsOfCall = (argumentOf) => [need('lookuptables:read', 'table', argumentOf('lookup_table')?.text)]

/** Such functions also return what is stored. */
const writes: NeedsOfCall = (argumentOf) => [
  ...reads(argumentOf),
  need('lookuptables:edit', 'table', argumentOf('lookup_table')?.text),
]

const readsTables = (tables: readonly string[]): NeedsOfCall => {
  const needs = tables.map((table) => need('lookuptables:read', 'table', table))
  return () => needs
}

/** An id counts rather than a title, except if it is null. */
const changesStreams: NeedsOfCall = (argumentOf) => {
  const [id, name] = [argumentOf('id'), argumentOf('name')]
  return [
    ...(id === undefined ? [] : [need('streams:edit', 'stream-id', id.text)]),
    ...(name === undefined ? [] : [need('streams:edit', 'stream-title', name.text)]),
  ]
}

const routes: NeedsOfCall = (argumentOf) => {
  const leaves = argumentOf('remove_from_default')
  const staysOnDefault = leaves === undefined || leaves.isFalse
  return [
    ...changesStreams(argumentOf),
    ...(staysOnDefault ? [] : [need('streams:edit', 'stream-id', DEFAULT_STREAM_ID)]),
  ]
}

const { abuseChAddresses, abuseChDomains, otxAddresses, otxDomains, spamhaus, tor, whois } = THREAT_INTEL_TABLES

export const functionNeeds: ReadonlyMap<string, NeedsOfCall> = new Map(
  Object.entries({
    lookup: reads,
    lookup_all: reads,
    lookup_has_value: reads,
    lookup_string_list: reads,
    lookup_string_list_contains: reads,
    lookup_value: reads,
    lookup_add_string_list: writes,
    lookup_assign_ttl: writes,
    lookup_clear_key: writes,
    lookup_remove_string_list: writes,
    lookup_set_string_list: writes,
    lookup_set_value: writes,
    route_to_stream: routes,
    remove_from_stream: changesStreams,
    abusech_ransom_lookup_domain: readsTables([abuseChDomains]),
    abusech_ransom_lookup_ip: readsTables([abuseChAddresses]),
    otx_lookup_domain: readsTables([otxDomains]),
    otx_lookup_ip: readsTables([otxAddresses]),
    spamhaus_lookup_ip: readsTables([spamhaus]),
    threat_intel_lookup_domain: readsTables([abuseChDomains]),
    threat_intel_lookup_ip: readsTables([tor, spamhaus, abuseChAddresses]),
    tor_lookup: readsTables([tor]),
    whois_lookup_ip: readsTables([whois]),
  }),
)
