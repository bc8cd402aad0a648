import type { DashboardPlan } from './dashboard-file.ts'
import { by, COLORS, chart, HOURLY, messages, most, number, OVER_TIME, stacked, text } from './widget-plans.ts'

const streams = ['Web']
/** The period of the single numbers, which are compared with the period before. */
const HOURS = 6
const CLASSES = { '2xx': COLORS.good, '4xx': COLORS.odd, '5xx': COLORS.bad }
const SLOW_MS = 2000

export const webTraffic: DashboardPlan = {
  title: 'Shop: web traffic',
  summary: 'Requests by page, country and status, with latency',
  description: 'Based on the access logs of the web servers of the demo shop.',
  filterFields: ['client_country', 'http_route', 'source'],
  pages: [
    {
      title: 'Visitors',
      rows: [
        {
          height: 2,
          widgets: [
            [
              4,
              text(
                'About this page',
                'Traffic follows the day. **Errors spike for two hours**: drag across the peak to zoom in on every widget.\n\nNumbers cover the last six hours, compared with the six before.',
              ),
            ],
            [2, number({ title: 'Requests, 6 h', streams, hours: HOURS, series: 'count()', better: 'HIGHER' })],
            [2, number({ title: 'Customers, 6 h', streams, hours: HOURS, series: 'card(user)', better: 'HIGHER' })],
            [
              2,
              number({
                title: 'Failed requests, 6 h',
                streams,
                hours: HOURS,
                series: 'avg(failed_percent)',
                better: 'LOWER',
                thresholds: [
                  { value: 0, color: COLORS.good },
                  { value: 0.5, color: COLORS.odd },
                  { value: 1.5, color: COLORS.bad },
                ],
              }),
            ],
            [
              2,
              number({
                title: 'p95 latency, 6 h',
                streams,
                hours: HOURS,
                series: 'percentile(took_ms,95)',
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
                title: 'Requests by status',
                streams,
                rows: [OVER_TIME],
                columns: [by('status_class', 5)],
                series: ['count()'],
                options: stacked,
                colors: CLASSES,
              }),
            ],
            [
              4,
              chart('line', {
                title: 'Failed requests',
                streams,
                rows: [OVER_TIME],
                series: [['avg(failed_percent)', 'failed']],
                options: { interpolation: 'linear' },
                colors: { failed: COLORS.bad },
                thresholds: [{ value: 1, color: COLORS.odd, label: 'at most' }],
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              6,
              chart('map', {
                title: 'Customers by location',
                streams,
                rows: [by('client_geo', 30)],
                series: ['count()'],
                options: { viewport: { center_x: 25, center_y: 0, zoom: 1 } },
              }),
            ],
            [
              3,
              chart('pie', {
                title: 'Countries',
                streams,
                rows: [by('client_country', 8)],
                series: ['count()'],
              }),
            ],
            [
              3,
              chart('table', {
                title: 'Cities',
                streams,
                rows: [by('client_city', 13)],
                series: [
                  ['count()', 'requests'],
                  ['card(user)', 'customers'],
                ],
                sort: most('count()'),
              }),
            ],
          ],
        },
        {
          height: 3,
          widgets: [
            [
              6,
              chart('area', {
                title: 'Bytes sent',
                streams,
                rows: [OVER_TIME],
                series: [['sum(bytes)', 'bytes']],
                options: { interpolation: 'linear' },
              }),
            ],
            [
              6,
              messages({
                title: 'Latest failed requests',
                query: 'status_class:5xx',
                streams,
                columns: ['timestamp', 'http_route', 'http_status', 'client_city'],
                hasText: false,
              }),
            ],
          ],
        },
      ],
    },
    {
      title: 'Pages',
      rows: [
        {
          height: 3,
          widgets: [
            [
              3,
              text(
                'About this page',
                '**`/search`** is twenty times slower than other pages all day; `/checkout` is slow for two hours. The page *Database* of *Shop: application health* shows why.',
              ),
            ],
            [
              9,
              chart('line', {
                title: 'p95 latency',
                streams,
                rows: [OVER_TIME],
                columns: [by('http_route', 12)],
                series: ['percentile(took_ms,95)'],
                options: { interpolation: 'linear' },
                thresholds: [{ value: SLOW_MS, color: COLORS.odd, label: 'slow from' }],
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              7,
              chart('table', {
                title: 'Pages',
                streams,
                rows: [by('http_route', 12)],
                series: [
                  ['count()', 'requests'],
                  ['percentile(took_ms,50)', 'median'],
                  ['percentile(took_ms,95)', 'p95'],
                  ['max(took_ms)', 'longest'],
                  ['avg(failed_percent)', 'failed'],
                ],
                sort: most('count()'),
              }),
            ],
            [
              5,
              chart('heatmap', {
                title: 'Failed requests by page and hour',
                streams,
                rows: [by('http_route', 12)],
                columns: [HOURLY],
                series: ['avg(failed_percent)'],
              }),
            ],
          ],
        },
        {
          height: 4,
          widgets: [
            [
              4,
              chart('bar', {
                title: 'Slow requests by page',
                query: `took_ms:>${SLOW_MS}`,
                streams,
                rows: [OVER_TIME],
                columns: [by('http_route', 5)],
                series: ['count()'],
                options: stacked,
              }),
            ],
            [
              8,
              messages({
                title: 'Latest slow requests',
                query: `took_ms:>${SLOW_MS}`,
                streams,
                columns: ['timestamp', 'http_path', 'took_ms', 'user', 'client_city'],
                hasText: false,
              }),
            ],
          ],
        },
      ],
    },
  ],
}
