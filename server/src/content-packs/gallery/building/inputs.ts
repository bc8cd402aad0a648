/** Inputs of packs. Their ports and the address to listen at are parameters of the pack. */
import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { entity } from './entities.ts'
import { boolean, integer, parameter, string } from './typed-values.ts'

const TYPES = {
  'Syslog UDP': 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
  'Syslog TCP': 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
  'GELF UDP': 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
  'GELF TCP': 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  Beats: 'org.graylog.plugins.beats.Beats2Input',
} as const

export interface InputPlan {
  readonly type: keyof typeof TYPES
  readonly title: string
  /** Above 1023, so that it needs no privileges, and different in each pack. */
  readonly port: number
}

const BIND_ADDRESS = 'bind_address'
const isUdp = ({ type }: InputPlan): boolean => type.endsWith('UDP')
/** One input needs no name for its port. */
const portName = (inputs: readonly InputPlan[], { type }: InputPlan): string =>
  inputs.length === 1 ? 'port' : `${type.toLowerCase().replaceAll(' ', '_')}_port`

export function inputParameters(inputs: readonly InputPlan[]): PackParameter[] {
  if (inputs.length === 0) return []
  const ports: PackParameter[] = inputs.map((input) => ({
    name: portName(inputs, input),
    title: inputs.length === 1 ? 'Port' : `Port for ${input.type}`,
    description: `The ${isUdp(input) ? 'UDP' : 'TCP'} port of the input. Below 1024 the server needs privileges.`,
    type: 'integer',
    default_value: input.port,
  }))
  const address: PackParameter = {
    name: BIND_ADDRESS,
    title: 'Address to listen at',
    description: 'The address of the server at which it receives the logs, 0.0.0.0 for all.',
    type: 'string',
    default_value: '0.0.0.0',
  }
  return [...ports, address]
}

export const inputEntities = (pack: string, inputs: readonly InputPlan[]): PackEntity[] =>
  inputs.map((input) =>
    entity(pack, 'input', input.title, {
      title: string(input.title),
      type: string(TYPES[input.type]),
      global: boolean(true),
      configuration: {
        bind_address: parameter(BIND_ADDRESS),
        port: parameter(portName(inputs, input)),
        recv_buffer_size: integer(isUdp(input) ? 262_144 : 1_048_576),
      },
      static_fields: {},
      extractors: [],
    }),
  )
