import type { DashboardPlan } from './dashboard-file.ts'
import { by, COLORS, chart, HOURLY, messages, most, number, OVER_TIME, stacked, text } from './widget-plans.ts'

const services = ['Applications']
const errors = ['Application errors']
const database = ['Database']
const cluster = ['Kubernetes']
/** The period of the single numbers, which are compared with the period before. */
const HOURS = 6
const PLACED = 'service:checkout AND _exists_:items'
const SLOW_MS = 500

export const applicationHealth: DashboardPlan = {
  title: 'Shop: application health',
  summary: 'Health of services, database and cluster',
  description: 'Based on the logs of services, database and cluster of the demo shop.',
  filterFields: ['service', 'source'],
  pages: [
    {
      title: 'Services',
      rows: [
        {
          height: 2,
          widgets: [
            [
              4,
              text(
                'About this page',
                'Version **1.9.0** of *checkout* is rolled out and payments start to fail; two hours later it is rolled back and they recover.\n\nSearch for the `trace_id` of an error to see its whole request. Numbers cover the last six hours, compared with the six before.',
              ),
            ],
            [
              2,
              number({
                title: 'Errors, 6 h',
                streams: errors,
                hours: HOURS,
                series: 'count()',
                better: 'LOWER',
                thresholds: [
                  { value: 0, color: COLORS.good },
                  { value: 100, color: COLORS.odd },
                  { value: 500, color: COLORS.bad },
                ],
              }),
            ],
            [
              2,
              number({
                title: 'Orders placed, 6 h',
                query: PLACED,
                streams: services,
                hours: HOURS,
                series: 'count()',
                better: 'HIGHER',
              }),
            ],
            [
              2,
              number({
                title: 'Revenue, 6 h',
                query: PLACED,
                streams: services,
                hours: HOURS,
                series: 'sum(amount)',
                unit: 'EUR',
                better: 'HIGHER',
              }),
            ],
            [
              2,
              number({
                title: 'Pod warnings, 6 h',
                query: 'event_type:Warning',
                streams: cluster,
                hours: HOURS,
                series: 'count()',
                better: 'LOWER',
              }),
            ],
          ],
        },
        {
          height: 3,
          widgets: [
            [
              6,
              chart('bar', {
                title: 'Errors by service',
                streams: errors,
                rows: [OVER_TIME],
                columns: [by('service', 8)],
                series: ['count()'],
                options: stacked,
                thresholds: [{ value: 20, color: COLORS.odd, label: 'usual up to' }],
              }),
            ],
            [
              6,
              chart('area', {
                title: 'Orders by version of checkout',
                query: '_exists_:order_id',
                streams: services,
                rows: [OVER_TIME],
                columns: [by('version', 3)],
                series: ['card(order_id)'],
                options: { interpolation: 'linear' },
                colors: { '1.8.2': COLORS.good, '1.9.0': COLORS.bad },
              }),
            ],
          ],
        },
        {
          height: 3,
          widgets: [
            [
              7,
              chart('heatmap', {
                title: 'Errors by kind and hour',
                streams: errors,
                rows: [by('exception', 6)],
                columns: [HOURLY],
                series: ['count()'],
              }),
            ],
            [
              5,
              chart('table', {
                title: 'Messages by service and level',
                query: '_exists_:service AND level:<6',
                streams: [...services, ...database, ...cluster],
                rows: [by('service', 8)],
                columns: [by('level', 5)],
                series: [['count()', 'messages']],
                sort: most('count()'),
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
                title: 'Latest errors',
                streams: errors,
                columns: ['timestamp', 'source', 'service', 'exception', 'trace_id'],
              }),
            ],
          ],
        },
      ],
    },
    {
      title: 'Database',
      rows: [
        {
          height: 3,
          widgets: [
            [
              3,
              text(
                'About this page',
                'Statements on *products* for the page `/search` scan the whole table: `ILIKE` with wildcards at both ends cannot use an index.',
              ),
            ],
            [
              9,
              chart('line', {
                title: 'p95 statement duration by service',
                streams: database,
                rows: [OVER_TIME],
                columns: [by('service', 8)],
                series: ['percentile(took_ms,95)'],
                options: { interpolation: 'linear' },
                thresholds: [{ value: SLOW_MS, color: COLORS.odd, label: 'slow from' }],
              }),
            ],
          ],
        },
        {
          height: 3,
          widgets: [
            [
              7,
              chart('table', {
                title: 'Slowest statements',
                streams: database,
                rows: [by('service', 8), by('db_operation', 4), by('db_table', 4)],
                series: [
                  ['percentile(took_ms,95)', 'p95'],
                  ['max(took_ms)', 'longest'],
                  ['count()', 'statements'],
                ],
                sort: most('percentile(took_ms,95)'),
              }),
            ],
            [
              5,
              chart('bar', {
                title: 'Database time by table',
                streams: database,
                rows: [OVER_TIME],
                columns: [by('db_table', 5)],
                series: ['sum(took_ms)'],
                options: stacked,
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
                title: 'Latest slow statements',
                query: `took_ms:>=${SLOW_MS}`,
                streams: database,
                columns: ['timestamp', 'source', 'took_ms', 'service', 'trace_id'],
              }),
            ],
          ],
        },
      ],
    },
    {
      title: 'Cluster',
      rows: [
        {
          height: 3,
          widgets: [
            [
              3,
              text(
                'About this page',
                '`BackOff` and `OOMKilling` are containers that start again and again. The two rollouts of *checkout* are in the table below, step by step.',
              ),
            ],
            [
              9,
              chart('bar', {
                title: 'Events by reason',
                query: 'event_type:Warning OR reason:ScalingReplicaSet',
                streams: cluster,
                rows: [OVER_TIME],
                columns: [by('reason', 8)],
                series: ['count()'],
                options: stacked,
                colors: {
                  OOMKilling: COLORS.bad,
                  BackOff: COLORS.odd,
                  Unhealthy: COLORS.muted,
                  ScalingReplicaSet: COLORS.good,
                },
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              5,
              chart('heatmap', {
                title: 'Warnings by service',
                query: 'event_type:Warning',
                streams: cluster,
                rows: [by('service', 8)],
                columns: [by('reason', 6)],
                series: ['count()'],
              }),
            ],
            [
              7,
              messages({
                title: 'Rollouts',
                query: '_exists_:version',
                streams: cluster,
                columns: ['timestamp', 'service', 'version', 'reason'],
              }),
            ],
          ],
        },
      ],
    },
  ],
}
