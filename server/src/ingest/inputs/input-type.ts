import type { Codec } from '@logyard/codecs/codec'
import type { InputConfiguration, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import type { ConfiguredType } from '../../configured/configured-type.ts'
import type { TransportChoice } from './transports/transports.ts'

/** A transport and a codec under one name. Its configuration has the fields of both. */
export interface InputType extends ConfiguredType {
  readonly linkToDocs: string
  readonly codec: Codec
  readonly transport: TransportChoice
}

export const inputTypeInfo = (inputType: InputType): InputTypeInfo => ({
  type: inputType.type,
  name: inputType.name,
  is_exclusive: false,
  requested_configuration: inputType.configuration,
  link_to_docs: inputType.linkToDocs,
})

/** The codec's part, which is journaled with each raw message: decoding does not look up the input. */
export function codecConfiguration({ codec }: InputType, configuration: InputConfiguration): InputConfiguration {
  const names = Object.keys(codec.configuration).filter((name) => Object.hasOwn(configuration, name))
  return Object.fromEntries(names.map((name) => [name, configuration[name]]))
}
