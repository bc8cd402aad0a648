/** Rules of the pack for Cisco ASA. Each is for a group of message numbers. */
import { numbersRule } from '../../building/rule-texts.ts'

const TEXT = 'to_string($message.message)'
const CODE = 'to_string($message.event_code)'
const MARK = String.raw`%(?:ASA|FTD)-(?:\\w{1,20}-)?([0-7])-(\\d{6}): `

const recognise = `rule "Cisco ASA pack: recognise"
when
  regex("${MARK}", ${TEXT}).matches == true
then
  set_field("log_source", "cisco-asa");
  let line = regex("${MARK}", ${TEXT}, ["severity", "event_code"]);
  set_field("event_code", line["event_code"]);
  set_field("severity", to_long(line["severity"], null));
end`

const rule = (title: string, codes: string, statements: string): string => `rule "Cisco ASA pack: ${title}"
when
  regex("^(?:${codes})$", ${CODE}).matches == true
then
${statements}
end`

/** The name of a user may follow an end, as in `(LOCAL\\ada)`. */
const USER = String.raw`(?: ?\\([^)]*\\))?`
const ENDS = String.raw`(\\S+?):([^\\s/]+)/(\\d+)`

const built = rule(
  'connection',
  '302013|302015|302020|305011',
  String.raw`  set_fields(regex("Built (?:(inbound|outbound) )?(?:dynamic |static )?(\\w+) (?:connection|translation)", ${TEXT}, ["network_direction", "network_protocol"]));
  set_fields(regex("connection (\\d+) for", ${TEXT}, ["connection_id"]));
  set_fields(regex("(?:for|from) ${ENDS}.* to ${ENDS}", ${TEXT}, ["source_interface", "source_ip", "source_port", "destination_interface", "destination_ip", "destination_port"]));
  set_fields({log_type: "traffic", event_action: "connection_built", event_outcome: "allowed"});`,
)

/** The text of a connection from inside names the far end first. */
const outbound = `rule "Cisco ASA pack: outbound connection"
when
  to_string($message.network_direction) == "outbound"
then
  let line = regex("for ${ENDS}.* to ${ENDS}", ${TEXT});
  set_fields({source_interface: line["3"], source_ip: line["4"], source_port: line["5"], destination_interface: line["0"], destination_ip: line["1"], destination_port: line["2"]});
end`

const teardown = rule(
  'end of a connection',
  '302014|302016|302021',
  String.raw`  set_fields(regex("Teardown (\\w+) connection (\\d+) for ${ENDS}${USER} to ${ENDS}${USER} duration (\\S+) bytes (\\d+)(?: (\\S.*))?", ${TEXT}, ["network_protocol", "connection_id", "source_interface", "source_ip", "source_port", "destination_interface", "destination_ip", "destination_port", "connection_duration", "network_bytes", "event_reason"]));
  set_fields({log_type: "connection_end", event_action: "connection_ended"});`,
)

const denied = rule(
  'denied packet',
  '106023|106001|106006|106007|106015|106014|106017|106021|710003|313001',
  String.raw`  set_fields(regex("[Dd]en(?:y|ied)(?: inbound)? (?!from )(\\w+)|^.*?: (?:Inbound )?(\\w+) (?:access|connection) denied", ${TEXT}, ["network_protocol", "network_protocol"]));
  set_fields(regex("src ([^\\s:]+):([^\\s/(]+)(?:/(\\d+))?${USER} dst ([^\\s:]+):([^\\s/(]+)(?:/(\\d+))?", ${TEXT}, ["source_interface", "source_ip", "source_port", "destination_interface", "destination_ip", "destination_port"]));
  set_fields(regex(" from ([\\da-fA-F.:]+)/(\\d+) to (?:(\\S+):)?([\\da-fA-F.:]+)/(\\d+)", ${TEXT}, ["source_ip", "source_port", "destination_interface", "destination_ip", "destination_port"]));
  set_fields(regex("by access-group \"([^\"]+)\"", ${TEXT}, ["rule_id"]));
  set_fields({log_type: "traffic", event_action: "deny", event_outcome: "denied"});`,
)

const accessList = rule(
  'access list',
  '106100',
  String.raw`  let line = regex("access-list (\\S+) (permitted|denied|est-allowed) (\\w+) ([^\\s/]+)/([^\\s(]+)\\((\\d+)\\)[^>]*-> ([^\\s/]+)/([^\\s(]+)\\((\\d+)\\)", ${TEXT}, ["rule_id", "event_action", "network_protocol", "source_interface", "source_ip", "source_port", "destination_interface", "destination_ip", "destination_port"]);
  set_fields(line);
  let outcomes = {denied: "denied", permitted: "allowed"};
  set_field("event_outcome", map_get(outcomes, to_string(line["event_action"])));
  set_field("log_type", "traffic");`,
)

const authentication = rule(
  'authentication',
  '113004|113005|113012|113015|605004|605005|611101|611102',
  String.raw`  set_fields(regex("(?:user = |user \"|Uname: )([^\\s\":]+)", ${TEXT}, ["user_name"]));
  set_fields(regex("(?:user IP = |IP address: |from )([\\da-fA-F.:]+?)(?:[/,\\s]|$)", ${TEXT}, ["source_ip"]));
  set_fields(regex("reason = (.{1,100}?) : ", ${TEXT}, ["event_reason"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "success"});`,
)

const refused = rule('refused login', '113005|113015|605004|611102', '  set_field("event_outcome", "failure");')

const vpn = rule(
  'VPN session',
  '113019|113039|722022|722023|722051|716001|716002',
  String.raw`  set_fields(regex("Group(?: =)? <?([^>,\\s]+)>?,?", ${TEXT}, ["vpn_group"]));
  set_fields(regex("User(?:name)?(?: =)? <?([^>,\\s]+)>?", ${TEXT}, ["user_name"]));
  set_fields(regex("IP(?: =)? <?([\\da-fA-F.:]+)>?", ${TEXT}, ["source_ip"]));
  set_fields(regex("IPv4 Address <([\\d.]+)>", ${TEXT}, ["vpn_ip"]));
  set_fields(regex("Duration: (\\S+), Bytes xmt: (\\d+), Bytes rcv: (\\d+), Reason: (.*)$", ${TEXT}, ["connection_duration", "network_bytes_sent", "network_bytes_received", "event_reason"]));
  set_fields({log_type: "vpn", event_action: "vpn_connected"});`,
)

const vpnEnd = rule('end of a VPN session', '113019|722023|716002', '  set_field("event_action", "vpn_disconnected");')

const command = rule(
  'command',
  '111008|111010',
  `  set_fields(regex("User '([^']+)'", ${TEXT}, ["user_name"]));
  set_fields(regex("(?:executed the|executed) '([^']*)'", ${TEXT}, ["process_command"]));
  set_fields({log_type: "config", event_action: "command"});`,
)

const protocol = `rule "Cisco ASA pack: protocol in lower case"
when
  has_field("network_protocol")
then
  set_field("network_protocol", lowercase(to_string($message.network_protocol)));
end`

export const ciscoAsaStages: readonly (readonly string[])[] = [
  [recognise],
  [built, teardown, denied, accessList, authentication, vpn, command],
  [outbound, refused, vpnEnd, protocol],
  [
    numbersRule('Cisco ASA', [
      'source_port',
      'destination_port',
      'network_bytes',
      'network_bytes_sent',
      'network_bytes_received',
    ]),
  ],
]
