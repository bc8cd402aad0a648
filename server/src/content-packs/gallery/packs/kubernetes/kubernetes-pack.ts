import type { PackPlan } from '../../building/pack-plan.ts'
import { by, chart, messages, number, OVER_TIME } from '../../building/widgets.ts'
import { jsonLevel, textLevel } from '../docker/docker-pack.ts'

const TITLE = 'Kubernetes'
const ERRORS = 'log_level:(error OR fatal OR panic OR critical)'
const POD_FIELDS = ['kubernetes_pod_name', 'filebeat_kubernetes_pod_name']

const recognise = `rule "Kubernetes pack: recognise"
when
  has_field("kubernetes_pod_name") or has_field("filebeat_kubernetes_pod_name")
then
  set_field("log_source", "kubernetes");
  set_field("log_type", "container");
  set_field("k8s_pod", first_non_null([$message.kubernetes_pod_name, $message.filebeat_kubernetes_pod_name]));
  set_field("k8s_namespace", first_non_null([$message.kubernetes_namespace_name, $message.kubernetes_namespace, $message.filebeat_kubernetes_namespace]));
  set_field("k8s_node", first_non_null([$message.kubernetes_host, $message.kubernetes_node_name, $message.filebeat_kubernetes_node_name]));
  set_field("container_name", first_non_null([$message.kubernetes_container_name, $message.filebeat_kubernetes_container_name]));
  set_field("container_stream", first_non_null([$message.stream, $message.filebeat_stream]));
  let image = to_string(first_non_null([$message.kubernetes_container_image, $message.filebeat_container_image_name]));
  set_fields(regex("^(?:.*/)?([^:@/]+)(?::([^@]+))?(?:@.*)?$", image, ["container_image", "container_image_tag"]));
end`

const klogLevel = String.raw`rule "Kubernetes pack: level of klog"
when
  regex("^[IWEF]\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d+ ", to_string($message.message)).matches == true
then
  let line = regex("^([IWEF])", to_string($message.message));
  let names = {I: "info", W: "warning", E: "error", F: "fatal"};
  set_field("log_level", map_get(names, to_string(line["0"])));
end`

export const kubernetesPack: PackPlan = {
  name: 'kubernetes',
  rev: 1,
  title: TITLE,
  category: 'Containers',
  summary: 'Logs of pods that Fluent Bit or Filebeat collects',
  description: `A collector runs on every node. Fluent Bit, with its filter \`kubernetes\`, sends GELF:

\`\`\`
[OUTPUT]
    Name gelf
    Match kube.*
    Host LOGYARD
    Port 12212
    Mode tcp
    Gelf_Short_Message_Key log
\`\`\`

Filebeat, with the processor \`add_kubernetes_metadata\`, sends to the input for Beats:

\`\`\`
output.logstash:
  hosts: ["LOGYARD:15045"]
\`\`\`

The pack gives the fields of both the same names, and finds the level in JSON, in \`level=warn\`, in texts and in lines of
klog.`,
  inputs: [
    { type: 'GELF TCP', title: 'Kubernetes (GELF from Fluent Bit)', port: 12_212 },
    { type: 'Beats', title: 'Kubernetes (Filebeat)', port: 15_045 },
  ],
  stages: [[recognise], [jsonLevel(TITLE), textLevel(TITLE), klogLevel]],
  dashboard: {
    title: 'Kubernetes: pods',
    summary: 'Logs of pods by namespace and level',
    filterFields: ['k8s_namespace', 'k8s_pod', 'k8s_node'],
    pages: [
      {
        title: 'Pods',
        rows: [
          {
            height: 2,
            widgets: [
              [3, number({ title: 'Messages, 24 h' })],
              [3, number({ title: 'Errors, 24 h', query: ERRORS, better: 'LOWER' })],
              [3, number({ title: 'Pods, 24 h', series: 'card(k8s_pod)' })],
              [3, number({ title: 'Nodes, 24 h', series: 'card(k8s_node)' })],
            ],
          },
          {
            height: 3,
            widgets: [
              [
                6,
                chart('bar', { title: 'Messages by namespace', rows: [OVER_TIME], columns: [by('k8s_namespace', 8)] }),
              ],
              [6, chart('bar', { title: 'Messages by level', rows: [OVER_TIME], columns: [by('log_level', 8)] })],
            ],
          },
          {
            height: 4,
            widgets: [
              [
                5,
                chart('table', {
                  title: 'Pods with errors',
                  query: ERRORS,
                  rows: [by('k8s_namespace'), by('k8s_pod')],
                }),
              ],
              [
                7,
                messages({
                  title: 'Newest errors',
                  query: ERRORS,
                  fields: ['k8s_namespace', 'k8s_pod', 'container_name'],
                }),
              ],
            ],
          },
        ],
      },
    ],
  },
  search: {
    title: 'Kubernetes: errors of pods',
    summary: 'Messages with a level of error by namespace',
    query: ERRORS,
    splitBy: 'k8s_namespace',
    fields: ['k8s_namespace', 'k8s_pod', 'container_name', 'log_level'],
  },
  recognition: {
    recognises: ({ fields }) => POD_FIELDS.some((name) => fields[name] !== undefined),
    query: '(_exists_:kubernetes_pod_name OR _exists_:filebeat_kubernetes_pod_name) AND NOT _exists_:log_source',
    fields: POD_FIELDS,
  },
}
