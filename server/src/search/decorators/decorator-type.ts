import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { MessageDocument } from '@logyard/contract/search/search-results'

/** A type of decorator. Its result depends only on the message and the configuration. */
export interface DecoratorType {
  readonly type: string
  readonly name: string
  readonly configuration: ConfigRequest
  /** Reads the configuration once; values of a wrong type are ignored. */
  create(config: Readonly<Record<string, unknown>>): DecorateMessage
}

/** Returns the same message if it changes nothing. */
export type DecorateMessage = (message: MessageDocument) => MessageDocument

export function textField(
  position: number,
  human_name: string,
  description: string,
  default_value: string,
): ConfigField {
  return {
    type: 'text',
    human_name,
    description,
    default_value,
    is_optional: false,
    attributes: [],
    additional_info: {},
    position,
  }
}

/** A text of the configuration, or the default. */
export function textOf(config: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = config[name]
  return typeof value === 'string' && value !== '' ? value : otherwise
}

export const withField = (message: MessageDocument, name: string, value: unknown): MessageDocument => ({
  ...message,
  [name]: value,
})
