/** The shop's streams, searches, dashboards and event definitions: configuration as text, in the folder `objects`. */
import { join } from 'node:path'
import {
  applyConfiguration,
  type NamedEntity,
  planConfiguration,
} from '../../contract/src/content-packs/configuration-text.ts'
import { readEntityFolder } from '../../server/src/content-packs/text/entity-folder.ts'
import type { CallApi } from './api-caller.ts'

const FOLDER = join(import.meta.dirname, 'objects')

export const readShopObjects = (): Promise<readonly NamedEntity[]> => readEntityFolder(FOLDER)

export const ofType = (entities: readonly NamedEntity[], ...types: readonly string[]): readonly NamedEntity[] =>
  entities.filter(({ type }) => types.includes(type.name))

/** Creates the entities that are missing, and returns them. Objects of the same name stay as they are. */
export async function createMissing(call: CallApi, entities: readonly NamedEntity[]): Promise<readonly NamedEntity[]> {
  const { changes } = await call(planConfiguration, { body: { entities: [...entities] } })
  const missing = entities.filter(({ type, name }) =>
    changes.some((change) => change.action === 'create' && change.type.name === type.name && change.name === name),
  )
  if (missing.length > 0) await call(applyConfiguration, { body: { entities: missing } })
  return missing
}
