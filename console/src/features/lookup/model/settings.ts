/** How one setting of a cache or a data adapter is shown in forms and summaries. */
import type { DurationUnit } from '@logyard/contract/configured/duration-units'
import type { MessageId } from '../../../base/text/catalogues.ts'

interface SettingBase {
  /** The key in the configuration. */
  readonly name: string
  readonly label: MessageId
  readonly help?: MessageId
}

export interface TextSetting extends SettingBase {
  readonly kind: 'text'
  readonly isRequired?: boolean
  /** One character, for which `\n` and `\t` may be written. */
  readonly isCharacter?: boolean
}

export interface NumberSetting extends SettingBase {
  readonly kind: 'number'
  readonly min: number
  /** Named in the label. */
  readonly unit?: 'seconds' | 'milliseconds'
  /** The flag that makes the setting pointless. */
  readonly disabledBy?: string
}

interface FlagSetting extends SettingBase {
  readonly kind: 'flag'
}

interface ChoiceSetting extends SettingBase {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly label: MessageId }[]
}

/** An amount with a unit, which can be switched off. */
export interface PeriodSetting extends SettingBase {
  readonly kind: 'period'
  readonly unitName: string
  /** The flag that says whether it is on; without one, an amount of 0 or null means off. */
  readonly flagName?: string
  /** The amount that is stored while it is off. */
  readonly off: 0 | null
  /** The amount and the unit after switching it on. */
  readonly initial: { readonly amount: number; readonly unit: DurationUnit }
}

/** A URL that the server requests, checked against the whitelist. */
interface UrlSetting extends SettingBase {
  readonly kind: 'url'
  /** The text in the URL that the key replaces. */
  readonly placeholderText?: string
}

interface HeadersSetting extends SettingBase {
  readonly kind: 'headers'
}

/** Sent but never received. */
interface SecretSetting extends SettingBase {
  readonly kind: 'secret'
}

export type Setting =
  | TextSetting
  | NumberSetting
  | FlagSetting
  | ChoiceSetting
  | PeriodSetting
  | UrlSetting
  | HeadersSetting
  | SecretSetting

/** A type of cache or data adapter that the console has a form for. */
export interface TypeInfo {
  readonly label: MessageId
  readonly settings: readonly Setting[]
  /** The paragraphs beside the form. */
  readonly docs: readonly MessageId[]
  /** What a file or an answer looks like. */
  readonly example?: string
}

export type TypeInfos = Readonly<Record<string, TypeInfo>>

/** A stored configuration: its keys depend on its type. */
export interface StoredConfig {
  readonly type: string
}

/** A configuration whose keys can be read by name. */
export interface Config extends StoredConfig {
  readonly [name: string]: unknown
}
