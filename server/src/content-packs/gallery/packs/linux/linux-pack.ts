import type { PackPlan } from '../../building/pack-plan.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'
import { programs } from '../../recognition/recognition.ts'
import { LINUX_PROGRAMS, linuxStages } from './linux-rules.ts'

const FAILED = 'event_action:login AND event_outcome:failure'
const LOGINS = 'event_action:login AND event_outcome:success'

export const linuxPack: PackPlan = {
  name: 'linux',
  rev: 2,
  title: 'Linux',
  category: 'Systems',
  summary: 'Logins over SSH, sudo, sessions, accounts and cron jobs of Linux hosts',
  description: `rsyslog and syslog-ng forward the log of a host. For rsyslog, in \`/etc/rsyslog.d/logyard.conf\`:

\`\`\`
*.* action(type="omfwd" target="LOGYARD" port="15140" protocol="tcp" template="RSYSLOG_SyslogProtocol23Format")
\`\`\`

The pack reads sshd, sudo, su, PAM, account changes, cron, failed units of systemd, and processes killed for lack of memory.`,
  inputs: [{ type: 'Syslog TCP', title: 'Linux hosts (syslog)', port: 15_140 }],
  stages: linuxStages,
  dashboard: {
    title: 'Linux: logins and sudo',
    summary: 'Logins, failed logins and commands with privileges',
    filterFields: ['source', 'user_name', 'source_ip'],
    pages: [
      {
        title: 'Logins',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Logins, 24 h', query: LOGINS })],
              [3, number({ title: 'Failed logins, 24 h', query: FAILED, better: 'LOWER' })],
              [
                3,
                number({
                  title: 'Addresses that failed, 24 h',
                  query: FAILED,
                  series: 'card(source_ip)',
                  better: 'LOWER',
                }),
              ],
              [3, number({ title: 'Commands by sudo, 24 h', query: 'event_action:sudo' })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                8,
                chart('bar', {
                  title: 'Logins by result',
                  query: 'event_action:login',
                  rows: [OVER_TIME],
                  columns: [by('event_outcome', 2)],
                }),
              ],
              [4, chart('pie', { title: 'Methods of logins', query: LOGINS, rows: [by('auth_method', 6)] })],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                6,
                chart('table', {
                  title: 'Failed logins by address',
                  query: FAILED,
                  rows: [by('source_ip')],
                  series: [
                    ['count()', 'attempts'],
                    ['card(user_name)', 'users'],
                  ],
                }),
              ],
              [6, chart('table', { title: 'Logins by user', query: LOGINS, rows: [by('user_name'), by('source_ip')] })],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                12,
                messages({
                  title: 'Newest commands by sudo',
                  query: 'event_action:sudo',
                  fields: ['user_name', 'target_user_name', 'event_outcome', 'process_command'],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'Linux: failed logins',
    summary: 'Failed logins over SSH with user and address',
    query: FAILED,
    splitBy: 'source_ip',
    fields: ['user_name', 'source_ip', 'auth_method', 'event_reason'],
  },
  event: {
    title: 'Linux: many failed logins from one address',
    description: 'At least 20 failed logins over SSH from the same address within five minutes.',
    query: FAILED,
    groupBy: 'source_ip',
    atLeast: 20,
  },
  recognition: {
    recognises: programs(LINUX_PROGRAMS),
    query:
      '(application_name:(sshd* OR sudo OR su OR CRON OR crond OR systemd* OR kernel) OR message:(sshd OR sudo OR su OR useradd OR userdel OR passwd OR CRON OR crond OR systemd OR kernel)) AND NOT _exists_:log_source',
    fields: ['application_name'],
  },
}
