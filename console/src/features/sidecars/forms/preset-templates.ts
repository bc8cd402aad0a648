/** The default templates of the presets; `LOGYARD_HOST` stands for the address of the server. */

const OTEL_OUTPUT = `
processors:
  resource:
    attributes:
      # Tells Logyard which sidecar sent a message.
      - {key: gl2_source_collector, value: "\${sidecar.nodeId}", action: upsert}
      - {key: collector_node_id, value: "\${sidecar.nodeName}", action: upsert}
      - {key: host.name, value: "\${sidecar.nodeName}", action: upsert}
  batch: {}

# The port is that of an OpenTelemetry input.
exporters:
  otlphttp:
    endpoint: "http://LOGYARD_HOST:4318"

service:
  pipelines:
    logs:
      receivers: [RECEIVERS]
      processors: [resource, batch]
      exporters: [otlphttp]
`

const otelOutput = (receivers: string) => OTEL_OUTPUT.replace('RECEIVERS', receivers)

export const OTEL_LINUX = `receivers:
  filelog:
    include: [/var/log/*.log, /var/log/syslog, /var/log/messages]
    start_at: end
${otelOutput('filelog')}`

export const OTEL_WINDOWS = `receivers:
  windowseventlog/application: {channel: Application}
  windowseventlog/system: {channel: System}
  windowseventlog/security: {channel: Security}
${otelOutput('windowseventlog/application, windowseventlog/system, windowseventlog/security')}`

const FLUENT_BIT_OUTPUT = `
# Tells Logyard which sidecar sent a message.
[FILTER]
    Name   record_modifier
    Match  *
    Record gl2_source_collector \${sidecar.nodeId}
    Record collector_node_id \${sidecar.nodeName}
    Record host \${sidecar.nodeName}

# The port is that of a GELF TCP input.
[OUTPUT]
    Name   gelf
    Match  *
    Host   LOGYARD_HOST
    Port   12201
    Mode   tcp
    Gelf_Short_Message_Key log
    Gelf_Host_Key          host
`

export const FLUENT_BIT_LINUX = `[SERVICE]
    Flush     1
    Log_Level info

[INPUT]
    Name     tail
    Path     /var/log/*.log,/var/log/syslog,/var/log/messages
    Path_Key file
    DB       /var/lib/graylog-sidecar/fluent-bit.db
${FLUENT_BIT_OUTPUT}`

export const FLUENT_BIT_WINDOWS = `[SERVICE]
    Flush     1
    Log_Level info

[INPUT]
    Name     winevtlog
    Channels Application,System,Security
    DB       C:\\Program Files\\Graylog\\sidecar\\fluent-bit.sqlite
${FLUENT_BIT_OUTPUT.replace('_Key log', '_Key Message')}`
