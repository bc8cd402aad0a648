/** Alarm callbacks, as notifications run them. The area of legacy alerts implements them; the wiring passes them. */
import type { LegacyCallbackTypes, TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import type { Caller } from '../http/caller.ts'

export interface LegacyCallbacks {
  types(caller: Caller): Promise<LegacyCallbackTypes['types']> | LegacyCallbackTypes['types']
  /** Rejects if the callback fails. `streamId` is the definition's first stream, if it names one. */
  run(
    callback: { readonly type: string; readonly configuration: Readonly<Record<string, unknown>> },
    event: { readonly model: TemplateModel; readonly streamId: string | undefined },
    signal: AbortSignal,
  ): Promise<void>
}
