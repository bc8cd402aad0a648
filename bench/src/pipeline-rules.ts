/** Twenty rules of everyday kind; about five of them match each of the messages of processing-messages.ts. */
import type { PipelineSettings } from '@logyard/server/pipelines/published-pipelines'

const text = 'to_string($message.message)'
const status = 'to_long($message.http_status)'

const rules: Readonly<Record<string, string>> = {
  'name the severity': 'when has_field("level") then set_field("severity", syslog_level(to_long($message.level)));',
  'lower case users': 'when has_field("user") then set_field("user", lowercase(to_string($message.user)));',
  'name the team': 'when true then set_field("team", "shop");',
  'rename the region': 'when has_field("region") then rename_field("region", "cloud_region");',
  'server errors': `when ${status} >= 500 then set_field("is_error", true);`,
  'slow requests': 'when to_long($message.took_ms) > 4500 then set_field("is_slow", true);',
  orders: `when starts_with(${text}, "GET /api/orders") then set_field("order", regex("/api/orders/(\\\\d+)", ${text})["0"]);`,
  logins: `when contains(${text}, "logged in") then set_field("client", regex("from (\\\\S+)", ${text})["0"]);`,
  payments: `when contains(${text}, "refused") then set_field("reason", "insufficient funds");`,
  'cache misses': `when contains(${text}, "cache miss") then set_field("is_miss", true);`,
  'debug noise': 'when to_long($message.level) == 7 && to_string($message.facility) == "debug" then drop_message();',
  'root users': 'when to_string($message.user) == "root" then set_field("is_root", true);',
  'auth messages': 'when to_string($message.facility) == "auth" then set_field("team", "security");',
  'private senders':
    'when cidr_match("192.168.0.0/16", to_ip($message.gl2_remote_ip)) then set_field("is_private", true);',
  'kernel panics': `when regex("kernel: panic at [0-9a-f]+", ${text}).matches == true then set_field("is_panic", true);`,
  'stack traces': 'when has_field("full_message") then set_field("has_trace", true);',
  'test systems': 'when starts_with(to_string($message.source), "test-") then drop_message();',
  'old agents':
    'when has_field("agent_version") && to_string($message.agent_version) == "1" then remove_field("agent_version");',
  'bad dates':
    'when is_string($message.event_time) then set_field("timestamp", parse_date(to_string($message.event_time), "yyyy-MM-dd"));',
  'other input': 'when from_input(name: "network devices") then set_field("team", "network");',
}

export const everydayPipelines: PipelineSettings = {
  rules: Object.entries(rules).map(([title, rest], at) => ({
    id: `rule-${at}`,
    title,
    source: `rule "${title}" ${rest} end`,
    isOff: false,
  })),
  pipelines: [
    {
      id: 'pipeline',
      title: 'everyday',
      source: `pipeline "everyday" stage 0 match pass ${Object.keys(rules)
        .map((title) => `rule "${title}"`)
        .join(' ')} end`,
    },
  ],
  connections: new Map([['000000000000000000000001', ['pipeline']]]),
  hasRuleMetrics: false,
}
