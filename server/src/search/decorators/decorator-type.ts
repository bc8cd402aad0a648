import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { MessageDocument } from '@logyard/contract/search/search-results'

/** A kind of decorator. What it makes of a message depends on the message and its configuration alone. */
export interface DecoratorType {
  readonly type: string
  readonly name: string
  readonly configuration: ConfigRequest
  /** Reads the configuration once; a value of the wrong type is as good as none. */
  create(config: Readonly<Record<string, unknown>>): DecorateMessage
}

/** Answers the message itself when there is nothing to change. */
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

/** A text of the configuration; its default when there is none. */
export function textOf(config: Readonly<Record<string, unknown>>, name: string, otherwise: string): string {
  const value = config[name]
  return typeof value === 'string' && value !== '' ? value : otherwise
}

export const withField = (message: MessageDocument, name: string, value: unknown): MessageDocument => ({
  ...message,
  [name]: value,
})
