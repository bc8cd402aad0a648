import type { PackPlan } from '../../building/pack-plan.ts'
import { recognisePrograms } from '../../building/rule-texts.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'
import { programs } from '../../recognition/recognition.ts'

const TITLE = 'PostgreSQL'
const TEXT = 'to_string($message.message)'
const PROGRAMS = 'postgres(?:ql)?'

const prefix = String.raw`rule "PostgreSQL pack: prefix and level"
when
  regex("(?:DEBUG[1-5]?|INFO|NOTICE|WARNING|LOG|ERROR|FATAL|PANIC|STATEMENT|DETAIL|HINT|CONTEXT):  ", ${TEXT}).matches == true
then
  let line = regex("(?:\\[(\\d+)\\] )?(?:([^\\s@\\[\\]]+)@([^\\s@\\[\\]]+) )?(DEBUG[1-5]?|INFO|NOTICE|WARNING|LOG|ERROR|FATAL|PANIC|STATEMENT|DETAIL|HINT|CONTEXT):  (.*)$", ${TEXT}, ["process_id", "user_name", "database_name", "log_level", "text"]);
  set_fields({process_id: line["process_id"], user_name: line["user_name"], database_name: line["database_name"], log_level: lowercase(to_string(line["log_level"]))});
  set_fields(regex("\\buser=([^,\\s\\[]+),db=([^,\\s\\[]+)(?:,app=([^,\\s\\[]+))?(?:,client=([\\da-fA-F.:]+))?", ${TEXT}, ["user_name", "database_name", "database_client", "source_ip"]));
  set_field("log_type", "database");
end`

const duration = String.raw`rule "PostgreSQL pack: duration of a statement"
when
  contains(${TEXT}, "duration: ")
then
  let line = regex("duration: ([\\d.]+) ms(?:  (?:statement|execute [^:]+|parse [^:]+|bind [^:]+): (.*))?", ${TEXT}, ["took", "statement"]);
  set_field("took_ms", to_double(line["took"], null));
  set_field("sql_statement", line["statement"]);
  set_field("event_action", "statement");
end`

const problem = `rule "PostgreSQL pack: error"
when
  regex("(?:ERROR|FATAL|PANIC):  ", ${TEXT}).matches == true
then
  set_fields(regex("(?:ERROR|FATAL|PANIC):  (.{1,500})", ${TEXT}, ["error_message"]));
  set_field("event_outcome", "failure");
end`

const failedStatement = `rule "PostgreSQL pack: statement of an error"
when
  contains(${TEXT}, "STATEMENT:  ")
then
  set_fields(regex("STATEMENT:  (.*)$", ${TEXT}, ["sql_statement"]));
end`

const login = String.raw`rule "PostgreSQL pack: login"
when
  contains(${TEXT}, "connection authorized: ")
then
  set_fields(regex("connection authorized: user=(\\S+)(?: database=(\\S+))?(?: application_name=(\\S+))?", ${TEXT}, ["user_name", "database_name", "database_client"]));
  set_fields({event_action: "login", event_outcome: "success"});
end`

const failedLogin = String.raw`rule "PostgreSQL pack: failed login"
when
  contains(${TEXT}, " authentication failed for user ") or contains(${TEXT}, "no pg_hba.conf entry for host ")
then
  set_fields(regex("for user \"([^\"]+)\"", ${TEXT}, ["user_name"]));
  set_fields(regex("for host \"([^\"]+)\", user \"([^\"]+)\", database \"([^\"]+)\"", ${TEXT}, ["source_ip", "user_name", "database_name"]));
  set_fields({event_action: "login", event_outcome: "failure"});
end`

const connection = String.raw`rule "PostgreSQL pack: connection"
when
  contains(${TEXT}, "connection received: host=") or contains(${TEXT}, "disconnection: session time: ")
then
  let line = regex("host=([^\\s=]+)(?: port=(\\d+))?", ${TEXT}, ["source_ip", "port"]);
  set_field("source_ip", line["source_ip"]);
  set_field("source_port", to_long(line["port"], null));
  set_fields(regex(" (connect|disconnect)ion(?:: session| received)", ${TEXT}, ["event_action"]));
  set_fields(regex(" user=(\\S+) database=(\\S+)", ${TEXT}, ["user_name", "database_name"]));
end`

export const postgresqlPack: PackPlan = {
  name: 'postgresql',
  rev: 2,
  title: TITLE,
  category: 'Databases',
  summary: 'Errors, slow statements and logins of PostgreSQL',
  description: `PostgreSQL writes to the syslog of its host, and rsyslog forwards it. In \`postgresql.conf\`:

\`\`\`
log_destination = 'syslog'
syslog_ident = 'postgres'
log_line_prefix = '%m [%p] %q%u@%d '
log_min_duration_statement = 500
log_connections = on
\`\`\`

In \`/etc/rsyslog.d/logyard.conf\`:

\`\`\`
if $programname == 'postgres' then action(type="omfwd" target="LOGYARD" port="15144" protocol="tcp")
\`\`\``,
  inputs: [{ type: 'Syslog TCP', title: 'PostgreSQL (syslog)', port: 15_144 }],
  stages: [
    [recognisePrograms({ title: TITLE, name: 'postgresql', programs: PROGRAMS })],
    [prefix, duration, problem, failedStatement, connection],
    [login, failedLogin],
  ],
  dashboard: {
    title: 'PostgreSQL: statements',
    summary: 'Errors, durations of statements, and logins',
    filterFields: ['source', 'database_name', 'user_name'],
    pages: [
      {
        title: 'Overview',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Errors, 24 h', query: 'log_level:(error OR fatal OR panic)', better: 'LOWER' })],
              [3, number({ title: 'Slow statements, 24 h', query: '_exists_:took_ms', better: 'LOWER' })],
              [3, number({ title: 'Longest statement (ms), 24 h', series: 'max(took_ms)', better: 'LOWER' })],
              [
                3,
                number({
                  title: 'Failed logins, 24 h',
                  query: 'event_action:login AND event_outcome:failure',
                  better: 'LOWER',
                }),
              ],
            ],
          },
          {
            height: 3,
            widgets: [
              [6, chart('bar', { title: 'Messages by level', rows: [OVER_TIME], columns: [by('log_level', 8)] })],
              [
                6,
                chart('line', {
                  title: 'p95 duration of slow statements by database',
                  query: '_exists_:took_ms',
                  rows: [OVER_TIME],
                  columns: [by('database_name', 6)],
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
                  title: 'Most frequent errors',
                  query: '_exists_:error_message',
                  rows: [by('error_message')],
                }),
              ],
              [
                6,
                messages({
                  title: 'Newest slow statements',
                  query: '_exists_:took_ms',
                  fields: ['took_ms', 'database_name', 'user_name'],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'PostgreSQL: errors',
    summary: 'Errors with user and database',
    query: 'log_level:(error OR fatal OR panic)',
    splitBy: 'database_name',
    fields: ['log_level', 'database_name', 'user_name', 'error_message'],
  },
  recognition: {
    recognises: programs(PROGRAMS),
    query: '(application_name:postgres OR message:postgres) AND NOT _exists_:log_source',
    fields: ['application_name'],
  },
}
