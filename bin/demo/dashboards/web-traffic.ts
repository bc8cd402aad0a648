import type { DashboardPlan } from './dashboard-file.ts'
import { by, COLORS, chart, HOURLY, messages, most, number, OVER_TIME, stacked, text } from './widget-plans.ts'

const streams = ['Web']
/** The period of the single numbers, which are compared with the period before. */
const HOURS = 6
const CLASSES = { '2xx': COLORS.good, '4xx': COLORS.odd, '5xx': COLORS.bad }
const SLOW_MS = 2000

export const webTraffic: DashboardPlan = {
  title: 'Shop: web traffic',
  summary: 'What customers ask of the shop, from where, and how long they wait',
  description: 'Of the requests that the web servers of the made-up shop have logged.',
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
                'What to look for',
                'Customers sleep at night and buy in the afternoon. **For two hours many requests fail**: drag over the peak of the red line to see those hours alone, everywhere on this page.\n\nThe numbers are of the last six hours, beside the six before.',
              ),
            ],
            [2, number({ title: 'Requests, 6 h', streams, hours: HOURS, series: 'count()', better: 'HIGHER' })],
            [2, number({ title: 'Customers, 6 h', streams, hours: HOURS, series: 'card(user)', better: 'HIGHER' })],
            [
              2,
              number({
                title: 'Failed, %, 6 h',
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
                title: 'p95 in ms, 6 h',
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
                title: 'Failed, % of requests',
                streams,
                rows: [OVER_TIME],
                series: [['avg(failed_percent)', '% failed']],
                options: { interpolation: 'linear' },
                colors: { '% failed': COLORS.bad },
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
                title: 'Where customers are',
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
                title: 'Newest failed requests',
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
                'What to look for',
                'One page stands out: **`/search`** takes twenty times as long as the others, all day long; `/checkout` does so for two hours. The page *Database* of the dashboard *Shop: application health* shows why.',
              ),
            ],
            [
              9,
              chart('line', {
                title: '95 % of requests are answered within (ms)',
                streams,
                rows: [OVER_TIME],
                columns: [by('http_route', 12)],
                series: ['percentile(took_ms,95)'],
                options: { interpolation: 'linear' },
                colors: { '/search': COLORS.bad },
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
                  ['percentile(took_ms,50)', 'median ms'],
                  ['percentile(took_ms,95)', 'p95 ms'],
                  ['max(took_ms)', 'longest ms'],
                  ['avg(failed_percent)', '% failed'],
                ],
                sort: most('count()'),
              }),
            ],
            [
              5,
              chart('heatmap', {
                title: 'Failed, % of requests, by page and hour',
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
                colors: { '/search': COLORS.bad },
              }),
            ],
            [
              8,
              messages({
                title: 'Newest slow requests',
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
