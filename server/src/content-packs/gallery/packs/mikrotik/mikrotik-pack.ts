import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule } from '../../building/rule-texts.ts'
import { deniedSearch, firewallDashboard } from '../firewall-dashboard.ts'

const TITLE = 'MikroTik'
const TEXT = 'to_string($message.message)'
const TOPICS = String.raw`^(?:\\S+ )?((?:firewall|system|dhcp|wireless|interface|ipsec|l2tp|ppp|pppoe|ovpn|route|script|bridge|caps|dns)(?:,[a-z0-9-]{2,20}){1,4}):? `

const recognise = String.raw`rule "MikroTik pack: recognise"
when
  regex("${TOPICS}", ${TEXT}).matches == true
then
  set_field("log_source", "mikrotik");
  set_fields(regex("${TOPICS}", ${TEXT}, ["mikrotik_topics"]));
  set_field("log_type", "system");
  set_fields(regex(",(info|warning|error|critical|debug)\\b", ${TEXT}, ["log_level"]));
end`

const packet = String.raw`rule "MikroTik pack: packet"
when
  contains(${TEXT}, "firewall,") and contains(${TEXT}, " proto ")
then
  let line = regex("firewall,\\S+ (?:(\\S+) )?(input|forward|output|prerouting): in:(\\S+) out:(\\S+?),? ", ${TEXT}, ["rule_name", "network_direction", "in", "out"]);
  set_fields({rule_name: line["rule_name"], network_direction: line["network_direction"]});
  set_field("source_interface", regex_replace("^\\(.*$", to_string(line["in"]), ""));
  set_field("destination_interface", regex_replace("^\\(.*$", to_string(line["out"]), ""));
  set_fields(regex(" src-mac ([0-9A-Fa-f:]{17})", ${TEXT}, ["source_mac"]));
  let flow = regex(" proto (\\S+?)(?: \\([^)]*\\))?, \\[?([0-9A-Fa-f.:]+?)\\]?(?::(\\d+))?->\\[?([0-9A-Fa-f.:]+?)\\]?(?::(\\d+))?, (?:NAT .*, )?(?:prio .*, )?len (\\d+)", ${TEXT}, ["network_protocol", "source_ip", "source_port", "destination_ip", "destination_port", "network_bytes"]);
  set_fields(flow);
  set_field("network_protocol", lowercase(to_string(flow["network_protocol"])));
  set_field("log_type", "traffic");
end`

/** RouterOS does not log the action of a rule: administrators name it in the prefix of the rule. */
const denied = `rule "MikroTik pack: denied packet"
when
  regex("(?i)drop|deny|denied|block|reject", to_string($message.rule_name)).matches == true
then
  set_fields({event_action: "deny", event_outcome: "denied"});
end`

const allowed = `rule "MikroTik pack: allowed packet"
when
  regex("(?i)accept|allow|permit", to_string($message.rule_name)).matches == true
then
  set_fields({event_action: "accept", event_outcome: "allowed"});
end`

const login = String.raw`rule "MikroTik pack: login"
when
  regex("user \\S+ logged (?:in|out) (?:from|via) ", ${TEXT}).matches == true
then
  let line = regex("user (\\S+) logged (in|out) (?:from (\\S+) )?via (\\S+)", ${TEXT}, ["user_name", "change", "source_ip", "login_service"]);
  set_fields(map_remove(line, "change"));
  let actions = {${'`in`: "login", out: "logout"'}};
  set_field("event_action", map_get(actions, to_string(line["change"])));
  set_fields({log_type: "auth", event_outcome: "success"});
end`

const failedLogin = String.raw`rule "MikroTik pack: failed login"
when
  contains(${TEXT}, "login failure for user ")
then
  set_fields(regex("login failure for user (\\S+) (?:from (\\S+) )?via (\\S+)", ${TEXT}, ["user_name", "source_ip", "login_service"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "failure"});
end`

const lease = String.raw`rule "MikroTik pack: DHCP lease"
when
  regex("\\S+ (?:de)?assigned \\S+ (?:to|for|from) ", ${TEXT}).matches == true
then
  let line = regex("(\\S+) ((?:de)?assigned) (\\S+) (?:to|for|from) ([0-9A-Fa-f:]{17})(?: (\\S+))?", ${TEXT}, ["dhcp_server", "change", "source_ip", "source_mac", "source_host"]);
  set_fields(map_remove(line, "change"));
  set_fields({log_type: "dhcp", event_action: concat("lease_", to_string(line["change"]))});
end`

export const mikrotikPack: PackPlan = {
  name: 'mikrotik',
  rev: 1,
  title: TITLE,
  category: 'Network',
  summary: 'Packets that the firewall of RouterOS logs, logins and DHCP leases',
  description: `RouterOS sends its log by syslog:

\`\`\`
/system logging action add name=logyard target=remote remote=LOGYARD remote-port=15148 bsd-syslog=yes
/system logging add topics=info action=logyard
/system logging add topics=error action=logyard
/system logging add topics=warning action=logyard
/system logging add topics=critical action=logyard
\`\`\`

RouterOS does not say whether a packet was accepted or dropped. Give the rules of the firewall a \`log-prefix\` such as
\`drop-input\` or \`accept-web\`: the pack reads the result from it.`,
  inputs: [{ type: 'Syslog UDP', title: 'MikroTik (syslog)', port: 15_148 }],
  stages: [
    [recognise],
    [packet, login, failedLogin, lease],
    [denied, allowed, numbersRule(TITLE, ['source_port', 'destination_port', 'network_bytes'])],
  ],
  dashboard: firewallDashboard(TITLE),
  search: deniedSearch(TITLE),
  recognition: {
    recognises: ({ text }) =>
      /^(?:\S{1,255} )?(?:firewall|system|dhcp|wireless|interface|ipsec|l2tp|ppp|pppoe|ovpn|route|script|bridge|caps|dns)(?:,[a-z0-9-]{2,20}){1,4}:? /.test(
        text,
      ),
    query:
      'message:("firewall info" OR "system info" OR "system error" OR "dhcp info" OR "interface info" OR "wireless info") AND NOT _exists_:log_source',
    fields: [],
  },
}
