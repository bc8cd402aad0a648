/** The fields that every stored configured entity has. */
import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'

export const configuredFields = {
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  creator_user_id: Type.String(),
  created_at: Type.String(),
  content_pack: nullable(Type.String()),
  /** JSON. May hold passwords, so collections list it in their `secrets`. */
  configuration: Type.String(),
}

/** The `secrets` of a collection of configured entities. */
export const configuredSecrets: readonly string[] = ['configuration' satisfies keyof typeof configuredFields]

const StoredConfigured = Type.Object(configuredFields)
export type StoredConfigured = Static<typeof StoredConfigured>

export const storedConfiguration = ({
  configuration,
}: Pick<StoredConfigured, 'configuration'>): Record<string, unknown> => JSON.parse(configuration)

const collator = new Intl.Collator('en', { numeric: true })

/** `input 2` before `input 10`; entities with equal titles by id. */
export const sortedByTitle = <T extends Pick<StoredConfigured, 'id' | 'title'>>(entities: readonly T[]): T[] =>
  entities.toSorted((a, b) => collator.compare(a.title, b.title) || (a.id < b.id ? -1 : 1))
