/** What tables, caches and data adapters have in common. */
import { Type } from 'typebox'
import { perKind } from '../http/crud.ts'
import { nullable } from '../http/envelope.ts'
import { ownerDecides } from '../http/operation.ts'

export const area = 'lookup'

/** Clients may send the name of an object in place of its id, so the service checks the permissions on the object. */
export const lookupAccess = {
  ...perKind('lookuptables', 'edit'),
  get: ownerDecides('lookuptables:read:<id>'),
  update: ownerDecides('lookuptables:edit:<body id>'),
  delete: ownerDecides('lookuptables:delete:<id>'),
}

/** Characters of a name, of a title, of a description. */
export const MAX_LOOKUP_NAME = 200
export const MAX_LOOKUP_TITLE = 500
export const MAX_LOOKUP_DESCRIPTION = 10_000
/** Characters of a key. */
export const MAX_LOOKUP_KEY = 4096

export const namedDraft = {
  id: Type.Optional(nullable(Type.String({ description: 'In an update, the object that is changed' }))),
  title: Type.String({ minLength: 1, maxLength: MAX_LOOKUP_TITLE }),
  description: Type.String({ maxLength: MAX_LOOKUP_DESCRIPTION }),
  name: Type.String({ minLength: 1, maxLength: MAX_LOOKUP_NAME, description: 'Unique among objects of its kind' }),
  content_pack: Type.Optional(nullable(Type.String({ maxLength: MAX_LOOKUP_NAME }))),
}

export const namedFacts = {
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  name: Type.String(),
  content_pack: nullable(Type.String()),
}

export const lookupKey = Type.String({ minLength: 1, maxLength: MAX_LOOKUP_KEY })
