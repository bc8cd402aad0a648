/** Log shippers that a new collector can start from. */
import { type CollectorValues, NEW_COLLECTOR } from './collector-values.ts'
import { FLUENT_BIT_LINUX, FLUENT_BIT_WINDOWS, OTEL_LINUX, OTEL_WINDOWS } from './preset-templates.ts'

export interface CollectorPreset {
  readonly id: string
  readonly title: string
  readonly values: (server: string) => CollectorValues
}

/** Stands in the templates for the address of this server. */
const PLACEHOLDER = /LOGYARD_HOST/g

const preset = (id: string, title: string, values: Partial<CollectorValues>): CollectorPreset => ({
  id,
  title,
  values(server) {
    const all = { ...NEW_COLLECTOR, ...values }
    return { ...all, default_template: all.default_template.replace(PLACEHOLDER, () => server) }
  },
})

export const COLLECTOR_PRESETS: readonly CollectorPreset[] = [
  preset('otel-linux', 'OpenTelemetry Collector, Linux', {
    name: 'otelcol',
    executable_path: '/usr/bin/otelcol-contrib',
    execute_parameters: '--config %s',
    validation_parameters: 'validate --config=%s',
    default_template: OTEL_LINUX,
  }),
  preset('otel-windows', 'OpenTelemetry Collector, Windows', {
    name: 'otelcol',
    node_operating_system: 'windows',
    service_type: 'svc',
    executable_path: 'C:\\Program Files\\OpenTelemetry Collector\\otelcol-contrib.exe',
    execute_parameters: '--config "%s"',
    validation_parameters: 'validate --config="%s"',
    default_template: OTEL_WINDOWS,
  }),
  preset('fluent-bit-linux', 'Fluent Bit, Linux', {
    name: 'fluent-bit',
    executable_path: '/opt/fluent-bit/bin/fluent-bit',
    execute_parameters: '-c %s',
    validation_parameters: '--dry-run -c %s',
    default_template: FLUENT_BIT_LINUX,
  }),
  preset('fluent-bit-windows', 'Fluent Bit, Windows', {
    name: 'fluent-bit',
    node_operating_system: 'windows',
    service_type: 'svc',
    executable_path: 'C:\\Program Files\\fluent-bit\\bin\\fluent-bit.exe',
    execute_parameters: '-c "%s"',
    validation_parameters: '--dry-run -c "%s"',
    default_template: FLUENT_BIT_WINDOWS,
  }),
]
