import type { Codec } from './codec.ts'
import { textSetting } from './config-fields.ts'

export interface Refusal {
  /** One word. */
  readonly reason: string
  readonly detail: string
}

/**
 * For payloads that an input has refused: they become failures, from which they can be replayed with the codec of the
 * input. The configuration is a `Refusal`.
 */
export const refusedCodec: Codec = {
  id: 'refused',
  name: 'Refused by the input',
  configuration: {},
  create: (configuration) => {
    const reason = textSetting(configuration, 'reason') ?? 'refused'
    const detail = textSetting(configuration, 'detail') ?? 'The input refused it'
    return () => ({ ok: false, reason, detail })
  },
}
