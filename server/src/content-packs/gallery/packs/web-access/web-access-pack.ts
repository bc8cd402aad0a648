import type { PackPlan } from '../../building/pack-plan.ts'
import { ACCESS_LINE, accessRule, trafficRows } from './access-line.ts'

const TITLE = 'Web server access log'

export const webAccessPack: PackPlan = {
  name: 'web-access',
  rev: 2,
  title: TITLE,
  category: 'Web',
  summary: 'Access logs in the common or combined format, of any web server',
  description: `Reads lines of access logs that do not say which program wrote them, such as those of a plain text input or of
Filebeat. nginx, Apache httpd, lighttpd, Caddy and many others write the same format. If you know the program, prefer
the pack *nginx* or *Apache httpd*: it also reads the error log.

The pack has no input: the lines may arrive at any.`,
  inputs: [],
  stages: [
    [
      String.raw`rule "${TITLE} pack: recognise"
when
  regex("^(?:[\\w.*-]+:\\d+ )?[\\w.:-]+ [^\\s:]+ [^\"\\[]{1,255} \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:[\\d:]{8} [+-]\\d{4}\\] \"[^\"]*\" \\d{3} (?:-|\\d+)(?: \"|$)", to_string($message.message)).matches == true and
  regex("^(?:nginx|httpd|apache2?)$", to_string($message.application_name)).matches == false and
  regex("/(?:nginx|apache2?|httpd)/", to_string($message.filebeat_log_file_path)).matches == false
then
  set_field("log_source", "web-access");
end`,
    ],
    [accessRule(TITLE)],
  ],
  dashboard: {
    title: 'Web server access log: traffic',
    summary: 'Requests to web servers',
    filterFields: ['source', 'http_host', 'http_status'],
    pages: [{ title: 'Traffic', rows: trafficRows }],
  },
  search: {
    title: 'Web server access log: failed requests',
    summary: 'Requests with a status of 400 or more',
    query: 'http_status:>=400',
    splitBy: 'http_status',
    fields: ['http_status', 'http_method', 'http_path', 'source_ip'],
  },
  recognition: {
    recognises: ({ text, fields }) =>
      fields['application_name'] === undefined &&
      !/\/(?:nginx|apache2?|httpd)\//.test(String(fields['filebeat_log_file_path'])) &&
      ACCESS_LINE.test(text),
    query: 'message:HTTP AND NOT _exists_:application_name AND NOT _exists_:log_source',
    fields: ['application_name', 'filebeat_log_file_path'],
  },
}
