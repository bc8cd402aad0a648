import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule } from '../../building/rule-texts.ts'
import { deniedSearch, firewallDashboard } from '../firewall-dashboard.ts'

const TITLE = 'FortiGate'
const TEXT = 'to_string($message.message)'
const MARK = String.raw`(?:^|\\s)(?:date=\\d{4}-\\d\\d-\\d\\d time=[\\d:]+ .{0,200}\\bdevname=|devname=.{1,200}?\\bdate=\\d{4}-\\d\\d-\\d\\d time=)`

const recognise = `rule "FortiGate pack: recognise"
when
  contains(${TEXT}, "devname=") and regex("${MARK}", ${TEXT}).matches == true
then
  set_field("log_source", "fortigate");
end`

/** The decoder of syslog reads pairs only if they follow the priority at once. */
const pairs = String.raw`rule "FortiGate pack: pairs"
when
  contains(${TEXT}, "devname=") and regex("${MARK}", ${TEXT}).matches == true and not has_field("logid")
then
  let text = regex_replace("\\b\\w+=\"(?:[^\"\\\\ ]|\\\\.)* (?:[^\"\\\\]|\\\\.)*\"", ${TEXT}, "");
  set_fields(map_remove(map_remove(key_value(value: text, trim_value_chars: "\""), "level"), "timestamp"));
  set_fields(regex("\\bapp=\"([^\"]*)\"", ${TEXT}, ["app"]));
  set_fields(regex("\\bmsg=\"((?:[^\"\\\\]|\\\\.)*)\"", ${TEXT}, ["msg"]));
end`

const names = `rule "FortiGate pack: names of fields"
when
  has_field("logid")
then
  rename_fields({
    srcip: "source_ip", srcport: "source_port", srcintf: "source_interface", srccountry: "source_country",
    dstip: "destination_ip", dstport: "destination_port", dstintf: "destination_interface", dstcountry: "destination_country",
    transip: "source_nat_ip", sentbyte: "network_bytes_sent", rcvdbyte: "network_bytes_received", policyid: "rule_id",
    policyname: "rule_name", service: "network_service", user: "user_name", hostname: "http_host", url: "http_path",
    app: "network_application", attack: "threat_name", virus: "malware_name", logid: "event_code", type: "log_type",
    subtype: "log_subtype"
  });
  let protocols = {${'`1`: "icmp", `6`: "tcp", `17`: "udp", `58`: "icmpv6"'}};
  set_field("network_protocol", map_get(protocols, to_string($message.proto)));
  set_field("event_action", lowercase(to_string($message.action)));
end`

/** Some events of logins have the address in `ui`, as in `https(192.0.2.10)`. */
const login = String.raw`rule "FortiGate pack: login"
when
  to_string($message.log_type) == "event" and regex("^log(?:in|out)$", to_string($message.action)).matches == true
then
  set_fields(regex("\\(([0-9a-fA-F.:]+)\\)", to_string($message.ui), ["source_ip"]));
  set_field("event_outcome", regex_replace("^failed$", to_string($message.status), "failure"));
end`

const allowed = `rule "FortiGate pack: allowed"
when
  regex("^(?:accept|close|start|timeout|passthrough|pass|ip-conn|client-rst|server-rst)$", to_string($message.action)).matches == true
then
  set_field("event_outcome", "allowed");
end`

const denied = `rule "FortiGate pack: denied"
when
  regex("^(?:deny|blocked|block|dropped|drop|reset|clear_session)$", to_string($message.action)).matches == true
then
  set_field("event_outcome", "denied");
end`

export const fortigatePack: PackPlan = {
  name: 'fortigate',
  rev: 2,
  title: TITLE,
  category: 'Network',
  summary: 'Traffic, threats and logins of FortiGate firewalls',
  description: `FortiOS sends its logs by syslog, in the default format:

\`\`\`
config log syslogd setting
    set status enable
    set server "LOGYARD"
    set port 15145
end
\`\`\`

The pack gives the fields of FortiOS the names that all firewalls have in the gallery. Fields that it does not rename keep
those of FortiOS.`,
  inputs: [{ type: 'Syslog UDP', title: 'FortiGate (syslog)', port: 15_145 }],
  stages: [
    [recognise, pairs],
    [names],
    [
      login,
      allowed,
      denied,
      numbersRule(TITLE, ['source_port', 'destination_port', 'network_bytes_sent', 'network_bytes_received']),
    ],
  ],
  dashboard: firewallDashboard(TITLE),
  search: deniedSearch(TITLE),
  event: {
    title: 'FortiGate: many failed logins from one address',
    description: 'At least 10 failed logins to the firewall from the same address within five minutes.',
    query: 'event_action:login AND event_outcome:failure',
    groupBy: 'source_ip',
    atLeast: 10,
  },
  recognition: {
    recognises: ({ text }) =>
      /(?:^|\s)(?:date=\d{4}-\d\d-\d\d time=[\d:]{1,20} .{0,200}\bdevname=|devname=.{1,200}?\bdate=\d{4}-\d\d-\d\d time=)/.test(
        text,
      ),
    query: 'message:(devname AND devid AND logid) AND NOT _exists_:log_source',
    fields: [],
  },
}
