import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'
import type { Decorator } from '@logyard/contract/search/decorators'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { Caller } from '../../http/caller.ts'

type Config = Readonly<Record<string, unknown>>

/** Who reads the decorated messages. */
export interface DecoratorUse {
  /** Without one, decorators that reveal more than the messages are not applied. */
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
}

/** A type of decorator. */
export interface DecoratorType {
  readonly type: string
  readonly name: string
  /** What this caller can configure. */
  configuration(caller: Caller): ConfigRequest | Promise<ConfigRequest>
  /** Throws if the caller may not configure this for searches of others. */
  requireStorable?(config: Config, caller: Caller): void | Promise<void>
  /**
   * Reads the configuration once; values of a wrong type are ignored. Undefined if there is nothing to apply, also for
   * lack of permission. `earlier` are the decorators that are applied before this one.
   */
  create(
    config: Config,
    use: DecoratorUse,
    earlier: readonly Decorator[],
  ): DecorateList | undefined | Promise<DecorateList | undefined>
}

/** Answers one `Decorated` for each message. */
export type DecorateList = (messages: readonly MessageDocument[]) => Promise<readonly Decorated[]>

export interface Decorated {
  /** The same object if nothing changed. */
  readonly message: MessageDocument
  /** They follow the message. */
  readonly created: readonly MessageDocument[]
}

/** A type whose result depends only on the message and the configuration. */
export interface PlainDecoratorType {
  readonly type: string
  readonly name: string
  readonly configuration: ConfigRequest
  create(config: Config): DecorateMessage
}

/** Returns the same message if it changes nothing. */
export type DecorateMessage = (message: MessageDocument) => MessageDocument

const NONE: readonly MessageDocument[] = []

export const plainDecorator = ({ configuration, create, ...names }: PlainDecoratorType): DecoratorType => ({
  ...names,
  configuration: () => configuration,
  create(config) {
    const decorate = create(config)
    return async (messages) => messages.map((message) => ({ message: decorate(message), created: NONE }))
  },
})

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
export function textOf(config: Config, name: string, otherwise: string): string {
  const value = config[name]
  return typeof value === 'string' && value !== '' ? value : otherwise
}

export const withField = (message: MessageDocument, name: string, value: unknown): MessageDocument => ({
  ...message,
  [name]: value,
})
