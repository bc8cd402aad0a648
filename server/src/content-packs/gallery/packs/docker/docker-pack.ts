import type { PackPlan } from '../../building/pack-plan.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'

const TITLE = 'Docker'
const ERRORS = 'log_level:(error OR fatal OR panic OR critical) OR container_stream:stderr'

const recognise = `rule "Docker pack: recognise"
when
  has_field("container_id") and has_field("container_name") and has_field("image_name")
then
  set_field("log_source", "docker");
  set_field("log_type", "container");
  set_fields(regex("^(?:.*/)?([^:@/]+)(?::([^@]+))?(?:@.*)?$", to_string($message.image_name), ["container_image", "container_image_tag"]));
end`

const output = `rule "Docker pack: standard output"
when
  to_long($message.level, -1) == 6
then
  set_field("container_stream", "stdout");
end`

const errorOutput = `rule "Docker pack: standard error"
when
  to_long($message.level, -1) == 3
then
  set_field("container_stream", "stderr");
end`

export const jsonLevel = (title: string): string => String.raw`rule "${title} pack: level in JSON"
when
  regex("^\\{.*\"(?:level|severity|lvl)\": ?\"\\w+\"", to_string($message.message)).matches == true
then
  let level = regex("\"(?:level|severity|lvl)\": ?\"(\\w+)\"", to_string($message.message));
  set_field("log_level", lowercase(to_string(level["0"])));
end`

export const textLevel = (title: string): string => String.raw`rule "${title} pack: level in text"
when
  regex("(?:^|[\\s\\[])(?:level=)?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)(?:[\\s\\]:]|$)|\\blevel=\"?\\w+", to_string($message.message)).matches == true
then
  let level = regex("\\blevel=\"?(\\w+)|(?:^|[\\s\\[])(TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)(?:[\\s\\]:]|$)", to_string($message.message));
  set_field("log_level", lowercase(to_string(first_non_null([level["0"], level["1"]]))));
end`

export const dockerPack: PackPlan = {
  name: 'docker',
  rev: 1,
  title: TITLE,
  category: 'Containers',
  summary: 'Output of containers that Docker sends with its GELF driver',
  description: `The logging driver of Docker sends GELF. In \`/etc/docker/daemon.json\`:

\`\`\`
{ "log-driver": "gelf", "log-opts": { "gelf-address": "udp://LOGYARD:12211" } }
\`\`\`

Or for one container: \`docker run --log-driver gelf --log-opt gelf-address=udp://LOGYARD:12211 …\`. The pack tells standard
output and standard error apart, and finds the level in JSON, in \`level=warn\` and in texts such as \`ERROR\`.`,
  inputs: [{ type: 'GELF UDP', title: 'Docker (GELF)', port: 12_211 }],
  stages: [[recognise], [output, errorOutput, jsonLevel(TITLE), textLevel(TITLE)]],
  dashboard: {
    title: 'Docker: containers',
    summary: 'Output of containers by host, image and level',
    filterFields: ['source', 'container_name', 'container_image'],
    pages: [
      {
        title: 'Containers',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Messages, 24 h' })],
              [3, number({ title: 'Errors, 24 h', query: ERRORS, better: 'LOWER' })],
              [3, number({ title: 'Containers, 24 h', series: 'card(container_name)' })],
              [3, number({ title: 'Hosts, 24 h', series: 'card(source)' })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                6,
                chart('bar', { title: 'Messages by container', rows: [OVER_TIME], columns: [by('container_name', 8)] }),
              ],
              [6, chart('bar', { title: 'Messages by level', rows: [OVER_TIME], columns: [by('log_level', 8)] })],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                4,
                chart('table', {
                  title: 'Containers with errors',
                  query: ERRORS,
                  rows: [by('container_name'), by('source')],
                }),
              ],
              [8, messages({ title: 'Newest errors', query: ERRORS, fields: ['container_name', 'log_level'] })],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'Docker: errors of containers',
    summary: 'Messages with a level of error, and of standard error',
    query: ERRORS,
    splitBy: 'container_name',
    fields: ['container_name', 'container_image', 'log_level'],
  },
  recognition: {
    recognises: ({ fields }) =>
      ['container_id', 'container_name', 'image_name'].every((name) => fields[name] !== undefined),
    query: '_exists_:container_id AND _exists_:image_name AND NOT _exists_:log_source',
    fields: ['container_id', 'container_name', 'image_name'],
  },
}
