/** Entities of packs of old servers: dashboards of the first form, and streams with conditions and callbacks. */
import { boolean, entity, integer, stream, streamRule, string } from './pack-drafts.ts'

/** A widget of a dashboard in the format before views. */
export const oldWidget = (id: string, type: string, configuration: object) => ({
  ...{ id: string(id), description: string(`Widget ${id}`), type: string(type), cache_time: integer(10) },
  time_range: { type: string('relative'), range: integer(300) },
  configuration,
  position: { width: integer(1), height: integer(2), row: integer(1), col: integer(1) },
})

export const oldDashboard = () =>
  entity(
    'dashboard',
    {
      ...{ title: string('Old one'), description: string('of old') },
      widgets: [
        oldWidget('count', 'SEARCH_RESULT_COUNT', { query: string('level:3'), lower_is_better: boolean(true) }),
        oldWidget('values', 'QUICKVALUES', {
          ...{ field: string('source'), query: string(''), show_pie_chart: boolean(true) },
          show_data_table: boolean(true),
        }),
      ],
    },
    { type: { name: 'dashboard', version: '1' } },
  )

export const legacyEntities = () => [
  oldDashboard(),
  stream(string('watched'), {
    stream_rules: [streamRule('source', string('web'))],
    alert_conditions: [
      {
        ...{ type: 'message_count', title: string('Many') },
        parameters: { time: integer(5), threshold: integer(10), threshold_type: string('MORE'), grace: integer(1) },
      },
      {
        ...{ type: 'field_value', title: string('Slow') },
        parameters: { time: integer(1), field: string('took_ms'), type: string('MEAN'), threshold: integer(500) },
      },
    ],
    alarm_callbacks: [
      {
        ...{ type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback', title: string('Call') },
        configuration: { url: string('https://hook.example.org') },
      },
    ],
  }),
]
