/** What processors remember from one run of a definition to the next. */
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

const ProcessorState = Type.Object({ id: Type.String({ description: 'Of the definition' }), state: Type.Unknown() })
export type ProcessorState = Static<typeof ProcessorState>

export const processorStateCollection = defineCollection({
  name: 'event_processor_states',
  audit: 'note',
  schema: ProcessorState,
})
