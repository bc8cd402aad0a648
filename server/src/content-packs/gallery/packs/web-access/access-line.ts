/** The access log that nginx, Apache httpd and many others write: the common and the combined format. */

import type { DashboardPlan, RowPlan } from '../../building/dashboards.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'

/**
 * Also with a virtual host before it, and with nginx's addresses of proxies behind it. The text may begin with the host
 * and program of syslog.
 */
const LINE = String.raw`^(?:\\S+ [\\w./-]+(?:\\[\\d+\\])?: )?(?:(?:\\*|\\[[0-9a-f:]+\\]|([\\w.-]+)):\\d+ )?([\\w.:-]+) \\S+ (?:-|([^\\s\"\\[][^\"\\[]{0,200}?)) \\[([^\\]]+)\\] \"(?:([A-Z]+) ([^\\s?\"]+)(?:\\?([^\\s\"]*))?(?: HTTP/([\\d.]+))?|[^\"]*)\" (\\d{3}) (?:-|(\\d+))(?: \"(?:-|((?:[^\"\\\\]|\\\\.)*))\" \"(?:-|((?:[^\"\\\\]|\\\\.)*))\"(?: \"(?:-|([^\"]*))\")?)?`

/** A rule that reads such lines; its title begins with that of the pack. */
export const accessRule = (title: string): string => `rule "${title} pack: access line"
when
  regex("${LINE}", to_string($message.message)).matches == true
then
  let line = regex("${LINE}", to_string($message.message), ["http_host", "source_ip", "user_name", "time", "http_method", "http_path", "http_query", "http_version", "status", "bytes", "http_referrer", "http_user_agent", "http_forwarded_for"]);
  let fields = map_remove(map_remove(map_remove(line, "time"), "status"), "bytes");
  set_fields(fields);
  set_field("http_status", to_long(line["status"], null));
  set_field("http_status_class", regex_replace("^([1-5]).*$", to_string(line["status"]), "$1xx"));
  set_field("http_bytes", to_long(line["bytes"], null));
  set_field("log_type", "access");
  set_field("timestamp", parse_date(to_string(line["time"]), "dd/MMM/yyyy:HH:mm:ss Z"));
end`

/** The same in JavaScript, for texts that no program is named in. */
export const ACCESS_LINE =
  /^(?:[\w.*-]{1,255}:\d{1,5} )?[\w.:-]{1,255} [^\s:]{1,255} [^"[]{1,255} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8} [+-]\d{4}\] "[^"]{0,8000}" \d{3} (?:-|\d{1,20})(?: "|$)/

const ACCESS = 'log_type:access'
export const trafficRows: readonly RowPlan[] = [
  {
    height: 2,
    widgets: [
      [3, number({ title: 'Requests, 24 h', query: ACCESS })],
      [3, number({ title: 'Errors of the server, 24 h', query: `${ACCESS} AND http_status:>=500`, better: 'LOWER' })],
      [3, number({ title: 'Clients, 24 h', query: ACCESS, series: 'card(source_ip)' })],
      [3, number({ title: 'Bytes sent, 24 h', query: ACCESS, series: 'sum(http_bytes)' })],
    ],
  },
  {
    height: 3,
    widgets: [
      [
        8,
        chart('bar', {
          title: 'Requests by status',
          query: ACCESS,
          rows: [OVER_TIME],
          columns: [by('http_status_class', 5)],
        }),
      ],
      [4, chart('pie', { title: 'Methods', query: ACCESS, rows: [by('http_method', 8)] })],
    ],
  },
  {
    height: 4,
    widgets: [
      [
        6,
        chart('table', {
          title: 'Most requested paths',
          query: ACCESS,
          rows: [by('http_path')],
          series: [
            ['count()', 'requests'],
            ['sum(http_bytes)', 'bytes'],
          ],
        }),
      ],
      [
        3,
        chart('table', {
          title: 'Paths with errors',
          query: `${ACCESS} AND http_status:>=400`,
          rows: [by('http_path')],
          columns: [],
        }),
      ],
      [3, chart('table', { title: 'Most active clients', query: ACCESS, rows: [by('source_ip')] })],
    ],
  },
]

const errorRows: readonly RowPlan[] = [
  {
    height: 3,
    widgets: [
      [
        12,
        chart('bar', {
          title: 'Error log by level',
          query: 'log_type:error',
          rows: [OVER_TIME],
          columns: [by('log_level', 8)],
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
          title: 'Newest lines of the error log',
          query: 'log_type:error',
          fields: ['log_level', 'source_ip'],
        }),
      ],
    ],
  },
]

/** The dashboard of a web server with an error log. */
export const webServerDashboard = (title: string): DashboardPlan => ({
  title: `${title}: web traffic`,
  summary: `Requests and errors of ${title}`,
  filterFields: ['source', 'http_host', 'http_status'],
  pages: [
    { title: 'Traffic', rows: trafficRows },
    { title: 'Errors', rows: errorRows },
  ],
})
