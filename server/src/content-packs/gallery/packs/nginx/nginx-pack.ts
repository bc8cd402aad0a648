import type { PackPlan } from '../../building/pack-plan.ts'
import { recognisePrograms } from '../../building/rule-texts.ts'
import { programs } from '../../recognition/recognition.ts'
import { accessRule, webServerDashboard } from '../web-access/access-line.ts'

const TITLE = 'nginx'

const errorLine = String.raw`rule "nginx pack: error line"
when
  regex("\\[(?:debug|info|notice|warn|error|crit|alert|emerg)\\] \\d+#\\d+: ", to_string($message.message)).matches == true
then
  let text = to_string($message.message);
  set_field("log_type", "error");
  set_fields(regex("\\[(\\w+)\\] (\\d+)#\\d+: (?:\\*\\d+ )?", text, ["log_level", "process_id"]));
  set_fields(regex(", client: ([^, ]+), server: (?:_|([^, ]*))", text, ["source_ip", "server_name"]));
  set_fields(regex(", request: \"([A-Z]+) ([^\\s?\"]+)(?:\\?([^\\s\"]*))?(?: HTTP/([\\d.]+))?\"", text, ["http_method", "http_path", "http_query", "http_version"]));
  set_fields(regex(", upstream: \"([^\"]+)\"", text, ["upstream_url"]));
  set_fields(regex(", host: \"([^\"]+)\"", text, ["http_host"]));
  set_fields(regex("#\\d+: (?:\\*\\d+ )?(.{1,500}?)(?:, client: |$)", text, ["error_message"]));
end`

export const nginxPack: PackPlan = {
  name: 'nginx',
  rev: 2,
  title: TITLE,
  category: 'Web',
  summary: 'Access and error logs of nginx',
  description: `nginx sends its logs by syslog:

\`\`\`
access_log syslog:server=LOGYARD:15141,tag=nginx combined;
error_log  syslog:server=LOGYARD:15141,tag=nginx warn;
\`\`\`

The access log may be \`combined\`, or \`main\` of the packages of nginx.org. Filebeat works as well, if the path of the file
contains \`/nginx/\`.`,
  inputs: [{ type: 'Syslog UDP', title: 'nginx (syslog)', port: 15_141 }],
  stages: [
    [
      recognisePrograms({
        title: TITLE,
        name: 'nginx',
        programs: 'nginx',
        orElse: 'contains(to_string($message.filebeat_log_file_path), "/nginx/")',
      }),
    ],
    [accessRule(TITLE), errorLine],
  ],
  dashboard: webServerDashboard(TITLE),
  search: {
    title: 'nginx: failed requests',
    summary: 'Requests with a status of 400 or more',
    query: 'http_status:>=400',
    splitBy: 'http_status',
    fields: ['http_status', 'http_method', 'http_path', 'source_ip'],
  },
  event: {
    title: 'nginx: many errors of the server',
    description: 'A host of nginx answered at least 50 requests within five minutes with a status of 500 or more.',
    query: 'http_status:>=500',
    groupBy: 'source',
    atLeast: 50,
  },
  recognition: {
    recognises: (line) => isNginx(line) || String(line.fields['filebeat_log_file_path'] ?? '').includes('/nginx/'),
    query: '(application_name:nginx OR message:nginx OR filebeat_log_file_path:*nginx*) AND NOT _exists_:log_source',
    fields: ['application_name', 'filebeat_log_file_path'],
  },
}

const isNginx = programs('nginx')
