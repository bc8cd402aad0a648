import type { Codec } from '@logyard/codecs/codec'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import type { InputConfiguration, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import type { StartTransport } from './transports/transport.ts'

/** A way in that people can choose: a transport and a codec under one name. */
export interface InputType {
  /** What clients send; a class name for those that the reference has too. */
  readonly type: string
  readonly name: string
  readonly linkToDocs: string
  readonly transportFields: ConfigRequest
  readonly codec: Codec
  readonly start: StartTransport
}

export const configurationOf = ({ transportFields, codec }: InputType): ConfigRequest => ({
  ...transportFields,
  ...codec.configuration,
})

export const inputTypeInfo = (inputType: InputType): InputTypeInfo => ({
  type: inputType.type,
  name: inputType.name,
  is_exclusive: false,
  requested_configuration: configurationOf(inputType),
  link_to_docs: inputType.linkToDocs,
})

/** What travels with each raw message, so that decoding never needs the input. */
export function codecConfiguration({ codec }: InputType, configuration: InputConfiguration): InputConfiguration {
  const names = Object.keys(codec.configuration).filter((name) => Object.hasOwn(configuration, name))
  return Object.fromEntries(names.map((name) => [name, configuration[name]]))
}
