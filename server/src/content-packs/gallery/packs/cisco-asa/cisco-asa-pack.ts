import type { PackPlan } from '../../building/pack-plan.ts'
import { deniedSearch, firewallDashboard } from '../firewall-dashboard.ts'
import { ciscoAsaStages } from './cisco-asa-rules.ts'

const TITLE = 'Cisco ASA'

export const ciscoAsaPack: PackPlan = {
  name: 'cisco-asa',
  rev: 2,
  title: TITLE,
  category: 'Network',
  summary: 'Connections, denied packets, VPN sessions and logins of Cisco ASA and Firepower',
  description: `The firewall sends its messages by syslog:

\`\`\`
logging enable
logging timestamp
logging trap informational
logging host inside LOGYARD udp/15146
\`\`\`

The pack reads the messages with the tags \`%ASA-\` and \`%FTD-\`: connections and their ends, denied packets, access lists,
logins of administrators and users, and VPN sessions.`,
  inputs: [{ type: 'Syslog UDP', title: 'Cisco ASA (syslog)', port: 15_146 }],
  stages: ciscoAsaStages,
  dashboard: firewallDashboard(TITLE),
  search: deniedSearch(TITLE),
  event: {
    title: 'Cisco ASA: many failed logins of one user',
    description: 'At least 10 failed logins of the same user within five minutes.',
    query: 'event_action:login AND event_outcome:failure',
    groupBy: 'user_name',
    atLeast: 10,
  },
  recognition: {
    recognises: ({ text }) => /%(?:ASA|FTD)-(?:\w{1,20}-)?[0-7]-\d{6}: /.test(text),
    query: 'message:(ASA OR FTD) AND NOT _exists_:log_source',
    fields: [],
  },
}
