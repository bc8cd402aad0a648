import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule } from '../../building/rule-texts.ts'
import { deniedSearch, firewallDashboard } from '../firewall-dashboard.ts'

const TITLE = 'UniFi'
const TEXT = 'to_string($message.message)'
const DEVICE = String.raw`^(?:\\S+ )?(?:\\(\")?([A-Z][A-Z0-9-]{1,20}),([0-9a-f]{12}),v?([\\w.+-]+)(?:: |\"\\) )`
/** Newer firmware begins with the address. */
const NEW_DEVICE = String.raw`^(?:\\S+ )?([0-9a-f]{12}),([A-Za-z][\\w-]{1,40}?)-(\\d[\\w.+]*): `
const PACKET = String.raw`\\[([\\w.]+)-(\\w+)-([A-Z])\\].{0,300}?IN=(\\S*) OUT=(\\S*) `
const NEW_PACKET = String.raw`\\[([\\w.]+)-([A-Z])-(\\d+)\\].{0,300}?IN=(\\S*) OUT=(\\S*) `

const recognise = `rule "UniFi pack: recognise"
when
  regex("${DEVICE}", ${TEXT}).matches == true or regex("${NEW_DEVICE}", ${TEXT}).matches == true or
  regex("${PACKET}", ${TEXT}).matches == true or regex("${NEW_PACKET}", ${TEXT}).matches == true
then
  set_field("log_source", "unifi");
  set_field("log_type", "system");
  set_fields(regex("${DEVICE}", ${TEXT}, ["unifi_model", "unifi_mac", "unifi_firmware"]));
  set_fields(regex("${NEW_DEVICE}", ${TEXT}, ["unifi_mac", "unifi_model", "unifi_firmware"]));
end`

const station = String.raw`rule "UniFi pack: wireless client"
when
  contains(${TEXT}, ": STA ")
then
  set_fields(regex("hostapd(?:\\[\\d+\\])?: (\\S+): STA ([0-9a-f:]{17}) ", ${TEXT}, ["source_interface", "source_mac"]));
  set_field("log_type", "wireless");
end`

const joined = String.raw`rule "UniFi pack: client joined"
when
  regex(" STA \\S+ IEEE 802\\.11: associated", ${TEXT}).matches == true
then
  set_fields({event_action: "wireless_joined", event_outcome: "success"});
end`

const left = String.raw`rule "UniFi pack: client left"
when
  regex(" STA \\S+ IEEE 802\\.11: (?:disassociated|deauthenticated)", ${TEXT}).matches == true
then
  set_field("event_action", "wireless_left");
end`

const refused = String.raw`rule "UniFi pack: refused client"
when
  regex(" STA \\S+ .*(?:authentication failed|handshake failed|4-way handshake timeout)|: event EAP_FAILURE", ${TEXT}).matches == true
then
  set_fields({event_action: "wireless_joined", event_outcome: "failure"});
end`

const packet = String.raw`rule "UniFi pack: packet"
when
  regex("${PACKET}", ${TEXT}).matches == true or regex("${NEW_PACKET}", ${TEXT}).matches == true
then
  set_fields(regex("${PACKET}", ${TEXT}, ["rule_name", "rule_id", "event_action", "source_interface", "destination_interface"]));
  set_fields(regex("${NEW_PACKET}", ${TEXT}, ["rule_name", "event_action", "rule_id", "source_interface", "destination_interface"]));
  let letter = to_string($message.event_action);
  set_fields(regex(" SRC=(\\S+) DST=(\\S+) LEN=(\\d+) ", ${TEXT}, ["source_ip", "destination_ip", "network_bytes"]));
  set_fields(regex(" PROTO=(\\S+)", ${TEXT}, ["network_protocol"]));
  set_fields(regex(" SPT=(\\d+) DPT=(\\d+)", ${TEXT}, ["source_port", "destination_port"]));
  let outcomes = {A: "allowed", D: "denied", R: "denied"};
  set_field("event_outcome", map_get(outcomes, letter));
  let actions = {A: "accept", D: "drop", R: "reject"};
  set_field("event_action", map_get(actions, letter));
  set_field("network_protocol", lowercase(to_string($message.network_protocol)));
  set_field("log_type", "traffic");
end`

export const unifiPack: PackPlan = {
  name: 'unifi',
  rev: 2,
  title: TITLE,
  category: 'Network',
  summary: 'Wireless clients of access points, and packets that a UniFi gateway logs',
  description: `In the UniFi Network application: **Settings, Control Plane, Integrations, Activity Logging (Syslog)**: choose
*SIEM Server*, the address of Logyard and port 15149. In older versions: **Settings, System, Remote Logging**.

Access points and switches begin their messages with model, address and firmware. The gateway logs packets of those rules
for which logging is on.`,
  inputs: [{ type: 'Syslog UDP', title: 'UniFi (syslog)', port: 15_149 }],
  stages: [
    [recognise],
    [station, packet],
    [joined, left, refused, numbersRule(TITLE, ['source_port', 'destination_port', 'network_bytes'])],
  ],
  dashboard: firewallDashboard(TITLE),
  search: deniedSearch(TITLE),
  recognition: {
    recognises: ({ text }) =>
      /^(?:\S{1,255} )?(?:\(")?[A-Z][A-Z0-9-]{1,20},[0-9a-f]{12},v?[\w.+-]{1,50}(?:: |"\) )/.test(text) ||
      /^(?:\S{1,255} )?[0-9a-f]{12},[A-Za-z][\w-]{1,40}?-\d[\w.+]{0,50}: /.test(text) ||
      /\[[\w.]{1,50}-(?:\w{1,20}-[A-Z]|[A-Z]-\d{1,10})\].{0,300}?IN=\S{0,50} OUT=\S{0,50} /.test(text),
    query: 'message:(/(.+,)?[0-9a-f]{12}.*/ OR (SRC AND DST AND PROTO)) AND NOT _exists_:log_source',
    fields: [],
  },
}
