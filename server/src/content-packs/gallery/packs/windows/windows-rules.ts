/** Rules of the pack for Windows events. */
import { numbersRule } from '../../building/rule-texts.ts'

const recognise = `rule "Windows pack: recognise"
when
  has_field("winlogbeat_winlog_channel") or (has_field("EventID") and has_field("Channel") and has_field("SourceName"))
then
  set_field("log_source", "windows");
end`

/** `name` is a field of the event data, which both agents call the same. */
const eventData = (name: string): string =>
  `first_non_null([$message.winlogbeat_winlog_event_data_${name}, $message.${name}])`

const names = `rule "Windows pack: fields of both agents"
when
  has_field("log_source")
then
  set_field("event_code", to_string(first_non_null([$message.winlogbeat_winlog_event_id, $message.EventID])));
  set_field("windows_channel", first_non_null([$message.winlogbeat_winlog_channel, $message.Channel]));
  set_field("windows_provider", first_non_null([$message.winlogbeat_winlog_provider_name, $message.SourceName]));
  set_field("windows_computer", first_non_null([$message.winlogbeat_winlog_computer_name, $message.Hostname]));
  set_field("log_level", lowercase(to_string(first_non_null([$message.winlogbeat_log_level, $message.Severity, $message.EventType]))));
  set_field("user_name", ${eventData('TargetUserName')});
  set_field("user_domain", ${eventData('TargetDomainName')});
  set_field("subject_user_name", ${eventData('SubjectUserName')});
  set_field("source_host", ${eventData('WorkstationName')});
  set_field("source_port", ${eventData('IpPort')});
  set_field("windows_logon_type", ${eventData('LogonType')});
  set_field("process_command", ${eventData('CommandLine')});
  set_field("process_name", first_non_null([${eventData('NewProcessName')}, ${eventData('ProcessName')}]));
  set_field("service_name", ${eventData('ServiceName')});
  set_field("service_path", ${eventData('ImagePath')});
end`

const address = `rule "Windows pack: address of the client"
when
  regex("^[0-9A-Fa-f.:]{2,}$", to_string(${eventData('IpAddress')})).matches == true
then
  set_field("source_ip", regex_replace("^::ffff:", to_string(${eventData('IpAddress')}), ""));
end`

/** Ids of the log Security, and of the service manager. */
const EVENTS: readonly (readonly [code: string, action: string, outcome?: 'success' | 'failure'])[] = [
  ['4624', 'login', 'success'],
  ['4625', 'login', 'failure'],
  ['4634', 'logout', 'success'],
  ['4647', 'logout', 'success'],
  ['4648', 'login_as_another_user', 'success'],
  ['4672', 'privileges_assigned', 'success'],
  ['4688', 'process_started'],
  ['4720', 'user_created', 'success'],
  ['4722', 'user_enabled', 'success'],
  ['4723', 'password_changed', 'success'],
  ['4724', 'password_reset', 'success'],
  ['4725', 'user_disabled', 'success'],
  ['4726', 'user_deleted', 'success'],
  ['4728', 'group_member_added', 'success'],
  ['4732', 'group_member_added', 'success'],
  ['4740', 'user_locked', 'failure'],
  ['4768', 'kerberos_ticket_requested'],
  ['4771', 'login', 'failure'],
  ['4776', 'credentials_checked'],
  ['1102', 'audit_log_cleared', 'success'],
  ['7045', 'service_installed', 'success'],
]

const mapOf = (pairs: readonly (readonly [string, string])[]): string =>
  `{${pairs.map(([key, value]) => `\`${key}\`: "${value}"`).join(', ')}}`

const actions = `rule "Windows pack: meaning of the event"
when
  regex("^(?:${EVENTS.map(([code]) => code).join('|')})$", to_string($message.event_code)).matches == true
then
  let actions = ${mapOf(EVENTS.map(([code, action]) => [code, action]))};
  let outcomes = ${mapOf(EVENTS.flatMap(([code, , outcome]) => (outcome === undefined ? [] : [[code, outcome] as const])))};
  set_field("event_action", map_get(actions, to_string($message.event_code)));
  set_field("event_outcome", map_get(outcomes, to_string($message.event_code)));
end`

const securityType = `rule "Windows pack: security log"
when
  to_string($message.windows_channel) == "Security"
then
  set_field("log_type", "security");
end`

const otherType = `rule "Windows pack: other logs"
when
  to_string($message.windows_channel) != "Security"
then
  set_field("log_type", "system");
end`

export const windowsStages: readonly (readonly string[])[] = [
  [recognise],
  [names, address],
  [actions, securityType, otherType, numbersRule('Windows', ['source_port', 'windows_logon_type'])],
]
