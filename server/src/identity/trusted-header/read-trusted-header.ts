import {
  DEFAULT_USERNAME_HEADER,
  type TrustedHeaderConfig,
  type TrustedHeaderDraft,
} from '@logyard/contract/identity/trusted-header'
import type { Static } from 'typebox'
import { LogyardError } from '../../platform/errors.ts'

const headerNameRefused = () =>
  new LogyardError('invalid', 'header-name-refused', 'The username header must be the name of an HTTP header.')

/** RFC 9110: the characters of a header's name. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Every request has them with another meaning, so that their values are not user names. */
const TAKEN = new Set(['authorization', 'cookie', 'host', 'x-requested-by', 'x-forwarded-for'])

export function readTrustedHeader(draft: Static<typeof TrustedHeaderDraft>): TrustedHeaderConfig {
  const name = (draft.username_header ?? DEFAULT_USERNAME_HEADER).trim()
  if (!HEADER_NAME.test(name) || TAKEN.has(name.toLowerCase())) throw headerNameRefused()
  return { enabled: draft.enabled ?? false, username_header: name }
}
