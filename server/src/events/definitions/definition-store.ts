/** The stored event definitions. */
import { EventDefinition } from '@logyard/contract/events/event-definitions'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

const StoredDefinition = Type.Object({
  ...EventDefinition.properties,
  owner_id: Type.String({
    description: 'The user in whose name it searches: the one who created it or last changed it',
  }),
})
export type StoredDefinition = Static<typeof StoredDefinition>

export const definitionCollection = defineCollection({
  name: 'event_definitions',
  audit: { type: 'event-definition', isChangedBySystem: true },
  schema: StoredDefinition,
  keys: {
    notification: {
      unique: false,
      of: ({ notifications }: StoredDefinition) => [...new Set(notifications.map((used) => used.notification_id))],
    },
  },
})

export function definitionAnswer({ owner_id: _, ...definition }: StoredDefinition): EventDefinition {
  return definition
}
