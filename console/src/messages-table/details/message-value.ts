import type { MessageHit } from '@logyard/contract/search/search-results'
import { extractSourceOf } from '../../parsing/extract/extract-source.ts'
import { isFromDecorator } from '../decorators/is-from-decorator.ts'
import type { MenuValue } from '../fields/menu-value.ts'
import { storedOf } from './is-stored.ts'

/** The value of a field in a message, for its menu. */
export const messageValue = (hit: MessageHit, field: string): MenuValue => ({
  field,
  value: hit.message[field],
  isDecorated: isFromDecorator(hit, field),
  source: extractSourceOf(hit, field),
  stored: storedOf(hit),
})
