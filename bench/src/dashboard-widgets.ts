/** A realistic dashboard about the shop. */

import type { DashboardPlan } from '../../bin/demo/dashboards/dashboard-file.ts'
import { by, chart, messages, most, number, OVER_TIME, stacked, text } from '../../bin/demo/dashboards/widget-plans.ts'

const web = ['Web']
const everything: readonly string[] = []

/** Widgets with a search; text widgets have none. */
export const WIDGETS = 12

export const shopAtAGlance: DashboardPlan = {
  title: 'The shop at a glance',
  summary: '',
  description: '',
  filterFields: [],
  pages: [
    {
      title: 'Everything',
      rows: [
        {
          height: 2,
          widgets: [
            [3, text('About', 'The shop at a glance')],
            [3, number({ title: 'Messages', streams: everything, series: 'count()', better: 'NEUTRAL' })],
            [3, number({ title: 'Customers', streams: web, series: 'card(user)', better: 'HIGHER' })],
            [3, number({ title: 'p95', streams: web, series: 'percentile(took_ms,95)', better: 'LOWER' })],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              6,
              chart('bar', {
                title: 'Messages by kind',
                streams: everything,
                rows: [OVER_TIME],
                columns: [by('log_type')],
                series: ['count()'],
                options: stacked,
              }),
            ],
            [
              6,
              chart('bar', {
                title: 'Requests by status',
                streams: web,
                rows: [OVER_TIME],
                columns: [by('http_status')],
                series: ['count()'],
                options: stacked,
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              6,
              chart('line', {
                title: 'p95 by page',
                streams: web,
                rows: [OVER_TIME],
                columns: [by('http_route')],
                series: ['percentile(took_ms,95)'],
              }),
            ],
            [
              6,
              chart('table', {
                title: 'Pages',
                streams: web,
                rows: [by('http_route')],
                series: ['count()', 'avg(took_ms)', 'percentile(took_ms,95)'],
                sort: most('count()'),
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [4, chart('pie', { title: 'Countries', streams: web, rows: [by('client_country')], series: ['count()'] })],
            [4, chart('map', { title: 'Places', streams: web, rows: [by('client_geo', 30)], series: ['count()'] })],
            [
              4,
              chart('table', {
                title: 'Addresses',
                streams: everything,
                rows: [by('client_ip', 10)],
                series: ['count()'],
                sort: most('count()'),
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              6,
              chart('bar', {
                title: 'Errors by service',
                query: 'log_type:app AND level:<4',
                streams: everything,
                rows: [OVER_TIME],
                columns: [by('service')],
                series: ['count()'],
                options: stacked,
              }),
            ],
            [
              6,
              messages({
                title: 'Latest errors',
                query: 'log_type:app AND level:<4',
                streams: everything,
                columns: ['timestamp', 'service', 'exception'],
              }),
            ],
          ],
        },
      ],
    },
  ],
}
