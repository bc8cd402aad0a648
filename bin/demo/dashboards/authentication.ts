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
  summary: 'Successful and failed sign-ins, and password guessing',
  description: 'Customer sign-ins to the shop, and SSH sign-ins to its hosts.',
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
                'About this page',
                'For twenty minutes **one address guesses passwords** on the hosts. *Successful SSH logins by password* shows whether it got in.\n\nNumbers cover the last twelve hours, compared with the twelve before.',
              ),
            ],
            [
              2,
              number({
                title: 'Successful, 12 h',
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
                title: 'Failed, 12 h',
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
                title: 'SSH by password, 12 h',
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
                title: 'Failed SSH logins by country',
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
                title: 'Top addresses',
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
                title: 'Origin of failed logins',
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
                title: 'Usernames tried',
                query: REFUSED_ON_HOSTS,
                streams,
                rows: [by('user', 10)],
                series: ['count()'],
              }),
            ],
            [
              8,
              messages({
                title: 'Successful SSH logins by password',
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
                title: 'Latest failed sign-ins',
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
