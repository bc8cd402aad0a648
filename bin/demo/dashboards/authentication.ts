import type { DashboardPlan } from './dashboard-file.ts'
import { by, COLORS, chart, messages, most, number, OVER_TIME, stacked, text } from './widget-plans.ts'

const streams = ['Sign-ins']
/** The period of the single numbers, which are compared with the period before. */
const HOURS = 12
const RESULTS = { success: COLORS.good, failure: COLORS.bad }
const REFUSED = 'auth_result:failure'
const LET_IN_BY_PASSWORD = 'process:sshd AND auth_method:password AND auth_result:success'
const REFUSED_ON_HOSTS = 'process:sshd AND auth_result:failure'

export const authentication: DashboardPlan = {
  title: 'Shop: authentication',
  summary: 'Who signs in, who is refused, and who tries passwords',
  description: 'Of the sign-ins of customers to the shop, and of everybody to its hosts.',
  filterFields: ['auth_result', 'client_country', 'source'],
  pages: [
    {
      title: 'Sign-ins',
      rows: [
        {
          height: 2,
          widgets: [
            [
              4,
              text(
                'What to look for',
                'For twenty minutes **one address tries passwords** on the hosts, over and over. *Let in by password* tells whether one was right.\n\nThe numbers are of the last twelve hours, beside the twelve before.',
              ),
            ],
            [
              2,
              number({
                title: 'Signed in, 12 h',
                query: 'auth_result:success',
                streams,
                hours: HOURS,
                series: 'count()',
                better: 'NEUTRAL',
              }),
            ],
            [
              2,
              number({
                title: 'Refused, 12 h',
                query: REFUSED,
                streams,
                hours: HOURS,
                series: 'count()',
                better: 'LOWER',
              }),
            ],
            [
              2,
              number({
                title: 'Addresses, 12 h',
                query: REFUSED,
                streams,
                hours: HOURS,
                series: 'card(client_ip)',
                better: 'LOWER',
              }),
            ],
            [
              2,
              number({
                title: 'By password, 12 h',
                query: LET_IN_BY_PASSWORD,
                streams,
                hours: HOURS,
                series: 'count()',
                better: 'LOWER',
                thresholds: [{ value: 1, color: COLORS.bad }],
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
                title: 'Sign-ins by result',
                streams,
                rows: [OVER_TIME],
                columns: [by('auth_result', 2)],
                series: ['count()'],
                options: stacked,
                colors: RESULTS,
              }),
            ],
            [
              6,
              chart('bar', {
                title: 'Passwords tried on hosts, by country of the address',
                query: REFUSED_ON_HOSTS,
                streams,
                rows: [OVER_TIME],
                columns: [by('client_country', 6)],
                series: ['count()'],
                options: stacked,
                colors: { CN: COLORS.bad },
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
                title: 'Addresses that try most',
                query: REFUSED_ON_HOSTS,
                streams,
                rows: [by('client_ip', 10)],
                series: [
                  ['count()', 'attempts'],
                  ['card(user)', 'names'],
                  ['min(timestamp)', 'first'],
                  ['max(timestamp)', 'last'],
                ],
                sort: most('count()'),
              }),
            ],
            [
              5,
              chart('map', {
                title: 'Where they try from',
                query: REFUSED_ON_HOSTS,
                streams,
                rows: [by('client_geo', 30)],
                series: ['count()'],
                options: { viewport: { center_x: 25, center_y: 0, zoom: 1 } },
              }),
            ],
          ],
        },
        {
          height: 3,
          widgets: [
            [
              4,
              chart('pie', {
                title: 'Names they try',
                query: REFUSED_ON_HOSTS,
                streams,
                rows: [by('user', 10)],
                series: ['count()'],
              }),
            ],
            [
              8,
              messages({
                title: 'Let in by password',
                query: LET_IN_BY_PASSWORD,
                streams,
                columns: ['timestamp', 'source', 'user', 'client_ip', 'client_country'],
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
                title: 'Newest refused',
                query: REFUSED,
                streams,
                columns: ['timestamp', 'source', 'user', 'client_ip', 'client_country'],
              }),
            ],
          ],
        },
      ],
    },
  ],
}
