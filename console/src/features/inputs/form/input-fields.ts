/** Which settings of an input the form shows at once, folds, or hides. */
import type { ConfigField, ConfigRequest } from '@logyard/contract/configured/configuration'

/** Settings that clients of the API may send, and that do nothing. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['number_worker_threads', 'zookeeper'])
/** Optional settings that many inputs need. */
const COMMON: ReadonlySet<string> = new Set([
  ...['token', 'headers', 'rate', 'path'],
  ...['broker_port', 'broker_username', 'broker_password', 'tls', 'exchange_bind'],
  ...['bootstrap_server', 'group_id', 'offset_reset', 'custom_properties'],
])

/** Values of a new input, where the default of the API is of no use. */
export const PRESETS = { legacy_mode: false }

export const isWithoutEffect = (name: string): boolean => WITHOUT_EFFECT.has(name)

const isAdvanced = (name: string, { is_optional }: ConfigField) => is_optional && !COMMON.has(name)

export interface FormSections {
  readonly basic: ConfigRequest
  readonly advanced: ConfigRequest
}

export function formSections(request: ConfigRequest): FormSections {
  const shown = Object.entries(request).filter(([name]) => !isWithoutEffect(name))
  return {
    basic: Object.fromEntries(shown.filter(([name, field]) => !isAdvanced(name, field))),
    advanced: Object.fromEntries(shown.filter(([name, field]) => isAdvanced(name, field))),
  }
}
