/** Puts the address of the server and the ports of its inputs into the default templates of the server. */
import type { InputSummary } from '@logyard/contract/ingest/inputs'

/** In default templates, where nobody knows how agents reach the server. */
const PLACEHOLDER = '192.168.1.1'
const BEATS_PORT = 5044
const GELF_PORT = 12_201
export const BEATS_TYPES: readonly string[] = [
  'org.graylog.plugins.beats.Beats2Input',
  'org.graylog.plugins.beats.BeatsInput',
]
const GELF_TCP_TYPES: readonly string[] = ['org.graylog2.inputs.gelf.tcp.GELFTCPInput']

/** The port of the first input of one of the types. */
export function portOfType(inputs: readonly InputSummary[], types: readonly string[]): number | undefined {
  const ports = inputs.filter(({ type }) => types.includes(type)).map(({ attributes }) => attributes['port'])
  return ports.find((port) => typeof port === 'number')
}

export function fillTemplate(template: string, host: string, inputs: readonly InputSummary[]): string {
  const beats = portOfType(inputs, BEATS_TYPES)
  const gelf = portOfType(inputs, GELF_TCP_TYPES)
  return template
    .replaceAll(`${PLACEHOLDER}:${BEATS_PORT}`, `${PLACEHOLDER}:${beats ?? BEATS_PORT}`)
    .replaceAll(/^(\s*Host\s+192\.168\.1\.1\n\s*Port\s+)\d+$/gm, (_, before: string) => `${before}${gelf ?? GELF_PORT}`)
    .replaceAll(PLACEHOLDER, () => host)
    .replaceAll(/^# Replace the address by that of a (Beats|GELF TCP) input\.$/gm, (_, kind: string) =>
      (kind === 'Beats' ? beats : gelf) === undefined
        ? `# Start a ${kind} input on this port.`
        : '# An input of this server.',
    )
}
