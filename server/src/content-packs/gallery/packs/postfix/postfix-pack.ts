import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule, recognisePrograms } from '../../building/rule-texts.ts'
import { by, chart, number, OVER_TIME } from '../../building/widgets.ts'
import { programs } from '../../recognition/recognition.ts'

const TITLE = 'Postfix'
const PROGRAMS = String.raw`postfix(?:-\w+)?/[\w/-]+`
const RULE_PROGRAMS = String.raw`postfix(?:-\\w+)?/[\\w/-]+`
const TEXT = 'to_string($message.message)'

const queueId = `rule "Postfix pack: queue id"
when
  regex("(?:^|: )(?:[0-9A-F]{6,20}|[0-9A-Za-z]{10,20}): ", ${TEXT}).matches == true
then
  set_fields(regex("(?:^|: )([0-9A-F]{6,20}|[0-9A-Za-z]{10,20}): ", ${TEXT}, ["mail_queue_id"]));
  set_field("log_type", "mail");
end`

const addresses = String.raw`rule "Postfix pack: addresses"
when
  regex("(?:from|to)=<", ${TEXT}).matches == true
then
  set_fields(regex("\\bfrom=<([^>]*)>", ${TEXT}, ["mail_from"]));
  set_fields(regex("\\bto=<([^>]*)>", ${TEXT}, ["mail_to"]));
  set_fields(regex(", size=(\\d+), nrcpt=(\\d+)", ${TEXT}, ["mail_bytes", "mail_recipients"]));
end`

const delivery = String.raw`rule "Postfix pack: delivery"
when
  contains(${TEXT}, ", status=")
then
  let line = regex(" relay=(?:none|([^\\s\\[,]+))(?:\\[(?:([0-9a-fA-F.:]+)|[^\\]]*)\\])?(?::(\\d+))?, .*delay=([\\d.]+), .*dsn=([\\d.]+), status=(\\w+)(?: \\((.*)\\))?$", ${TEXT}, ["mail_relay", "destination_ip", "destination_port", "delay", "mail_dsn", "event_action", "event_reason"]);
  set_fields(map_remove(line, "delay"));
  set_field("mail_delay_s", to_double(line["delay"], null));
  let outcomes = {sent: "success", bounced: "failure", deferred: "failure", expired: "failure"};
  set_field("event_outcome", map_get(outcomes, to_string(line["event_action"])));
end`

const client = String.raw`rule "Postfix pack: client"
when
  regex("(?:client=|connect from |disconnect from |lost connection after .* from )", ${TEXT}).matches == true
then
  set_fields(regex("(?:client=|(?:connect|connection after .{1,100}?) from )(?:unknown|([^\\s\\[]+))\\[([^\\]]+)\\]", ${TEXT}, ["source_host", "source_ip"]));
  set_fields(regex("sasl_method=(\\w+), sasl_username=(\\S+)", ${TEXT}, ["auth_method", "user_name"]));
  set_fields(regex(": ((?:dis)?connect) from ", ${TEXT}, ["event_action"]));
  set_field("log_type", "mail");
end`

const rejected = String.raw`rule "Postfix pack: rejected mail"
when
  contains(${TEXT}, ": reject: ")
then
  set_fields(regex("reject: \\w+ from (?:unknown|([^\\s\\[]+))\\[([^\\]]+)\\](?::\\d+)?: (\\d{3}) ([\\d.]+)? ?(?:<[^>]*>: )?([^;]{1,300});", ${TEXT}, ["source_host", "source_ip", "mail_reply_code", "mail_dsn", "event_reason"]));
  set_fields({log_type: "mail", event_action: "rejected", event_outcome: "failure"});
end`

const failedLogin = String.raw`rule "Postfix pack: failed login"
when
  contains(${TEXT}, " authentication failed:")
then
  set_fields(regex("warning: (?:unknown|([^\\s\\[]+))\\[([^\\]]+)\\]: SASL (\\w+) authentication failed:", ${TEXT}, ["source_host", "source_ip", "auth_method"]));
  set_fields(regex("sasl_username=(\\S+)", ${TEXT}, ["user_name"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "failure"});
end`

const login = `rule "Postfix pack: login"
when
  contains(${TEXT}, "sasl_method=") and contains(${TEXT}, ": client=")
then
  set_fields({event_action: "login", event_outcome: "success"});
end`

export const postfixPack: PackPlan = {
  name: 'postfix',
  rev: 2,
  title: TITLE,
  category: 'Mail',
  summary: 'Deliveries, rejected mail and logins of Postfix',
  description: `Postfix writes to the syslog of its host, and rsyslog forwards it. In \`/etc/rsyslog.d/logyard.conf\`:

\`\`\`
mail.* action(type="omfwd" target="LOGYARD" port="15150" protocol="tcp" template="RSYSLOG_SyslogProtocol23Format")
\`\`\`

The messages about one mail have the same \`mail_queue_id\`.`,
  inputs: [{ type: 'Syslog TCP', title: 'Postfix (syslog)', port: 15_150 }],
  stages: [
    [recognisePrograms({ title: TITLE, name: 'postfix', programs: RULE_PROGRAMS })],
    [queueId, addresses, delivery, client, rejected, failedLogin],
    [login, numbersRule(TITLE, ['mail_bytes', 'mail_recipients', 'destination_port', 'mail_reply_code'])],
  ],
  dashboard: {
    title: 'Postfix: mail',
    summary: 'Deliveries, rejected mail and failed logins',
    filterFields: ['source', 'mail_from', 'mail_to'],
    pages: [
      {
        title: 'Mail',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Delivered, 24 h', query: 'event_action:sent' })],
              [3, number({ title: 'Deferred, 24 h', query: 'event_action:deferred', better: 'LOWER' })],
              [3, number({ title: 'Bounced, 24 h', query: 'event_action:bounced', better: 'LOWER' })],
              [3, number({ title: 'Rejected, 24 h', query: 'event_action:rejected' })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                8,
                chart('bar', {
                  title: 'Deliveries by result',
                  query: 'event_action:(sent OR deferred OR bounced OR rejected)',
                  rows: [OVER_TIME],
                  columns: [by('event_action', 4)],
                }),
              ],
              [
                4,
                chart('line', {
                  title: 'p95 of the delay (s)',
                  query: '_exists_:mail_delay_s',
                  rows: [OVER_TIME],
                  series: ['percentile(mail_delay_s,95)'],
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
                  title: 'Reasons of rejected and deferred mail',
                  query: 'event_action:(rejected OR deferred OR bounced)',
                  rows: [by('event_reason')],
                }),
              ],
              [
                6,
                chart('table', {
                  title: 'Failed logins by address',
                  query: 'event_action:login AND event_outcome:failure',
                  rows: [by('source_ip')],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'Postfix: mail that was not delivered',
    summary: 'Deferred, bounced and rejected mail with its reason',
    query: 'event_action:(rejected OR deferred OR bounced)',
    splitBy: 'event_action',
    fields: ['event_action', 'mail_from', 'mail_to', 'event_reason'],
  },
  recognition: {
    recognises: programs(PROGRAMS),
    query: '(application_name:postfix* OR message:postfix) AND NOT _exists_:log_source',
    fields: ['application_name'],
  },
}
