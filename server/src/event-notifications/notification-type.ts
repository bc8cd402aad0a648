/** How notifications of one type are checked and sent. `notification-types.ts` lists the types. */

import type { TypeForm, TypeFormOf } from '@logyard/contract/configured/field'
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import type { EventDefinition } from '@logyard/contract/events/event-definitions'
import type { Caller } from '../http/caller.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { type RenderedTemplate, renderTask } from './render-task.ts'

/** The texts of templates with the model of the notification, in their order. */
export type RenderTemplates = (templates: readonly RenderedTemplate[], timeZone?: string) => Promise<readonly string[]>

/** Renders in a thread, because users write the templates, and senders the messages. */
export const rendering =
  (
    runs: Pick<BoundedRuns, 'run'>,
    model: TemplateModel,
    options: { userId: string; signal: AbortSignal },
  ): RenderTemplates =>
  (templates, timeZone) =>
    runs.run(renderTask, { templates, model, timeZone }, options)

export interface NotificationContext {
  readonly model: TemplateModel
  readonly render: RenderTemplates
  /** Absent in tests, and when the definition was deleted. */
  readonly definition: EventDefinition | undefined
  /** What one incident has in common for receivers that group: its definition and key. */
  readonly incident: string
  readonly isTest: boolean
  /** How often sending failed before. */
  readonly attempt: number
  readonly signal: AbortSignal
}

export interface NotificationType<Config extends { readonly type: string }> {
  readonly type: Config['type']
  /** Configuration that a new notification begins with. */
  readonly defaultConfig: Config
  /** The form, or that for a caller where it shows what not every user may read. */
  readonly form: TypeFormOf<Config> | ((caller: Caller) => TypeFormOf<Config>)
  /** Properties whose texts, or whose values, are secrets. */
  readonly secrets: readonly string[]
  /** The address that the secrets are for: with another one they are not taken over. */
  secretsFor(config: Config): string
  normalise(config: Config): Config
  problems(config: Config): Readonly<Record<string, readonly string[]>>
  /** Rejects with `NotificationPutOff` to be tried again, with another error to give up. */
  send(config: Config, context: NotificationContext): Promise<void>
}

export interface AnyNotificationType extends Omit<NotificationType<NotificationConfig>, 'form'> {
  formFor(caller: Caller): TypeForm
}

/** Sending failed for now. */
export class NotificationPutOff extends Error {
  override readonly name = 'NotificationPutOff'
  /** The delay of the settings if missing. */
  readonly delayMs: number | undefined
  /** An administrator has to change something, so the system shows a notification of its own. */
  readonly isSettingWrong: boolean

  constructor(
    message: string,
    options: ErrorOptions & { readonly delayMs?: number; readonly isSettingWrong?: boolean } = {},
  ) {
    super(message, options)
    this.delayMs = options.delayMs
    this.isSettingWrong = options.isSettingWrong ?? false
  }
}

/** Gives a type only configs of its own. */
export function anyNotificationType<Config extends NotificationConfig>(
  type: NotificationType<Config>,
): AnyNotificationType {
  const own = (config: NotificationConfig): Config => {
    if (!isOf(type, config)) throw new TypeError(`${type.type} was given a config of ${config.type}`)
    return config
  }
  return {
    ...type,
    formFor(caller) {
      const form = typeof type.form === 'function' ? type.form(caller) : type.form
      return { ...form, fields: [...form.fields] }
    },
    secretsFor: (config) => type.secretsFor(own(config)),
    normalise: (config) => type.normalise(own(config)),
    problems: (config) => type.problems(own(config)),
    send: (config, context) => type.send(own(config), context),
  }
}

const isOf = <Config extends NotificationConfig>(
  { type }: NotificationType<Config>,
  config: NotificationConfig,
): config is Config => config.type === type

export interface NotificationTypes {
  /** Types in the order in which they are offered. */
  readonly all: readonly AnyNotificationType[]
  find(config: { readonly type?: unknown }): AnyNotificationType | undefined
}

export const createNotificationTypes = (types: readonly AnyNotificationType[]): NotificationTypes => ({
  all: types,
  find: ({ type }) => types.find((candidate) => candidate.type === type),
})
