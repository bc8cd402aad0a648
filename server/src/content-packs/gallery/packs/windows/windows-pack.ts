import type { PackPlan } from '../../building/pack-plan.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'
import { windowsStages } from './windows-rules.ts'

const FAILED = 'event_action:login AND event_outcome:failure'
const ACCOUNTS =
  'event_action:(user_created OR user_deleted OR user_enabled OR user_disabled OR user_locked OR password_reset OR group_member_added OR audit_log_cleared OR service_installed)'

export const windowsPack: PackPlan = {
  name: 'windows',
  rev: 1,
  title: 'Windows events',
  category: 'Systems',
  summary: 'Event logs of Windows, sent by Winlogbeat or by NXLog',
  description: `Either agent sends the logs Application, Security and System. Winlogbeat, in \`winlogbeat.yml\`:

\`\`\`
output.logstash:
  hosts: ["LOGYARD:15044"]
\`\`\`

NXLog, in \`nxlog.conf\`:

\`\`\`
<Extension gelf>
    Module xm_gelf
</Extension>
<Input eventlog>
    Module im_msvistalog
</Input>
<Output logyard>
    Module om_tcp
    Host LOGYARD
    Port 12213
    OutputType GELF_TCP
</Output>
<Route events>
    Path eventlog => logyard
</Route>
\`\`\`

The pack gives the fields of both the same names, and says in plain words what the most important events of the log Security
mean.`,
  inputs: [
    { type: 'Beats', title: 'Windows events (Winlogbeat)', port: 15_044 },
    { type: 'GELF TCP', title: 'Windows events (NXLog)', port: 12_213 },
  ],
  stages: windowsStages,
  dashboard: {
    title: 'Windows: logins and accounts',
    summary: 'Logins, failed logins and changes of accounts',
    filterFields: ['windows_computer', 'user_name', 'event_code'],
    pages: [
      {
        title: 'Logins',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Logins, 24 h', query: 'event_action:login AND event_outcome:success' })],
              [3, number({ title: 'Failed logins, 24 h', query: FAILED, better: 'LOWER' })],
              [3, number({ title: 'Locked accounts, 24 h', query: 'event_action:user_locked', better: 'LOWER' })],
              [3, number({ title: 'Changes of accounts, 24 h', query: ACCOUNTS })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                6,
                chart('bar', {
                  title: 'Logins by result',
                  query: 'event_action:login',
                  rows: [OVER_TIME],
                  columns: [by('event_outcome', 2)],
                }),
              ],
              [6, chart('bar', { title: 'Events by log', rows: [OVER_TIME], columns: [by('windows_channel', 6)] })],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                5,
                chart('table', {
                  title: 'Failed logins by user',
                  query: FAILED,
                  rows: [by('user_name'), by('source_ip')],
                }),
              ],
              [
                7,
                messages({
                  title: 'Changes of accounts',
                  query: ACCOUNTS,
                  fields: ['event_action', 'user_name', 'subject_user_name', 'windows_computer'],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'Windows: failed logins',
    summary: 'Failed logins with user, address and computer',
    query: FAILED,
    splitBy: 'user_name',
    fields: ['user_name', 'user_domain', 'source_ip', 'windows_computer'],
  },
  event: {
    title: 'Windows: many failed logins of one user',
    description: 'At least 10 failed logins of the same user within five minutes.',
    query: FAILED,
    groupBy: 'user_name',
    atLeast: 10,
  },
  recognition: {
    recognises: ({ fields }) =>
      fields['winlogbeat_winlog_channel'] !== undefined ||
      ['EventID', 'Channel', 'SourceName'].every((name) => fields[name] !== undefined),
    query:
      '(_exists_:winlogbeat_winlog_channel OR (_exists_:EventID AND _exists_:Channel)) AND NOT _exists_:log_source',
    fields: ['winlogbeat_winlog_channel', 'EventID', 'Channel', 'SourceName'],
  },
}
