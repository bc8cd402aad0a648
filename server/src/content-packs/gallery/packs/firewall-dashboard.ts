/** The dashboard and the saved search of firewalls: their packs name fields alike. */
import type { DashboardPlan, RowPlan } from '../building/dashboards.ts'
import type { SearchPlan } from '../building/searches.ts'
import { by, chart, messages, number, OVER_TIME } from '../building/widgets.ts'

const DENIED = 'event_outcome:denied'

const trafficRows: readonly RowPlan[] = [
  {
    height: 2,
    widgets: [
      [3, number({ title: 'Connections, 24 h', query: 'log_type:traffic' })],
      [3, number({ title: 'Denied, 24 h', query: DENIED })],
      [3, number({ title: 'Denied addresses, 24 h', query: DENIED, series: 'card(source_ip)' })],
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
      [
        8,
        chart('bar', {
          title: 'Connections by result',
          query: 'log_type:traffic',
          rows: [OVER_TIME],
          columns: [by('event_outcome', 3)],
        }),
      ],
      [4, chart('pie', { title: 'Protocols', query: 'log_type:traffic', rows: [by('network_protocol', 6)] })],
    ],
  },
  {
    height: 4,
    widgets: [
      [
        4,
        chart('table', {
          title: 'Denied addresses',
          query: DENIED,
          rows: [by('source_ip')],
          series: [
            ['count()', 'connections'],
            ['card(destination_port)', 'ports'],
          ],
        }),
      ],
      [
        4,
        chart('table', {
          title: 'Denied ports',
          query: DENIED,
          rows: [by('destination_port'), by('network_protocol')],
        }),
      ],
      [
        4,
        chart('table', {
          title: 'Most frequent destinations',
          query: 'event_outcome:allowed',
          rows: [by('destination_ip')],
        }),
      ],
    ],
  },
  {
    height: 4,
    widgets: [
      [
        12,
        messages({
          title: 'Newest logins',
          query: 'event_action:(login OR logout)',
          fields: ['user_name', 'source_ip', 'event_action', 'event_outcome'],
        }),
      ],
    ],
  },
]

export const firewallDashboard = (title: string): DashboardPlan => ({
  title: `${title}: traffic`,
  summary: `Allowed and denied connections, and logins to ${title}`,
  filterFields: ['source', 'source_ip', 'destination_port'],
  pages: [{ title: 'Traffic', rows: trafficRows }],
})

export const deniedSearch = (title: string): SearchPlan => ({
  title: `${title}: denied connections`,
  summary: 'Denied connections with addresses and ports',
  query: DENIED,
  splitBy: 'destination_port',
  fields: ['source_ip', 'destination_ip', 'destination_port', 'network_protocol', 'rule_id'],
})
