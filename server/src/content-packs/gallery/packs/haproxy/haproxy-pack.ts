import type { PackPlan } from '../../building/pack-plan.ts'
import { recognisePrograms } from '../../building/rule-texts.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'
import { programs } from '../../recognition/recognition.ts'

const TITLE = 'HAProxy'

const START = String.raw`(?:^|: )([\\w.:]+):(\\d+) \\[[^\\]]+\\] (\\S+) ([^\\s/]+)/(\\S+) `

const httpLine = String.raw`rule "HAProxy pack: HTTP request"
when
  regex(" (?:-?\\d+/){4}\\+?-?\\d+ (?:-1|\\d{3}) \\+?\\d+ ", to_string($message.message)).matches == true
then
  let line = regex("${START}(-?\\d+)/(-?\\d+)/(-?\\d+)/(-?\\d+)/\\+?(-?\\d+) (?:-1|(\\d{3})) \\+?(\\d+) \\S+ \\S+ (\\S{4}) ", to_string($message.message), ["source_ip", "port", "haproxy_frontend", "haproxy_backend", "haproxy_server", "receive", "queue", "connect", "response", "took", "status", "bytes", "haproxy_termination"]);
  set_fields({source_ip: line["source_ip"], haproxy_frontend: line["haproxy_frontend"], haproxy_backend: line["haproxy_backend"], haproxy_server: line["haproxy_server"], haproxy_termination: line["haproxy_termination"]});
  set_field("source_port", to_long(line["port"], null));
  set_field("haproxy_queue_ms", to_long(line["queue"], null));
  set_field("haproxy_connect_ms", to_long(line["connect"], null));
  set_field("haproxy_response_ms", to_long(line["response"], null));
  set_field("took_ms", to_long(line["took"], null));
  set_field("http_status", to_long(line["status"], null));
  set_field("http_status_class", regex_replace("^([1-5]).*$", to_string(line["status"]), "$1xx"));
  set_field("http_bytes", to_long(line["bytes"], null));
  set_fields(regex("\"([A-Z]+) ([^\\s?\"]+)(?:\\?([^\\s\"]*))?(?: HTTP/([\\d.]+))?\"?", to_string($message.message), ["http_method", "http_path", "http_query", "http_version"]));
  set_field("log_type", "access");
end`

const tcpLine = String.raw`rule "HAProxy pack: TCP connection"
when
  regex("\\] \\S+ \\S+ -?\\d+/-?\\d+/\\+?-?\\d+ \\+?\\d+ \\S\\S ", to_string($message.message)).matches == true
then
  let line = regex("${START}(-?\\d+)/(-?\\d+)/\\+?(-?\\d+) \\+?(\\d+) (\\S\\S) ", to_string($message.message), ["source_ip", "port", "haproxy_frontend", "haproxy_backend", "haproxy_server", "queue", "connect", "took", "bytes", "haproxy_termination"]);
  set_fields({source_ip: line["source_ip"], haproxy_frontend: line["haproxy_frontend"], haproxy_backend: line["haproxy_backend"], haproxy_server: line["haproxy_server"], haproxy_termination: line["haproxy_termination"]});
  set_field("source_port", to_long(line["port"], null));
  set_field("haproxy_queue_ms", to_long(line["queue"], null));
  set_field("haproxy_connect_ms", to_long(line["connect"], null));
  set_field("took_ms", to_long(line["took"], null));
  set_field("network_bytes_sent", to_long(line["bytes"], null));
  set_field("log_type", "connection");
end`

const health = String.raw`rule "HAProxy pack: state of a server"
when
  regex("(?:Backup )?Server [^\\s/]+/\\S+ is (?:UP|DOWN)|backend \\S+ has no server available", to_string($message.message)).matches == true
then
  let text = to_string($message.message);
  set_field("log_type", "health");
  set_field("event_action", "server_down");
  set_fields(regex("Server ([^\\s/]+)/(\\S+) is (?:UP|DOWN)(?:, reason: ([^,]+))?", text, ["haproxy_backend", "haproxy_server", "event_reason"]));
  set_fields(regex("backend (\\S+) has no server", text, ["haproxy_backend"]));
end`

const recovery = String.raw`rule "HAProxy pack: server is up"
when
  regex("Server [^\\s/]+/\\S+ is UP", to_string($message.message)).matches == true
then
  set_field("event_action", "server_up");
end`

const ACCESS = 'log_type:access'

export const haproxyPack: PackPlan = {
  name: 'haproxy',
  rev: 2,
  title: TITLE,
  category: 'Web',
  summary: 'Requests, connections and states of servers of HAProxy',
  description: `HAProxy sends its log by syslog:

\`\`\`
global
    log LOGYARD:15143 local0
defaults
    log global
    option httplog
\`\`\`

The pack reads \`option httplog\` and \`option tcplog\`, and messages about servers that are up or down.`,
  inputs: [{ type: 'Syslog UDP', title: 'HAProxy (syslog)', port: 15_143 }],
  stages: [
    [recognisePrograms({ title: TITLE, name: 'haproxy', programs: 'haproxy' })],
    [httpLine, tcpLine, health],
    [recovery],
  ],
  dashboard: {
    title: 'HAProxy: traffic',
    summary: 'Requests, response times and states of servers',
    filterFields: ['source', 'haproxy_backend', 'http_status'],
    pages: [
      {
        title: 'Traffic',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Requests, 24 h', query: ACCESS })],
              [3, number({ title: 'Errors, 24 h', query: `${ACCESS} AND http_status:>=500`, better: 'LOWER' })],
              [
                3,
                number({
                  title: 'p95 duration, 24 h',
                  query: ACCESS,
                  series: 'percentile(took_ms,95)',
                  better: 'LOWER',
                }),
              ],
              [3, number({ title: 'Servers down, 24 h', query: 'event_action:server_down', better: 'LOWER' })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                6,
                chart('bar', {
                  title: 'Requests by status',
                  query: ACCESS,
                  rows: [OVER_TIME],
                  columns: [by('http_status_class', 5)],
                }),
              ],
              [
                6,
                chart('line', {
                  title: 'p95 duration by backend',
                  query: ACCESS,
                  rows: [OVER_TIME],
                  columns: [by('haproxy_backend', 6)],
                  series: ['percentile(took_ms,95)'],
                }),
              ],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                6,
                chart('table', {
                  title: 'Servers',
                  query: ACCESS,
                  rows: [by('haproxy_backend'), by('haproxy_server')],
                  series: [
                    ['count()', 'requests'],
                    ['avg(took_ms)', 'average'],
                    ['max(haproxy_queue_ms)', 'longest in queue'],
                  ],
                }),
              ],
              [
                6,
                messages({
                  title: 'Changes of servers',
                  query: 'log_type:health',
                  fields: ['event_action', 'haproxy_backend', 'haproxy_server'],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'HAProxy: failed requests',
    summary: 'Requests with a status of 500 or more',
    query: 'http_status:>=500',
    splitBy: 'haproxy_backend',
    fields: ['http_status', 'http_path', 'haproxy_backend', 'haproxy_server', 'haproxy_termination'],
  },
  event: {
    title: 'HAProxy: a server is down',
    description: 'HAProxy reports that a server of a backend is down.',
    query: 'event_action:server_down',
    groupBy: 'haproxy_backend',
    atLeast: 1,
  },
  recognition: {
    recognises: programs('haproxy'),
    query: '(application_name:haproxy OR message:haproxy) AND NOT _exists_:log_source',
    fields: ['application_name'],
  },
}
