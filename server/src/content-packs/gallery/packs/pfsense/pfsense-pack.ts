import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule, recognisePrograms } from '../../building/rule-texts.ts'
import { programs } from '../../recognition/recognition.ts'
import { deniedSearch, firewallDashboard } from '../firewall-dashboard.ts'

const TITLE = 'pfSense and OPNsense'
const TEXT = 'to_string($message.message)'
const COLUMNS =
  '["rule_number", "sub_rule", "anchor", "rule_id", "interface", "reason", "event_action", "network_direction", "version"'

/** The first nine columns are the same for both versions of IP. */
const packet = String.raw`rule "pfSense pack: packet of IPv4"
when
  regex("(?:^|: )(?:[^,\\s]*,){8}4,", ${TEXT}).matches == true
then
  let line = regex_replace("^.*?filterlog(?:\\[\\d+\\])?: ", ${TEXT}, "");
  let columns = csv_to_map(value: line, field_names: ${COLUMNS}, "tos", "ecn", "ttl", "packet_id", "offset", "flags", "protocol_id", "protocol", "length", "source_ip", "destination_ip", "source_port", "destination_port"], ignore_extra_fields: true);
  set_fields({rule_id: columns["rule_id"], source_interface: columns["interface"], event_reason: columns["reason"], event_action: columns["event_action"], network_direction: columns["network_direction"], network_protocol: columns["protocol"], network_bytes: columns["length"], source_ip: columns["source_ip"], destination_ip: columns["destination_ip"]});
  set_fields(regex(",(?:tcp|udp),\\d+,([^,]+),([^,]+),(\\d+),(\\d+),", ${TEXT}, ["source_ip", "destination_ip", "source_port", "destination_port"]));
  set_field("log_type", "traffic");
end`

const packet6 = String.raw`rule "pfSense pack: packet of IPv6"
when
  regex("(?:^|: )(?:[^,\\s]*,){8}6,", ${TEXT}).matches == true
then
  let line = regex_replace("^.*?filterlog(?:\\[\\d+\\])?: ", ${TEXT}, "");
  let columns = csv_to_map(value: line, field_names: ${COLUMNS}, "class", "flow", "hop_limit", "protocol", "protocol_id", "length", "source_ip", "destination_ip"], ignore_extra_fields: true);
  set_fields({rule_id: columns["rule_id"], source_interface: columns["interface"], event_reason: columns["reason"], event_action: columns["event_action"], network_direction: columns["network_direction"], network_protocol: lowercase(to_string(columns["protocol"])), network_bytes: columns["length"], source_ip: columns["source_ip"], destination_ip: columns["destination_ip"]});
  set_fields(regex(",(?:tcp|udp|TCP|UDP),\\d+,\\d+,([^,]+),([^,]+),(\\d+),(\\d+),", ${TEXT}, ["source_ip", "destination_ip", "source_port", "destination_port"]));
  set_field("log_type", "traffic");
end`

const outcome = `rule "pfSense pack: result of a packet"
when
  to_string($message.log_type) == "traffic"
then
  let outcomes = {pass: "allowed", block: "denied", reject: "denied"};
  set_field("event_outcome", map_get(outcomes, to_string($message.event_action)));
end`

const login = `rule "pfSense pack: login to the console"
when
  regex("Successful login for user '|webConfigurator authentication error for user '|Web GUI authentication error|Could not authenticate '", ${TEXT}).matches == true
then
  set_fields(regex("(?:user|authenticate) '([^']+)'", ${TEXT}, ["user_name"]));
  set_fields(regex("from:? ?([0-9a-fA-F.:]+)", ${TEXT}, ["source_ip"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "failure"});
end`

const successful = `rule "pfSense pack: successful login"
when
  contains(${TEXT}, "Successful login for user '")
then
  set_field("event_outcome", "success");
end`

export const pfsensePack: PackPlan = {
  name: 'pfsense',
  rev: 2,
  title: TITLE,
  category: 'Network',
  summary: 'Packets that the filter of pfSense or OPNsense logs, and logins',
  description: `pfSense: **Status, System Logs, Settings, Remote Logging**: enable it, enter \`LOGYARD:15147\`, and choose the
contents *Firewall Events* and *System Events*.

OPNsense: **System, Settings, Logging, Remote**: add a target with the transport UDP, the host name and port 15147.

The filter logs packets of those rules for which logging is on. Only TCP and UDP have ports.`,
  inputs: [{ type: 'Syslog UDP', title: 'pfSense and OPNsense (syslog)', port: 15_147 }],
  stages: [
    [
      recognisePrograms({
        title: 'pfSense',
        name: 'pfsense',
        programs: 'filterlog',
        // Other programs are called php-fpm as well.
        orElse: `regex("(?:^|: )/index\\\\.php: (?:Successful login|webConfigurator authentication error|Web GUI authentication error|Could not authenticate)", ${TEXT}).matches == true`,
      }),
    ],
    [packet, packet6, login],
    [outcome, successful, numbersRule('pfSense', ['source_port', 'destination_port', 'network_bytes'])],
  ],
  dashboard: firewallDashboard(TITLE),
  search: deniedSearch(TITLE),
  recognition: {
    recognises: (line) =>
      isFilterlog(line) || /(?:^|: )\/index\.php: (?:Successful login for user|webConfigurator auth)/.test(line.text),
    query: '(application_name:filterlog OR message:(filterlog OR "index.php")) AND NOT _exists_:log_source',
    fields: ['application_name'],
  },
}

const isFilterlog = programs('filterlog')
