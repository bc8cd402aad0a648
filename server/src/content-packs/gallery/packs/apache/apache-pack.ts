import type { PackPlan } from '../../building/pack-plan.ts'
import { numbersRule, recognisePrograms } from '../../building/rule-texts.ts'
import { programs } from '../../recognition/recognition.ts'
import { accessRule, webServerDashboard } from '../web-access/access-line.ts'

const TITLE = 'Apache httpd'
const PROGRAMS = 'httpd|apache2?'

const errorLine = String.raw`rule "Apache httpd pack: error line"
when
  regex("\\[(?:[\\w-]+:)?(?:emerg|alert|crit|error|warn|notice|info|debug|trace[1-8])\\] ", to_string($message.message)).matches == true
then
  let text = to_string($message.message);
  set_field("log_type", "error");
  set_fields(regex("\\[(?:([\\w-]+):)?(emerg|alert|crit|error|warn|notice|info|debug|trace[1-8])\\] (?:\\[pid (\\d+))?", text, ["apache_module", "log_level", "process_id"]));
  set_fields(regex("\\[client ([^\\]\\s]+?)(?::(\\d{1,5}))?\\] ", text, ["source_ip", "source_port"]));
  set_fields(regex(" (AH\\d{5}): ", text, ["event_code"]));
  set_fields(regex("\\] ([^\\[].{1,500})$", text, ["error_message"]));
  set_fields(regex("(?:\\] |: )(?:AH\\d{5}: )([^\\[].{1,500})$", text, ["error_message"]));
end`

const inApacheFile = (path: unknown): boolean => /\/(?:apache2?|httpd)\//.test(String(path))
const isApache = programs(PROGRAMS)

export const apachePack: PackPlan = {
  name: 'apache',
  rev: 2,
  title: TITLE,
  category: 'Web',
  summary: 'Access and error logs of the Apache HTTP server',
  description: `Apache httpd sends its error log by syslog itself, and its access log by the program \`logger\`:

\`\`\`
ErrorLog  "|/usr/bin/logger -t httpd -n LOGYARD -P 15142 -d"
CustomLog "|/usr/bin/logger -t httpd -n LOGYARD -P 15142 -d" combined
\`\`\`

The access log may be \`common\`, \`combined\` or \`vhost_combined\`. Filebeat works as well, if the path of the file contains
\`/apache2/\` or \`/httpd/\`.`,
  inputs: [{ type: 'Syslog UDP', title: 'Apache httpd (syslog)', port: 15_142 }],
  stages: [
    [
      recognisePrograms({
        title: TITLE,
        name: 'apache',
        programs: PROGRAMS,
        orElse: 'regex("/(?:apache2?|httpd)/", to_string($message.filebeat_log_file_path)).matches == true',
      }),
    ],
    [accessRule(TITLE), errorLine],
    [numbersRule(TITLE, ['source_port'])],
  ],
  dashboard: webServerDashboard(TITLE),
  search: {
    title: 'Apache httpd: failed requests',
    summary: 'Requests with a status of 400 or more',
    query: 'http_status:>=400',
    splitBy: 'http_status',
    fields: ['http_status', 'http_method', 'http_path', 'source_ip'],
  },
  recognition: {
    recognises: (line) => isApache(line) || inApacheFile(line.fields['filebeat_log_file_path']),
    query:
      '(application_name:(httpd OR apache2) OR message:(httpd OR apache2) OR filebeat_log_file_path:(*apache2* OR *httpd*)) AND NOT _exists_:log_source',
    fields: ['application_name', 'filebeat_log_file_path'],
  },
}
