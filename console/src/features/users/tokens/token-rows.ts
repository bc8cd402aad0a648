import type { Token } from '@logyard/contract/identity/tokens'

/** The API returns all tokens at once, so the console searches, sorts and pages them. */
export const TOKENS_IN_MEMORY = {
  text: ({ name, token }: Token) => `${name}\n${token}`,
  // ISO instants compare as text.
  sort: {
    name: ({ name }: Token) => name,
    created_at: ({ created_at: at }: Token) => at,
    last_access: ({ last_access: at }: Token) => at,
    expires_at: ({ expires_at: at }: Token) => at,
  },
}
